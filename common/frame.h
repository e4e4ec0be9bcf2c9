// Frames as bytes: padded to buckets when written, so that sizes tell nothing; limited when read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/result.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom {

inline constexpr std::size_t kFrameStep = 256;    // buckets are multiples of this ...
inline constexpr std::size_t kFrameSteps = 4096;  // ... up to here, and powers of two above
inline constexpr std::size_t kMaxClientFrame = 64 * 1024;
inline constexpr std::size_t kMaxServerFrame = 64 * 1024 * 1024;

// The smallest bucket that holds so many bytes.
std::size_t frame_bucket(std::size_t bytes);

// The frame's bytes; as many as one of the buckets, whatever it holds. Its own padding field must be empty.
std::string encode(const v1::ServerFrame& frame);
std::string encode(const v1::ClientFrame& frame);

// kTooMuch above the limit, kMalformed when the bytes are no such frame. The padding is dropped.
Result<v1::ClientFrame> decode_client(std::string_view bytes, std::size_t limit = kMaxClientFrame);
Result<v1::ServerFrame> decode_server(std::string_view bytes, std::size_t limit = kMaxServerFrame);

v1::Refusal to_wire(const Refusal& refusal);
v1::ServerFrame refusal_frame(std::uint64_t request, const Refusal& refusal);

}  // namespace wardroom
