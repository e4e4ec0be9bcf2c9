// Store calls as awaitables: `co_await ask_store<Card>([&](Then<Card> then) { store.card(id, std::move(then)); })`.
#pragma once

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>
#include <memory>
#include <utility>

#include "common/result.h"

namespace wardroom::match {

// Suspends until the callback given to `start` has been called, from whatever thread; goes on on the awaiting
// coroutine's own executor. `start` is called at once.
template <class Value, class Start>
boost::asio::awaitable<Value> wait_for(Start start) {
  namespace asio = boost::asio;
  return asio::async_initiate<const asio::use_awaitable_t<>, void(Value)>(
      [](auto handler, Start begin) {
        using Handler = decltype(handler);
        struct Waiting {
          Handler handler;
          asio::executor_work_guard<asio::associated_executor_t<Handler>> work;
        };
        auto executor = asio::get_associated_executor(handler);
        auto waiting = std::make_shared<Waiting>(Waiting{std::move(handler), asio::make_work_guard(executor)});
        begin([waiting](Value value) {
          auto resume = waiting->work.get_executor();
          asio::post(resume, [waiting, value = std::move(value)]() mutable {
            waiting->work.reset();
            std::move(waiting->handler)(std::move(value));
          });
        });
      },
      asio::use_awaitable, std::move(start));
}

template <class T, class Start>
boost::asio::awaitable<Result<T>> ask_store(Start start) {
  return wait_for<Result<T>>(std::move(start));
}

}  // namespace wardroom::match
