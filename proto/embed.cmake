# Writes the bytes of IN as an array into OUT: the described schemas of TITLE.
file(READ ${IN} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUT} "#include <string_view>\n\nnamespace {\nconstexpr unsigned char kBytes[] = {\n${bytes}};\n}\n\n"
  "namespace wardroom::${TITLE} {\nstd::string_view described_schemas();\n"
  "std::string_view described_schemas() { return {reinterpret_cast<const char*>(kBytes), sizeof kBytes}; }\n}\n")
