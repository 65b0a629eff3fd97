import OutputKinds

extension RenderRates {
  /// What a unit of some sort of work takes where nothing was measured: nanoseconds on a core of a server
  /// of about 2020, or bytes.
  ///
  /// Of a name's words those count that are listed, the longest beginning first; of none that is, the
  /// stage's own rate holds.
  static func assumed(_ kind: WorkKind) -> Double {
    var words = kind.name.split(separator: " ")[...]
    while !words.isEmpty {
      if let rate = table[WorkKind(kind.stage, words.joined(separator: " "))] { return rate }
      words.removeLast()
    }
    return ofStage(kind.stage)
  }

  private static func ofStage(_ stage: WorkKind.Stage) -> Double {
    switch stage {
    case .decode: 3
    case .compose: 3
    case .encode: 20
    case .mix: 10
    case .encodeSound: 120
    case .start: 100_000_000
    case .join: 1
    case .size: 0.015
    }
  }

  private static let table: [WorkKind: Double] = {
    var table: [WorkKind: Double] = [:]
    func add(_ stage: WorkKind.Stage, _ rates: KeyValuePairs<String, Double>) {
      for (name, rate) in rates { table[WorkKind(stage, name)] = rate }
    }
    add(
      .decode,
      [
        "h264": 3, "hevc": 4, "vp9": 4, "av1": 5, "prores": 6, "dnxhd": 4, "mpeg2video": 1.5,
        "mjpeg": 4, "ffv1": 15, "png": 15, "generated": 3, "filter": 15, "chain": 20, "scale": 4,
        "colors": 8,
      ])
    add(
      .compose,
      [
        "untouched": 0.02, "frame": 0.5, "layer": 1, "resampled": 8, "group": 1, "text": 1,
        "color": 0.3, "gradient": 2, "mask": 2, "matte": 2, "mode": 3, "effect": 8,
        "frames-blend": 2, "frames-flow": 100,
      ])
    for codec in VideoCodec.all {
      for preset in codec.presets { add(.encode, ["\(codec.name) \(preset.name)": preset.cost]) }
    }
    add(.mix, ["sum": 3, "span": 8, "retimed": 60, "limiter": 30])
    add(.join, ["bytes": 1, "chunks": 200_000])
    return table
  }()
}
