// Boost.JSON, compiled once for whoever includes its headers.
#include <boost/json/src.hpp>
