// Murmansk Run as the list of titles has it.
#include "server/titles/pack.h"

#include "server/titles/murmansk/data/schema.h"
#include "server/titles/murmansk/murmansk.h"

namespace wardroom::murmansk {

TitlePack pack();  // for the list of all titles

TitlePack pack() {
  TitlePack made{entry()};
  made.inspect = inspect;
  made.file_types = data_schema().files;
  return made;
}

}  // namespace wardroom::murmansk
