# One function makes a layer: its headers, its sources, and what lies below it.

# Warnings are for this tree only; a host project that adds us keeps its own flags.
add_library(breakeven_warnings INTERFACE)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(breakeven_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  # GCC 12 warns about `"text" + std::string` inside its own library (bug 105651, mended in 13). Our headers avoid it.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(breakeven_warnings INTERFACE -Wno-restrict)
  endif()
  if(BREAKEVEN_WERROR)
    target_compile_options(breakeven_warnings INTERFACE -Werror)
  endif()
endif()

# breakeven_library(breakeven_models [SOURCES a.cpp …] DEPENDS breakeven::core …)
# The target breakeven_NAME of folder NAME, known as breakeven::NAME. Its include path holds this folder alone, so what
# a layer can include is exactly what it links: core cannot see models.
function(breakeven_library target)
  cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  string(REPLACE "breakeven_" "" layer ${target})
  set(include_root ${breakeven_BINARY_DIR}/include/${layer})
  file(MAKE_DIRECTORY ${include_root}/breakeven)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${include_root}/breakeven/${layer} SYMBOLIC)
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:breakeven_warnings> ${ARG_PRIVATE_DEPENDS})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(breakeven::${layer} ALIAS ${target})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${include_root}> $<INSTALL_INTERFACE:include>)
  target_link_libraries(${target} ${scope} ${ARG_DEPENDS})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${layer} CXX_EXTENSIONS OFF)
  install(TARGETS ${target} EXPORT breakevenTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  foreach(header IN LISTS ARG_HEADERS)
    install(FILES ${header} DESTINATION include/breakeven/${layer})
  endforeach()
endfunction()

# breakeven_tests(core LINKS breakeven::core): one test program for tests/core/*_test.cpp, its cases known to ctest by name.
# Sources are listed, not globbed, so that a new file is never forgotten by a stale build.
function(breakeven_tests layer)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  set(target breakeven_${layer}_tests)
  add_executable(${target} ${breakeven_SOURCE_DIR}/tests/main.cpp ${ARG_SOURCES})
  target_link_libraries(${target} PRIVATE breakeven_warnings doctest::doctest ${ARG_LINKS})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE ${breakeven_SOURCE_DIR}/tests)
  target_compile_definitions(${target} PRIVATE BREAKEVEN_SOURCE_DIR="${breakeven_SOURCE_DIR}")
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  doctest_discover_tests(${target} TEST_PREFIX "${layer}: " PROPERTIES TIMEOUT 600)
endfunction()

# breakeven_cpu_variants(breakeven_calibration fold_rows): the kernel fold_rows.cpp of a library, and on x86-64 beside it
# fold_rows_avx2.cpp and fold_rows_avx512.cpp for processors that have these; fold_rows.cpp chooses at run time. No product is fused
# into a sum in any of them, so all give the same bits.
function(breakeven_cpu_variants target kernel)
  set_source_files_properties(${kernel}.cpp PROPERTIES COMPILE_OPTIONS "-ffp-contract=off;-fno-math-errno")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    set_source_files_properties(${kernel}.cpp PROPERTIES COMPILE_DEFINITIONS BREAKEVEN_X86_VARIANTS)
    set_source_files_properties(${kernel}_avx2.cpp PROPERTIES COMPILE_OPTIONS "-ffp-contract=off;-fno-math-errno;-mavx2")
    set_source_files_properties(${kernel}_avx512.cpp PROPERTIES COMPILE_OPTIONS "-ffp-contract=off;-fno-math-errno;-mavx512f;-mavx512dq;-mavx512vl;-mprefer-vector-width=512")
    target_sources(${target} PRIVATE ${kernel}_avx2.cpp ${kernel}_avx512.cpp)
  endif()
endfunction()
