#include "common/frame.h"

#include <optional>

namespace wardroom {
namespace {

constexpr char kPaddingTag = (v1::ServerFrame::kPaddingFieldNumber << 3) | 2;
static_assert(int{v1::ClientFrame::kPaddingFieldNumber} == int{v1::ServerFrame::kPaddingFieldNumber});

std::size_t varint_size(std::size_t value) {
  std::size_t size = 1;
  while (value >>= 7) ++size;
  return size;
}

// How long the padding must be for its field to take `gap` bytes; a few gaps cannot be filled (1, 130, ...).
std::optional<std::size_t> padding_for(std::size_t gap) {
  for (std::size_t head = 2; head <= 6 && head <= gap; ++head) {
    if (1 + varint_size(gap - head) == head) return gap - head;
  }
  return std::nullopt;
}

template <class Frame>
std::string encode_any(const Frame& frame) {
  const std::size_t size = frame.ByteSizeLong();
  std::size_t bucket = frame_bucket(size);
  std::optional<std::size_t> padding;
  while (bucket != size && !(padding = padding_for(bucket - size))) bucket = frame_bucket(bucket + 1);

  std::string bytes;
  bytes.resize(bucket, '\0');
  auto* at = frame.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(bytes.data()));
  if (padding) {
    *at++ = static_cast<std::uint8_t>(kPaddingTag);
    std::size_t length = *padding;
    for (; length >= 0x80; length >>= 7) *at++ = static_cast<std::uint8_t>(length | 0x80);
    *at = static_cast<std::uint8_t>(length);
  }
  return bytes;
}

template <class Frame>
Result<Frame> decode_any(std::string_view bytes, std::size_t limit) {
  if (bytes.size() > limit)
    return refuse(RefusalCode::kTooMuch,
                  Text("refusal.frame_too_large").number("limit", static_cast<std::int64_t>(limit)));
  Frame frame;
  if (!frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return refuse(RefusalCode::kMalformed, "refusal.malformed_frame");
  frame.clear_padding();
  return frame;
}

}  // namespace

std::size_t frame_bucket(std::size_t bytes) {
  if (bytes <= kFrameSteps) return bytes == 0 ? kFrameStep : (bytes + kFrameStep - 1) / kFrameStep * kFrameStep;
  std::size_t bucket = kFrameSteps;
  while (bucket < bytes) bucket *= 2;
  return bucket;
}

std::string encode(const v1::ServerFrame& frame) { return encode_any(frame); }
std::string encode(const v1::ClientFrame& frame) { return encode_any(frame); }

Result<v1::ClientFrame> decode_client(std::string_view bytes, std::size_t limit) {
  return decode_any<v1::ClientFrame>(bytes, limit);
}
Result<v1::ServerFrame> decode_server(std::string_view bytes, std::size_t limit) {
  return decode_any<v1::ServerFrame>(bytes, limit);
}

v1::Refusal to_wire(const Refusal& refusal) {
  v1::Refusal out;
  out.set_code(static_cast<v1::RefusalCode>(refusal.code));
  to_wire(refusal.reason, *out.mutable_reason());
  out.set_rule(refusal.rule);
  return out;
}

v1::ServerFrame refusal_frame(std::uint64_t request, const Refusal& refusal) {
  v1::ServerFrame frame;
  frame.set_request(request);
  *frame.mutable_refusal() = to_wire(refusal);
  return frame;
}

}  // namespace wardroom
