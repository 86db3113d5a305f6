# SPDX-License-Identifier: MIT

add_library(cudafetch_options INTERFACE)
target_compile_features(cudafetch_options INTERFACE cxx_std_20)
target_compile_options(cudafetch_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${CUDAFETCH_WERROR}>:-Werror>)
# g++ 12 sees overlaps in std::string that are not there (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(cudafetch_options INTERFACE -Wno-restrict)
endif()
if(CUDAFETCH_SANITIZE)
    target_compile_options(cudafetch_options INTERFACE
        -fsanitize=${CUDAFETCH_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(cudafetch_options INTERFACE -fsanitize=${CUDAFETCH_SANITIZE})
endif()

add_library(cudafetch_library STATIC)
add_library(cudafetch::cudafetch ALIAS cudafetch_library)
set_target_properties(cudafetch_library PROPERTIES
    OUTPUT_NAME cudafetch EXPORT_NAME cudafetch CXX_EXTENSIONS OFF
    VERIFY_INTERFACE_HEADER_SETS ON)
target_link_libraries(cudafetch_library
    PUBLIC tl::expected Threads::Threads PRIVATE $<BUILD_INTERFACE:cudafetch_options>)
target_compile_features(cudafetch_library PUBLIC cxx_std_20)
target_include_directories(cudafetch_library PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(cudafetch_library PRIVATE CUDAFETCH_VERSION="${PROJECT_VERSION}")

# cudafetch_module(<name> DEPENDS <modules> USES <third-party targets>)
# adds src/<name>/*.cpp and include/cudafetch/<name>/*.hpp to the library.
function(cudafetch_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;USES")
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/cudafetch/${name}/*.hpp)
    target_sources(cudafetch_library PRIVATE ${sources}
        PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers})
    target_link_libraries(cudafetch_library PRIVATE ${arg_USES})
endfunction()

# cudafetch_program(<name> MODULE <module> MAIN <source> USES <third-party targets>)
# builds src/<module> into a library of its own, so that tests can call it, and the program.
function(cudafetch_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODULE;MAIN" "USES")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${arg_MODULE}/*.cpp)
    add_library(cudafetch_${arg_MODULE} STATIC ${sources})
    target_include_directories(cudafetch_${arg_MODULE} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(cudafetch_${arg_MODULE} PRIVATE CUDAFETCH_VERSION="${PROJECT_VERSION}")
    target_link_libraries(cudafetch_${arg_MODULE}
        PUBLIC cudafetch::cudafetch ${arg_USES} PRIVATE cudafetch_options)
    add_executable(${name} ${PROJECT_SOURCE_DIR}/${arg_MAIN})
    target_link_libraries(${name} PRIVATE cudafetch_${arg_MODULE} cudafetch_options)
    set_target_properties(cudafetch_${arg_MODULE} ${name} PROPERTIES CXX_EXTENSIONS OFF)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()
