/// Where the channels of mixed sound are heard: mono, stereo, 5.1 or 7.1, in libav's order.
///
/// | channels | speakers |
/// |---|---|
/// | 1 | centre |
/// | 2 | left, right |
/// | 6 | left, right, centre, low-frequency effects, back left, back right |
/// | 8 | those, side left, side right |
///
/// The surrounds of 5.1 are the back pair, as libav has it; ITU-R BS.775 puts them at 110°, to the sides.
package struct ChannelLayout: Hashable, Sendable {
  /// Numbers of channels that sound can be mixed in.
  package static let counts = [1, 2, 6, 8]

  let speakers: [Speaker]

  /// The layout of so many channels; with another number, of the nearest below that.
  package init(channels: Int) {
    let count = Self.counts.last { $0 <= channels } ?? 1
    speakers = Speaker.layout("", count: count, isSurround: true)
  }

  /// `mono`, `stereo`, `5.1` or `7.1`.
  package var name: String {
    switch speakers.count {
    case 1: "mono"
    case 2: "stereo"
    case 6: "5.1"
    default: "7.1"
    }
  }

  /// What each channel counts in loudness (ITU-R BS.1770-4): 1 in front, 1.41 at the sides and behind, 0 for
  /// low-frequency effects.
  package var weights: [Double] {
    speakers.map { speaker in
      switch speaker {
      case .lowFrequency: 0
      case .backLeft, .backRight, .sideLeft, .sideRight: 1.41
      default: 1
      }
    }
  }

  /// Which side of the room each channel is on: below 0 left, above 0 right, 0 for the middle and for
  /// low-frequency effects.
  package var sides: [Int] { speakers.map(\.side) }

  /// The same for any number of channels: those of no layout are in the middle.
  static func sides(ofChannels count: Int) -> [Int] {
    counts.contains(count)
      ? ChannelLayout(channels: count).sides : Array(repeating: 0, count: max(0, count))
  }

  /// Channels of the left and the right that belong together.
  package var pairs: [(left: Int, right: Int)] {
    [(Speaker.left, Speaker.right), (.backLeft, .backRight), (.sideLeft, .sideRight)]
      .compactMap { left, right in
        guard let left = speakers.firstIndex(of: left), let right = speakers.firstIndex(of: right)
        else { return nil }
        return (left, right)
      }
  }
}

extension Speaker {
  /// Below 0 left, above 0 right.
  var side: Int {
    switch self {
    case .left, .leftOfCenter, .downmixLeft, .backLeft, .sideLeft: -1
    case .right, .rightOfCenter, .downmixRight, .backRight, .sideRight: 1
    case .center, .backCenter, .lowFrequency, .other: 0
    }
  }

  /// How much of it goes to each speaker of 5.1 or 7.1; see `DownMix`.
  ///
  /// - Parameter hasBoth: whether it comes with side and back pairs.
  func shares(in outputs: [Speaker], hasBoth: Bool) -> [Double] {
    let hasSides = outputs.contains(.sideLeft)
    func to(_ shares: [Speaker: Double]) -> [Double] { outputs.map { shares[$0] ?? 0 } }
    switch self {
    case .left, .leftOfCenter, .downmixLeft: return to([.left: 1])
    case .right, .rightOfCenter, .downmixRight: return to([.right: 1])
    case .center: return to([.center: 1])
    case .lowFrequency: return to([.lowFrequency: 1])
    // The surrounds of 5.1 are those at the sides of 7.1.
    case .backLeft: return to([hasSides && !hasBoth ? .sideLeft : .backLeft: 1])
    case .backRight: return to([hasSides && !hasBoth ? .sideRight : .backRight: 1])
    case .sideLeft: return to([hasSides ? .sideLeft : .backLeft: 1])
    case .sideRight: return to([hasSides ? .sideRight : .backRight: 1])
    case .backCenter: return to([.backLeft: Self.minus3, .backRight: Self.minus3])
    case .other: return to([:])
    }
  }
}
