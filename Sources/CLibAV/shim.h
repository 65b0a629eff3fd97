#pragma once

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavcodec/vorbis_parser.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

#include <malloc.h>

// Large blocks go back to the system at once, and all threads share one arena for the rest.
static inline void cutlist_return_memory(void) {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

// Macros that Swift does not import.
static const int cutlist_averror_eof = AVERROR_EOF;
static const int cutlist_averror_exit = AVERROR_EXIT;
static const int cutlist_averror_invaliddata = AVERROR_INVALIDDATA;
static const int cutlist_averror_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int cutlist_averror_encoder_not_found = AVERROR_ENCODER_NOT_FOUND;
static const int cutlist_averror_filter_not_found = AVERROR_FILTER_NOT_FOUND;
static const int cutlist_averror_stream_not_found = AVERROR_STREAM_NOT_FOUND;
static const int cutlist_averror_option_not_found = AVERROR_OPTION_NOT_FOUND;
static const int64_t cutlist_no_pts = AV_NOPTS_VALUE;
static inline int cutlist_averror(int code) { return AVERROR(code); }

// Fixed arrays become tuples in Swift; these index them.
static inline uint8_t *_Nullable cutlist_frame_plane(const AVFrame *_Nonnull frame, int plane) {
  return frame->data[plane];
}
static inline int cutlist_frame_stride(const AVFrame *_Nonnull frame, int plane) {
  return frame->linesize[plane];
}
static inline void cutlist_frame_set_plane(
    AVFrame *_Nonnull frame, int plane, uint8_t *_Nonnull data, int stride,
    AVBufferRef *_Nonnull buffer) {
  frame->data[plane] = data;
  frame->linesize[plane] = stride;
  frame->buf[plane] = buffer;
}
static inline AVComponentDescriptor cutlist_component(
    const AVPixFmtDescriptor *_Nonnull descriptor, int component) {
  return descriptor->comp[component];
}
