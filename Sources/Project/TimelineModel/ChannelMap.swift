package import Diagnostics
package import BaseValues

/// A loudspeaker of mono, stereo, 5.1 and 7.1, as projects call it.
package enum SpeakerName: String, Hashable, NamedChoice {
  case left, right, center, lfe, backLeft, backRight, sideLeft, sideRight

  /// The speakers of so many channels, in their order; `nil` where the order is not known.
  package static func all(ofChannels count: Int) -> [SpeakerName]? {
    switch count {
    case 1: [.center]
    case 2: [.left, .right]
    case 6, 8: Array(allCases.prefix(count))
    default: nil
    }
  }

  /// Its channel among so many; where there is one pair of surrounds, the back and the side pair are it.
  package func channel(of count: Int) -> Int? {
    guard let speakers = Self.all(ofChannels: count) else { return nil }
    if let channel = speakers.firstIndex(of: self) { return channel }
    switch self {
    case .sideLeft: return speakers.firstIndex(of: .backLeft)
    case .sideRight: return speakers.firstIndex(of: .backRight)
    default: return nil
    }
  }

  /// What the word means.
  package var summary: String {
    switch self {
    case .left: "front left"
    case .right: "front right"
    case .center: "front centre; the only channel of mono"
    case .lfe: "low-frequency effects (subwoofer)"
    case .backLeft: "left surround of 5.1, back left of 7.1"
    case .backRight: "right surround of 5.1, back right of 7.1"
    case .sideLeft: "side left of 7.1"
    case .sideRight: "side right of 7.1"
    }
  }
}

/// Which channels are heard where, in place of the usual: a sum of channels for each loudspeaker that is named,
/// silence from the others.
package struct ChannelMap: Hashable, Sendable {
  /// A channel that is heard.
  package enum Source: Hashable, Sendable {
    /// Counted from 1.
    case number(Int)
    /// The one of this loudspeaker, where the channels have the usual order.
    case speaker(SpeakerName)

    /// The channel among so many, from 0; `nil` where there is none.
    package func channel(of count: Int) -> Int? {
      switch self {
      case .number(let number): (1...max(1, count)).contains(number) ? number - 1 : nil
      case .speaker(let speaker): speaker.channel(of: count)
      }
    }
  }

  /// A channel on its way to a loudspeaker.
  package struct Route: Hashable, Sendable {
    /// Where it is heard.
    package var output: Located<SpeakerName>
    /// What is heard.
    package var source: Located<Source>
    /// Factor of amplitude.
    package var gain: Rational

    /// A route with a factor of amplitude.
    package init(output: Located<SpeakerName>, source: Located<Source>, gain: Rational) {
      self.output = output
      self.source = source
      self.gain = gain
    }
  }

  /// In the order of the project file.
  package var routes: [Route]
  /// Where it stands in the project file.
  package var range: SourceRange

  /// A map of routes.
  package init(routes: [Route], range: SourceRange) {
    self.routes = routes
    self.range = range
  }
}
