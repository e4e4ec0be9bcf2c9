// To strangers a private match does not exist: whatever they ask of one, while it waits, is played or is over, they are
// answered as for an id that nobody has.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "common/nonce.h"
#include "tests/secrecy/house.h"
#include "tests/secrecy/probes.h"

namespace wardroom::testing {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using Path = std::vector<const FieldDescriptor*>;

// Every field of a request that names a match, wherever it stands in it.
void find_names(const Descriptor& type, Path& path, std::vector<Path>& found) {
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor* field = type.field(i);
    if (std::ranges::find(path, field) != path.end()) continue;
    path.push_back(field);
    if (field->message_type()) find_names(*field->message_type(), path, found);
    if (field->type() == FieldDescriptor::TYPE_STRING && field->name() == "match") found.push_back(path);
    path.pop_back();
  }
}

// With this match in it, and nothing else.
v1::ClientFrame naming(const Path& path, const std::string& match) {
  v1::ClientFrame frame;
  Message* at = &frame;
  for (const FieldDescriptor* field : path) {
    const auto* reflection = at->GetReflection();
    if (!field->message_type()) {
      reflection->SetString(at, field, match);
    } else {
      at = field->is_repeated() ? reflection->AddMessage(at, field) : reflection->MutableMessage(at, field);
    }
  }
  return frame;
}

std::string without(const std::string& match, std::string text) {
  for (std::size_t at = text.find(match); at != text.npos; at = text.find(match)) text.replace(at, match.size(), "?");
  return text;
}

// Answers to whoever asks everything of this match.
Answers about(const House& house, const std::string& who, const std::string& match) {
  static const std::vector<Path> names = [] {
    std::vector<Path> found;
    Path path;
    find_names(*v1::ClientFrame::descriptor(), path, found);
    return found;
  }();
  Visitor visitor(house, who, match);
  Answers answers = probe(visitor, house.port(), true);
  EXPECT_GT(names.size(), 30u) << "there are more requests that name a match";
  for (const Path& path : names) {
    v1::ServerFrame answer = visitor.ask(naming(path, match));
    answer.clear_request();
    answers["bare: " + path.front()->name() + " " + path.back()->full_name()] = answer.SerializeAsString();
  }
  const std::string with_code = "/match/" + match + "/export?watch=guessed";
  answers["export with a guessed code"] = std::to_string(net::get(house.port(), with_code).result_int());
  for (auto& [question, answer] : answers) answer = without(match, std::move(answer));
  return answers;
}

void expect_nothing_there(const House& house, const std::string& match) {
  std::string nowhere = match;
  nowhere.back() = nowhere.back() == 'q' ? 'r' : 'q';
  for (const std::string& who : {std::string("Other0"), std::string()}) {
    const Answers none = about(house, who, nowhere);
    for (const char* when : {"at first", "when it is in memory"}) {
      for (const auto& [question, answer] : about(house, who, match))
        EXPECT_EQ(answer, none.at(question)) << match << ", " << question << ", " << when << ", asked by " << who;
    }
  }
}

v1::ServerFrame made(Visitor& player, const BoxedTitle& box, const std::string& invited) {
  v1::ClientFrame frame;
  v1::CreateMatch& create = *frame.mutable_create_match();
  create.set_title(box.entry.id);
  create.set_scenario(box.scenario);
  create.set_is_private(true);
  create.set_invited(invited);
  create.set_nonce_hash(nonce_hash(std::string(kNonceBytes, 'n')));
  return player.ask(std::move(frame));
}

TEST(PrivateMatches, AreNotThereForStrangers) {
  const BoxedTitle box = picket_box();
  const std::string position = save(**box.title()->open(box.scenario, {}));
  const House house(box, {{"private1", position, 0, true, 0},
                          {"private2", position, 0, true, 36'000},
                          {"private3", position, 0, true, 0}});
  Visitor player(house, kPlayers[0], "private3");
  player.attach();
  v1::ClientFrame resign;
  resign.mutable_resign()->set_match("private3");
  ASSERT_TRUE(player.ask(resign).has_done());
  const Visitor invited(house, kPlayers[1], "private1");  // a guest is found while he is here
  const v1::ServerFrame open = made(player, box, ""), kept = made(player, box, kPlayers[1]);
  ASSERT_TRUE(open.has_match() && kept.has_match()) << open.ShortDebugString() << kept.ShortDebugString();
  for (const std::string& match : {std::string("private1"), std::string("private2"), std::string("private3"),
                                   open.match().id(), kept.match().id()}) {
    expect_nothing_there(house, match);
  }
}

TEST(PrivateMatches, AreFetchedByWhoeverKnowsWhatTheyAreWatchedBy) {
  const BoxedTitle box = picket_box();
  const House house(box, {{"private1", save(**box.title()->open(box.scenario, {})), 0, true, 0}});
  Visitor player(house, kPlayers[0], "private1");
  const std::string code = player.attach().attached().match().watch();
  ASSERT_FALSE(code.empty());
  const auto fetched = [&](const std::string& query) {
    return net::get(house.port(), "/match/private1/export" + query).result_int();
  };
  EXPECT_EQ(fetched(""), 404u);
  EXPECT_EQ(fetched("?watch=" + code), 403u) << "it is not over";
  v1::ClientFrame resign;
  resign.mutable_resign()->set_match("private1");
  ASSERT_TRUE(player.ask(resign).has_done());
  EXPECT_EQ(fetched(""), 404u);
  EXPECT_EQ(fetched("?watch=guessed"), 404u);
  EXPECT_EQ(fetched("?watch=" + code), 200u);
}

}  // namespace
}  // namespace wardroom::testing
