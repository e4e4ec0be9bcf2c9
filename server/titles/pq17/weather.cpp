#include "server/titles/pq17/weather.h"

namespace wardroom::pq17 {

void weather_phase(Operation& op) { op.truth.mutable_environment()->set_weather(v1::Weather::FAIR); }
void disperse_convoys(Operation&) {}
void check_weather_damage(Operation&) {}
void rejoin(Operation&, Side, v1::Force&) {}
bool find_each_other(Operation&, Side, const v1::Force&, const v1::Force&) { return true; }
void end_local_weather(Operation&) {}

}  // namespace wardroom::pq17
