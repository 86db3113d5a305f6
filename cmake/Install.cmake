# SPDX-License-Identifier: MIT
include(CMakePackageConfigHelpers)

install(TARGETS cudafetch RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS cudafetch_library EXPORT cudafetch
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT cudafetch NAMESPACE cudafetch:: FILE cudafetchTargets.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cudafetch)
configure_package_config_file(cmake/cudafetchConfig.cmake.in cudafetchConfig.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cudafetch)
write_basic_package_version_file(cudafetchConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cudafetchConfig.cmake
    ${PROJECT_BINARY_DIR}/cudafetchConfigVersion.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cudafetch)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
