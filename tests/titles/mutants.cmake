# The mutants of a title: mistakes kept on purpose, each killed by a test named after its rule. They are rows of the tables in
# its folder mutants (see mutate.cpp), and no program but those of this file has them in it.
add_executable(mutate ${CMAKE_CURRENT_LIST_DIR}/mutate.cpp)
target_compile_options(mutate PRIVATE ${WARDROOM_WARNINGS})
wardroom_library(mutated SOURCES ${CMAKE_CURRENT_LIST_DIR}/mutated.cpp)

# wardroom_mutants(TITLE FOLDER TESTS DEPS...): the library TITLE_mutated, which is wardroom_TITLE of FOLDER with all mutants in
# it; build/bin/mutated/TITLE, which is the object library TESTS linked with it and DEPS; and TITLE_mutants_test, which runs that
# with one mutant after the other.
set(WARDROOM_MUTANTS_DIR ${CMAKE_CURRENT_LIST_DIR})
function(wardroom_mutants title folder tests)
  set(tables ${CMAKE_CURRENT_SOURCE_DIR}/mutants)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/mutated)
  file(GLOB rows CONFIGURE_DEPENDS ${tables}/*)
  get_target_property(sources wardroom_${title} SOURCES)
  get_target_property(libraries wardroom_${title} LINK_LIBRARIES)
  set(made "")
  foreach(source ${sources})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${folder} OUTPUT_VARIABLE name)
    list(APPEND made ${out}/${name})
    get_source_file_property(room ${source} TARGET_DIRECTORY wardroom_${title} UNITY_GROUP)
    if(room)
      set_source_files_properties(${out}/${name} PROPERTIES UNITY_GROUP ${room})
    endif()
  endforeach()
  add_custom_command(OUTPUT ${made} ${out}/mutants.inc COMMAND mutate ${tables} ${folder} ${out} ${sources}
                     DEPENDS mutate ${rows} ${sources} VERBATIM)
  wardroom_library(${title}_mutated SOURCES ${made} DEPS ${libraries} mutated HEADERS none)
  # Nobody waits for it to run: as fast to build as can be.
  target_compile_options(${title}_mutated PRIVATE -O0)
  get_target_property(headers wardroom_${title} PRECOMPILE_HEADERS)
  if(headers)
    target_precompile_headers(${title}_mutated PRIVATE ${headers})
  endif()
  get_target_property(mode wardroom_${title} UNITY_BUILD_MODE)
  set_target_properties(${title}_mutated PROPERTIES UNITY_BUILD ON)
  if(mode)
    set_target_properties(${title}_mutated PROPERTIES UNITY_BUILD_MODE ${mode})
  endif()

  wardroom_program(${title}_mutated_tests SOURCES $<TARGET_OBJECTS:${tests}> DEPS ${ARGN} ${title}_mutated GTest::gmock_main
                   rapidcheck)
  set_target_properties(${title}_mutated_tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin/mutated
                        OUTPUT_NAME ${title})
  wardroom_test(${title}_mutants_test SOURCES ${WARDROOM_MUTANTS_DIR}/mutants_test.cpp ${out}/mutants.inc)
  target_compile_definitions(${title}_mutants_test PRIVATE WARDROOM_MUTANTS="${out}/mutants.inc"
                             WARDROOM_MUTATED_TESTS="$<TARGET_FILE:${title}_mutated_tests>")
  add_dependencies(${title}_mutants_test ${title}_mutated_tests)
endfunction()
