#include "server/notices/chart.h"

#include <cairo.h>
#include <librsvg/rsvg.h>

#include <memory>

namespace wardroom::notices {
namespace {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* what) const {
    Free(what);
  }
};
using Handle = std::unique_ptr<RsvgHandle, Freed<g_object_unref>>;
using Surface = std::unique_ptr<cairo_surface_t, Freed<cairo_surface_destroy>>;
using Pen = std::unique_ptr<cairo_t, Freed<cairo_destroy>>;

cairo_status_t append(void* to, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

std::string drawn(RsvgHandle* handle, int width, int height) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  const Pen pen(cairo_create(surface.get()));
  cairo_set_source_rgb(pen.get(), 1, 1, 1);
  cairo_paint(pen.get());
  const RsvgRectangle whole{0, 0, static_cast<double>(width), static_cast<double>(height)};
  if (rsvg_handle_render_document(handle, pen.get(), &whole, nullptr) == 0) return {};
  std::string png;
  if (cairo_surface_write_to_png_stream(surface.get(), append, &png) != CAIRO_STATUS_SUCCESS) return {};
  return png;
}

}  // namespace

std::string png_of(const std::string& svg, unsigned width, unsigned height) {
  if (svg.empty() || width == 0 || height == 0) return {};
  const Handle handle(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), nullptr));
  if (!handle) return {};
  for (const int wide : {960, 720, 560, 420, 300}) {
    std::string png = drawn(handle.get(), wide, static_cast<int>(static_cast<unsigned>(wide) * height / width));
    if (!png.empty() && png.size() <= kMostPicture) return png;
  }
  return {};
}

}  // namespace wardroom::notices
