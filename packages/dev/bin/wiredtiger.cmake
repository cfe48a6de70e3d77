# Precompiles the headers of WiredTiger, which take two thirds of the time of each file. A toolchain file, as the build of
# the crate takes no other additions.
get_property(is_trial GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT is_trial AND PROJECT_NAME STREQUAL "WiredTiger")
    cmake_language(DEFER CALL target_precompile_headers wt_objs PRIVATE <wt_internal.h>)
endif()
