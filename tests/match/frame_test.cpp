#include "common/frame.h"

#include <gtest/gtest.h>

#include <set>

namespace wardroom {
namespace {

v1::ServerFrame frame_of(std::size_t text_bytes) {
  v1::ServerFrame frame;
  frame.set_request(7);
  frame.mutable_chat()->set_text(std::string(text_bytes, 'x'));
  return frame;
}

TEST(Frame, EveryFrameFillsABucket) {
  for (std::size_t bytes = 0; bytes < 3000; ++bytes) {
    const std::string encoded = encode(frame_of(bytes));
    ASSERT_EQ(encoded.size(), frame_bucket(encoded.size())) << bytes;
    ASSERT_EQ(encoded.size() % kFrameStep, 0u);
  }
}

TEST(Frame, LargeFramesFillPowersOfTwo) {
  std::set<std::size_t> sizes;
  for (std::size_t bytes = 4200; bytes < 70'000; bytes += 97) sizes.insert(encode(frame_of(bytes)).size());
  EXPECT_EQ(sizes, (std::set<std::size_t>{8192, 16384, 32768, 65536, 131072}));
}

TEST(Frame, WhatIsWrittenIsReadAgainWithoutItsPadding) {
  for (std::size_t bytes : {0u, 1u, 100u, 121u, 122u, 240u, 241u, 500u, 5000u, 70'000u}) {
    const v1::ServerFrame frame = frame_of(bytes);
    Result<v1::ServerFrame> read = decode_server(encode(frame));
    ASSERT_TRUE(read) << bytes;
    EXPECT_EQ(read->SerializeAsString(), frame.SerializeAsString()) << bytes;
  }
  v1::ClientFrame ping;
  ping.set_request(3);
  ping.mutable_ping();
  EXPECT_EQ(decode_client(encode(ping))->SerializeAsString(), ping.SerializeAsString());
}

TEST(Frame, ShortAndLongChoicesLookAlike) { EXPECT_EQ(encode(frame_of(1)).size(), encode(frame_of(200)).size()); }

TEST(Frame, GarbageAndGiantsAreRefused) {
  EXPECT_EQ(decode_client("\xff\xff\xff").error().code, RefusalCode::kMalformed);
  EXPECT_EQ(decode_client(std::string(101, 'x'), 100).error().code, RefusalCode::kTooMuch);
  v1::ClientFrame frame;
  frame.mutable_say()->set_text("hello");
  const std::string bytes = frame.SerializeAsString();
  EXPECT_EQ(decode_client(bytes.substr(0, bytes.size() - 1)).error().code, RefusalCode::kMalformed);
}

}  // namespace
}  // namespace wardroom
