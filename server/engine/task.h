// Task: a lazy coroutine with symmetric transfer. Rules are Tasks that await other Tasks and the seats' answers.
#pragma once

#include <array>
#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace wardroom {

template <class T>
class Task;

namespace detail {

// Two tasks running for two seats; whoever finishes last goes on with the parent.
struct Join {
  int running = 0;
  bool starting = true;  // the starter is still on the stack: it goes on with the parent itself
  bool failed = false;
  std::coroutine_handle<> parent;
};

struct PromiseBase {
  std::coroutine_handle<> continuation = std::noop_coroutine();
  Join* join = nullptr;
  std::exception_ptr error;

  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> self) const noexcept {
      PromiseBase& promise = self.promise();
      if (!promise.join) return promise.continuation;
      Join& joined = *promise.join;
      if (promise.error) joined.failed = true;
      if ((--joined.running == 0 || joined.failed) && !joined.starting) return joined.parent;
      return std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

  std::suspend_always initial_suspend() const noexcept { return {}; }
  Final final_suspend() const noexcept { return {}; }
  void unhandled_exception() noexcept { error = std::current_exception(); }
};

template <class T>
struct Promise : PromiseBase {
  std::optional<T> value;
  Task<T> get_return_object();
  void return_value(T result) { value.emplace(std::move(result)); }
  T take() {
    if (error) std::rethrow_exception(error);
    return std::move(*value);
  }
};

template <>
struct Promise<void> : PromiseBase {
  Task<void> get_return_object();
  void return_void() const noexcept {}
  void take() const {
    if (error) std::rethrow_exception(error);
  }
};

}  // namespace detail

template <class T = void>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::Promise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Task(Handle handle) : handle_(handle) {}
  Task(Task&& from) noexcept : handle_(std::exchange(from.handle_, nullptr)) {}
  Task& operator=(Task&& from) noexcept {
    std::swap(handle_, from.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  Handle handle() const { return handle_; }
  bool done() const { return handle_.done(); }
  T take() { return handle_.promise().take(); }

  auto operator co_await() && noexcept {
    struct Awaiter {
      Handle handle;
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> parent) const noexcept {
        handle.promise().continuation = parent;
        return handle;
      }
      T await_resume() const { return handle.promise().take(); }
    };
    return Awaiter{handle_};
  }

 private:
  Handle handle_;
};

namespace detail {
template <class T>
Task<T> Promise<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<Promise<T>>::from_promise(*this));
}
inline Task<void> Promise<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<Promise<void>>::from_promise(*this));
}
}  // namespace detail

}  // namespace wardroom
