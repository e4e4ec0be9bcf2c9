#include "server/match/await.h"

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace wardroom::match {
namespace asio = boost::asio;

asio::awaitable<void> until_called(std::function<void(std::function<void()>)> start) {
  return asio::async_initiate<const asio::use_awaitable_t<>, void()>(
      [](auto handler, const auto& begin) {
        using Handler = decltype(handler);
        struct Waiting {
          Handler handler;
          asio::executor_work_guard<asio::associated_executor_t<Handler>> work;
        };
        auto executor = asio::get_associated_executor(handler);
        auto waiting = std::make_shared<Waiting>(Waiting{std::move(handler), asio::make_work_guard(executor)});
        begin([waiting] {
          auto resume = waiting->work.get_executor();
          asio::post(resume, [waiting] {
            waiting->work.reset();
            std::move(waiting->handler)();
          });
        });
      },
      asio::use_awaitable, std::move(start));
}

asio::awaitable<void> go_to(asio::any_io_executor executor) {
  co_await asio::post(asio::bind_executor(executor, asio::use_awaitable));
}

}  // namespace wardroom::match
