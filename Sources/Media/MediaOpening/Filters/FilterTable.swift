/// Which of libavfilter's filters a project may use, with which options.
///
/// What is not in the table is refused, so a filter or an option that a new release adds has to be
/// looked at first. The tests hold the table against the filters of the libavfilter that is there.
package enum FilterTable {
  /// The options of each filter that computes and nothing else.
  static let options: [String: Set<String>] = {
    var options: [String: Set<String>] = [:]
    for table in [pictures, sound] {
      for (names, words) in entries(of: table) {
        let set = Set(words.flatMap { inner[$0] ?? [$0] })
        for name in names { options[name] = set }
      }
    }
    return options
  }()

  /// Filters of sound that give it at other times than they get it.
  static let timeChanging: Set<String> = [
    "adelay", "aloop", "apad", "areverse", "aselect", "asetpts", "asetrate", "asettb", "asegment",
    "atempo", "atrim", "rubberband", "silenceremove",
  ]

  /// Options that libav itself gives to every filter.
  static let common: Set<String> = ["enable", "thread_type", "threads"]

  /// Options of what is inside of several filters.
  private static let inner: [String: [String]] = [
    "+frames": words("eof_action shortest repeatlast"),
    "+resampler": words(
      """
      ich in_channel_count och out_channel_count uch used_channel_count isr in_sample_rate
      osr out_sample_rate isf in_sample_fmt osf out_sample_fmt tsf internal_sample_fmt icl
      in_channel_layout ocl out_channel_layout ichl in_chlayout ochl out_chlayout clev
      center_mix_level slev surround_mix_level lfe_mix_level rmvol rematrix_volume
      rematrix_maxval flags swr_flags dither_scale dither_method filter_size phase_shift
      linear_interp exact_rational cutoff resample_cutoff resampler precision cheby min_comp
      min_hard_comp comp_duration max_soft_comp async first_pts matrix_encoding filter_type
      kaiser_beta output_sample_bits
      """),
    "+scaler": words(
      """
      sws_flags srcw srch dstw dsth src_format dst_format src_range dst_range param0 param1
      src_v_chr_pos src_h_chr_pos dst_v_chr_pos dst_h_chr_pos sws_dither gamma alphablend
      threads
      """),
    "+spp": words("dct idct bits_per_sample"),
  ]

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// `names: options` in each line; what follows in lines that are indented belongs to it.
  private static func entries(of table: String) -> [(names: [String], options: [String])] {
    var lines: [String] = []
    for line in table.split(separator: "\n") {
      if line.hasPrefix(" "), let last = lines.popLast() {
        lines.append(last + line)
      } else {
        lines.append(String(line))
      }
    }
    return lines.map { line in
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (words(String(halves[0])), words(halves.count > 1 ? String(halves[1]) : ""))
    }
  }
}
