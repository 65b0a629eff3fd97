#pragma once

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Macros that Swift does not import.
static const int cutlist_averror_eof = AVERROR_EOF;
static const int64_t cutlist_no_pts = AV_NOPTS_VALUE;
static inline int cutlist_averror(int code) { return AVERROR(code); }
