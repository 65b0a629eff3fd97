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
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Large blocks go back to the system at once, and all threads share one arena for the rest.
static inline void cutlist_return_memory(void) {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

// What lies between blocks that are in use goes back, too.
static inline void cutlist_trim_memory(void) { malloc_trim(0); }

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

// Takes from a process what reading one file or running one filter does not need. Memory is counted
// on top of what the program and its libraries take up already.
static inline int cutlist_confine_process(int first_closed, int64_t memory) {
  long pages = 0;
  FILE *statm = fopen("/proc/self/statm", "re");
  if (!statm) return -1;
  int found = fscanf(statm, "%ld", &pages);
  fclose(statm);
  if (found != 1) return -1;
  rlim_t space = (rlim_t)memory + (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
  struct rlimit own, none = {0, 0}, files = {64, 64}, memories = {space, space};
  // A limit that the process was started with holds where it is lower.
  if (getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_max < space) memories = own;
  if (syscall(SYS_close_range, (unsigned)first_closed, ~0u, 0u) != 0)
    for (int descriptor = first_closed; descriptor < 1024; descriptor++) close(descriptor);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) != 0) return -1;
  if (setrlimit(RLIMIT_CORE, &none) != 0 || setrlimit(RLIMIT_FSIZE, &none) != 0) return -1;
  if (setrlimit(RLIMIT_NOFILE, &files) != 0 && getrlimit(RLIMIT_NOFILE, &own) != 0) return -1;
  return setrlimit(RLIMIT_AS, &memories);
}

// The process is killed once it has used so much more processor time.
static inline int cutlist_limit_processor(int seconds) {
  struct timespec used;
  struct rlimit limit;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) return -1;
  if (getrlimit(RLIMIT_CPU, &limit) != 0) return -1;
  rlim_t end = (rlim_t)used.tv_sec + (rlim_t)seconds + 1;
  if (end > limit.rlim_max) end = limit.rlim_max;
  limit.rlim_cur = end;
  return setrlimit(RLIMIT_CPU, &limit);
}

// A picture as one block of bytes and back.
static inline int cutlist_pack_picture(
    uint8_t *_Nullable target, int size, const AVFrame *_Nonnull frame, int align) {
  return av_image_copy_to_buffer(
      target, size, (const uint8_t *const *)frame->data, frame->linesize,
      (enum AVPixelFormat)frame->format, frame->width, frame->height, align);
}
static inline int cutlist_unpack_picture(AVFrame *_Nonnull frame, int align) {
  frame->extended_data = frame->data;
  return av_image_fill_arrays(
      frame->data, frame->linesize, frame->buf[0]->data, (enum AVPixelFormat)frame->format,
      frame->width, frame->height, align);
}
