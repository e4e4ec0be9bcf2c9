// FakeDesk: a front desk without matches, so that net is tested alone.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/catalog.h"
#include "server/lobby/front_desk.h"

namespace wardroom::net {

class FakeDesk final : public lobby::FrontDesk {
 public:
  // What a visitor does beside answering; set before the server starts.
  std::function<void(match::Line&, const v1::ClientFrame&)> on_frame = [](match::Line&, const v1::ClientFrame&) {};

  std::shared_ptr<lobby::Visitor> welcome(std::shared_ptr<match::Line> line, std::string address) override;
  boost::asio::awaitable<Result<lobby::Exported>> export_match(lobby::ExportAsked asked) override;
  boost::asio::awaitable<Result<void>> stop_mail(std::string token) override;
  std::string say(const Text& text, std::string_view) const override { return bare(text); }
  boost::asio::awaitable<Result<events::Document>> document(lobby::Reading reading) override;
  std::vector<lobby::PublicData> public_data() const override { return data; }
  const lobby::Stats& stats() const override { return counts; }
  bool healthy() const override { return well; }
  boost::asio::awaitable<void> drain() override;

  std::vector<lobby::PublicData> data;
  lobby::Stats counts;
  std::atomic<bool> well{true};
  std::atomic<int> drained{0};
  std::atomic<int> frames{0};
  std::atomic<int> stopped{0};                      // for whoever has the token "good"
  static constexpr std::size_t kLong = 1'000;       // pieces of the match "long", each of
  static constexpr std::size_t kPiece = 64 * 1024;  // bytes
  std::atomic<int> pieces{0};                       // of exports, that were asked for
  std::atomic<int> exports{0};                      // that are being read
  std::string last_address() const;

 private:
  mutable std::mutex mutex_;
  std::string last_address_;
};

}  // namespace wardroom::net
