// As common/headers.h, for tests, which are compiled without optimising.
#pragma once

#include <gmock/gmock.h>

#include "common/headers.h"
