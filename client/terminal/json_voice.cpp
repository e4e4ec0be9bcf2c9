#include "client/terminal/json.h"
#include "client/terminal/voice.h"

namespace wardroom::terminal {
namespace {

// {"event":"update","data":{...}}: the event is named as the frame's field, the data is the message as protobuf's JSON.
// Where words help a script, they come beside it.
class JsonVoice final : public Voice {
 public:
  using Voice::Voice;

  void note(const Text& text) override {
    out_ << JsonObject().word("event", "note").word("id", text.id.view()).word("words", words_(text)).str()
         << std::endl;
  }

  void refused(const v1::Refusal& refusal) override {
    JsonObject event = of("refusal", refusal);
    event.word("words", words_(refusal.reason()));
    say(event);
  }

  void answer(const v1::ServerFrame& frame) override {
    const auto* body =
        frame.GetReflection()->GetOneofFieldDescriptor(frame, frame.GetDescriptor()->FindOneofByName("body"));
    if (!body) return;
    if (frame.has_signed_in()) {  // the token is for the token file only
      v1::SignedIn without = frame.signed_in();
      without.clear_token();
      say(of("signed_in", without));
      return;
    }
    if (frame.has_queue()) {
      queue({}, frame.queue());
      return;
    }
    say(of(body->name(), frame.GetReflection()->GetMessage(frame, body)));
  }

  void attached(const Sight& sight, const v1::Attached& attached) override {
    say(seen(of("attached", attached), sight));
  }
  void update(const Sight& sight, const v1::Update& update) override {
    JsonObject event = of("update", update);
    std::string words;
    for (const v1::Report& report : update.reports())
      words += (words.empty() ? "" : ",") + in_quotes(words_(report.text()));
    event.member("reports", "[" + words + "]");
    say(seen(std::move(event), sight));
  }
  void notice(const v1::Notice&, const v1::Notice& now) override { say(of("notice", now)); }
  void chat(const v1::Chat& chat) override { say(of("chat", chat)); }
  void history(const v1::PastReportList& reports) override { say(of("history", reports)); }
  void hint(const Sight&, const v1::Hint& hint) override {
    JsonObject event = of("hint", hint);
    event.word("words", hint.reason().id().empty() ? std::string() : words_(hint.reason()));
    say(event);
  }
  void standing_orders(const std::vector<v1::StandingInfo>&, const v1::Queue& queue) override {
    this->queue({}, queue);
  }

  void queue(const v1::Queue&, const v1::Queue& now) override {
    JsonObject event = of("queue", now);
    if (now.has_hold()) event.word("words", words_(now.hold().reason()));
    say(event);
  }
  void menu(const Sight& sight) override { say(seen(of("menu", sight.now().menu()), sight)); }
  void board(const Sight& sight) override {
    JsonObject event;
    event.word("event", "board");
    say(seen(std::move(event), sight));
  }

 private:
  static JsonObject of(std::string_view name, const google::protobuf::Message& data) {
    JsonObject event;
    event.word("event", name).member("data", to_json(data));
    return event;
  }

  JsonObject seen(JsonObject event, const Sight& sight) const {
    if (const auto now = view(sight)) event.member("view", to_json(*now));
    if (!sight.asked()) return event;
    std::string choices;
    for (const v1::Item& item : sight.now().menu().items()) {
      choices += (choices.empty() ? "" : ",") + in_quotes(words_(item.label()));
    }
    event.word("prompt", words_(sight.now().menu().prompt())).member("choices", "[" + choices + "]");
    return event;
  }

  void say(const JsonObject& event) { out_ << event.str() << std::endl; }
};

}  // namespace

std::unique_ptr<Voice> json_voice(std::ostream& out, const Library& library, Words words) {
  return std::make_unique<JsonVoice>(out, library, std::move(words));
}

}  // namespace wardroom::terminal
