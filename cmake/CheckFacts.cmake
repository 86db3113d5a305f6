# SPDX-License-Identifier: MIT

# cudafetch_check_facts(<target>)
# Nothing of the target is built before the fact tables have passed scripts/check_facts.py, which
# runs again whenever a table, a schema, a manifest or a rule has changed.
function(cudafetch_check_facts target)
    set(script ${PROJECT_SOURCE_DIR}/scripts/check_facts.py)
    set(manifests ${PROJECT_SOURCE_DIR}/manifests)
    file(GLOB inputs CONFIGURE_DEPENDS
        ${manifests}/*.json ${manifests}/*/*.json
        ${PROJECT_SOURCE_DIR}/scripts/facts/*.py ${PROJECT_SOURCE_DIR}/scripts/common/*.py)
    set(stamp ${PROJECT_BINARY_DIR}/facts.checked)
    add_custom_command(OUTPUT ${stamp}
        COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1
            $<TARGET_FILE:Python3::Interpreter> ${script}
        COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
        DEPENDS ${script} ${inputs}
        COMMENT "Checking the fact tables"
        VERBATIM)
    add_custom_target(cudafetch_facts DEPENDS ${stamp})
    add_dependencies(${target} cudafetch_facts)
endfunction()
