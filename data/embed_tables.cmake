# Writes a C++ source that holds each file as one raw string: cmake -DOUTPUT=… -DTABLES="a.csv;b.csv" -P embed_tables.cmake
set(source "// Made by data/embed_tables.cmake from the files of data/; edit those.\n#include <breakeven/data/tables.hpp>\n\n")
# Clang warns about literals above 64 KiB, which C++ does not bound.
string(APPEND source "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\nnamespace breakeven {\n\n")
foreach(table IN LISTS TABLES)
  get_filename_component(name ${table} NAME)
  string(REPLACE "." "_" name ${name})
  file(READ ${table} text)
  string(APPEND source "std::string_view ${name}() noexcept {\n    return R\"table(${text})table\";\n}\n\n")
endforeach()
string(APPEND source "}  // namespace breakeven\n")
file(WRITE ${OUTPUT} "${source}")
