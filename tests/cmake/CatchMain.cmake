# SPDX-License-Identifier: MIT
# Catch2 2 and 3 both serve; tests/support/catch.hpp hides the difference.
find_package(Catch2 REQUIRED)
add_library(cudafetch_test_support STATIC support/catch_main.cpp)
target_include_directories(cudafetch_test_support PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
if(Catch2_VERSION VERSION_GREATER_EQUAL 3)
    target_link_libraries(cudafetch_test_support PUBLIC Catch2::Catch2WithMain)
    target_compile_definitions(cudafetch_test_support PUBLIC CUDAFETCH_CATCH=3)
else()
    target_link_libraries(cudafetch_test_support PUBLIC Catch2::Catch2)
    target_compile_definitions(cudafetch_test_support PUBLIC CUDAFETCH_CATCH=2)
endif()
target_link_libraries(cudafetch_test_support PUBLIC cudafetch_options cudafetch_cli)
target_compile_definitions(cudafetch_test_support PUBLIC
    CUDAFETCH_SOURCE_DIR="${PROJECT_SOURCE_DIR}")

function(cudafetch_unit_test name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE cudafetch_test_support)
    # Most of the time that tests take is their compilation.
    target_compile_options(${name} PRIVATE -O0)
    target_precompile_headers(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support/catch.hpp)
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 300)
endfunction()
