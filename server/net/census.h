// Census: how many connections there are, in all and from each address.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <variant>

#include "server/net/limits.h"

namespace wardroom::net {

class Census : public std::enable_shared_from_this<Census> {
 public:
  Census(std::size_t connections, std::size_t per_address) : most_(connections), most_per_address_(per_address) {}

  // A place among the connections; given back when destroyed.
  class Place {
   public:
    Place() = default;
    Place(Place&& from) noexcept = default;
    Place& operator=(Place&& from) noexcept;
    ~Place() { leave(); }

   private:
    friend class Census;
    Place(std::shared_ptr<Census> census, std::string household)
        : census_(std::move(census)), household_(std::move(household)) {}
    void leave();

    std::shared_ptr<Census> census_;
    std::string household_;
  };

  enum class Full { kServer, kAddress };

  // One more connection of the server.
  std::variant<Place, Full> enter();
  // One more connection of an address (see household()).
  std::variant<Place, Full> enter(std::string household);

  std::size_t connections() const;

 private:
  const std::size_t most_;
  const std::size_t most_per_address_;
  mutable std::mutex mutex_;
  std::size_t connections_ = 0;
  std::unordered_map<std::string, std::size_t> by_address_;
};

}  // namespace wardroom::net
