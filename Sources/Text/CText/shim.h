#pragma once

#include <fontconfig/fontconfig.h>
#include <fribidi.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_STROKER_H
#include FT_MULTIPLE_MASTERS_H
#include FT_COLOR_H
#include <hb.h>
#include <hb-ot.h>

// The name and version of the library in use; a variable there, which Swift does not take.
static inline const char *cutlist_fribidi_version(void) { return fribidi_version_info; }
