// Store calls as awaitables: `co_await ask_store<MatchCard>([&](Then<MatchCard> then) { store.card(id,
// std::move(then)); })`.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "common/result.h"

namespace wardroom::match {

// Suspends until the function given to `start` has been called, from whatever thread; goes on on the awaiting
// coroutine's own executor. `start` is called at once. All of Asio that a wait needs is compiled here, once.
boost::asio::awaitable<void> until_called(std::function<void(std::function<void()>)> start);

// The awaiting coroutine goes on there. Beside its own executor it must not throw, and must come back.
boost::asio::awaitable<void> go_to(boost::asio::any_io_executor executor);

// As until_called, with a value, which the function is called with.
template <class Value, class Start>
boost::asio::awaitable<Value> wait_for(Start start) {
  auto value = std::make_shared<std::optional<Value>>();
  std::function<void(std::function<void()>)> begin = [&](std::function<void()> go_on) {
    start([value, go_on = std::move(go_on)](Value given) {
      value->emplace(std::move(given));
      go_on();
    });
  };
  co_await until_called(std::move(begin));
  co_return std::move(**value);
}

template <class T, class Start>
boost::asio::awaitable<Result<T>> ask_store(Start start) {
  return wait_for<Result<T>>(std::move(start));
}

}  // namespace wardroom::match
