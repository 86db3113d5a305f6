# SPDX-License-Identifier: MIT

# Each <folder>/test_<name>.py becomes the test <prefix>.<name>. Exit status 77: skipped, with the
# reason in its output.
function(cudafetch_script_tests prefix folder)
    file(GLOB scripts CONFIGURE_DEPENDS ${folder}/test_*.py)
    foreach(script IN LISTS scripts)
        get_filename_component(name ${script} NAME_WE)
        string(REGEX REPLACE "^test_" "" name ${name})
        add_test(NAME ${prefix}.${name} COMMAND Python3::Interpreter ${script} -v)
        set_tests_properties(${prefix}.${name} PROPERTIES
            LABELS ${prefix} TIMEOUT 900 SKIP_RETURN_CODE 77
            ENVIRONMENT "CUDAFETCH=$<TARGET_FILE:cudafetch>;PYTHONDONTWRITEBYTECODE=1")
    endforeach()
endfunction()

# A command that proves something about the source tree.
function(cudafetch_check name)
    add_test(NAME lint.${name} COMMAND ${ARGN})
    set_tests_properties(lint.${name} PROPERTIES LABELS lint TIMEOUT 1800)
endfunction()
