internal import CLibAV

/// How long a graph without an input goes on.
extension FilterGraph {
  /// What is known of a graph's end before it runs.
  package enum Length: Sendable, Hashable {
    /// It goes on for ever, or nobody can tell without trying.
    case unknown
    /// Its one source of pictures states how long it lasts, in microseconds, and no filter behind
    /// it adds pictures or takes some away.
    case stated(microseconds: Int64)
    /// It ends, and running it tells when.
    case finite
  }

  /// Filters that end by themselves.
  private static let finiteSources: Set<String> = ["afirsrc", "flite", "hilbert", "sinc"]

  /// Filters that give one picture or sample for each that they get, or as many more or fewer as
  /// keep a finite length finite.
  private static let preserving: Set<String> = [
    "aformat", "afade", "aecho", "anull", "aresample", "avgblur", "boxblur", "chromakey",
    "colorbalance", "colorchannelmixer", "colorkey", "crop", "curves", "drawbox", "drawgrid",
    "drawtext", "edgedetect", "eq", "fade", "format", "gblur", "geq", "hflip", "hue", "lutrgb",
    "lutyuv", "negate", "noise", "null", "pad", "rotate", "scale", "setdar", "setrange", "setsar",
    "transpose", "vflip", "vignette", "volume",
  ]

  /// Filters behind which even finite sources may go on for ever.
  private static let prolonging: Set<String> = ["aloop", "apad", "loop", "tpad"]

  /// What can be told of the length without running the graph.
  package var length: Length {
    var sources: [Int64?] = []
    var isPreserved = true
    var isTrimmed = false
    var isProlonged = false
    let graph = unsafe handle.graph
    for index in 0..<Int(unsafe graph.pointee.nb_filters) {
      guard let filter = unsafe graph.pointee.filters[index],
        let name = unsafe string(filter.pointee.filter.pointee.name),
        name != "buffersink", name != "abuffersink"
      else { continue }
      if unsafe filter.pointee.nb_inputs == 0 {
        unsafe sources.append(Self.stated(filter, name, kind: output.kind))
      } else {
        if !Self.preserving.contains(name) { isPreserved = false }
        if Self.prolonging.contains(name) { isProlonged = true }
        if unsafe Self.trims(filter, name) { isTrimmed = true }
      }
    }
    let areFinite = sources.allSatisfy { $0 != nil }
    if sources.count == 1, isPreserved, output.kind == .video, let duration = sources[0] {
      return .stated(microseconds: duration)
    }
    // `select` may keep the end of an endless source from ever being seen.
    if areFinite && !isProlonged { return .finite }
    return isTrimmed && !isProlonged && !filterNames.contains { $0.hasSuffix("select") }
      ? .finite : .unknown
  }

  /// How long a source says that it lasts, 0 for one that ends by its nature; `nil` for ever.
  private static func stated(
    _ filter: UnsafeMutablePointer<AVFilterContext>, _ name: String,
    kind: StreamDescription.Kind
  ) -> Int64? {
    if finiteSources.contains(name) { return 0 }
    var duration: Int64 = -1
    let status = unsafe av_opt_get_int(filter, "duration", AV_OPT_SEARCH_CHILDREN, &duration)
    guard status >= 0, duration < Int64.max else { return nil }
    // Sources of sound take 0 for no end.
    return duration > 0 || (duration == 0 && kind == .video) ? duration : nil
  }

  /// Whether a filter ends what comes through it.
  private static func trims(
    _ filter: UnsafeMutablePointer<AVFilterContext>, _ name: String
  ) -> Bool {
    guard name == "trim" || name == "atrim" else { return false }
    func option(_ name: String) -> Int64? {
      var value: Int64 = 0
      let status = unsafe av_opt_get_int(filter, name, AV_OPT_SEARCH_CHILDREN, &value)
      return status >= 0 ? value : nil
    }
    if let duration = option("duration"), duration > 0 { return true }
    if let end = option("end_pts"), end != cutlist_no_pts { return true }
    return ["end", "end_frame", "end_sample"].contains { name in
      option(name).map { $0 != .max } ?? false
    }
  }

  /// Runs a finite graph to its end and counts what comes out: pictures, or samples of sound.
  ///
  /// - Returns: `nil` where there is more than `limit`.
  /// - Throws: `LibAVError` when a filter fails.
  package consuming func count(limit: Int) throws(LibAVError) -> Int? {
    var graph = self
    var count = 0
    while count <= limit {
      if graph.output.kind == .audio {
        guard case .frame(let block) = try graph.receiveAudio() else { return count }
        count += block.sampleCount
      } else {
        guard case .frame = try graph.receiveVideo() else { return count }
        count += 1
      }
    }
    return nil
  }
}
