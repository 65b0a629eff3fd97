/// Where a channel is heard, and what becomes of it with fewer channels.
enum Speaker: String, Sendable {
  case left = "FL"
  case right = "FR"
  case center = "FC"
  case lowFrequency = "LFE"
  case backLeft = "BL"
  case backRight = "BR"
  case leftOfCenter = "FLC"
  case rightOfCenter = "FRC"
  case backCenter = "BC"
  case sideLeft = "SL"
  case sideRight = "SR"
  case downmixLeft = "DL"
  case downmixRight = "DR"
  /// Anything else.
  case other = ""

  static let minus3 = 0.5.squareRoot()

  var stereo: (left: Double, right: Double) {
    switch self {
    case .left, .leftOfCenter, .downmixLeft: (1, 0)
    case .right, .rightOfCenter, .downmixRight: (0, 1)
    case .center: (Self.minus3, Self.minus3)
    case .backLeft, .sideLeft: (Self.minus3, 0)
    case .backRight, .sideRight: (0, Self.minus3)
    case .backCenter: (0.5, 0.5)
    case .lowFrequency, .other: (0, 0)
    }
  }

  // MARK: - Layouts

  /// The speakers of a layout's channels, `count` of them; see `DownMix.init`.
  ///
  /// - Parameter isSurround: whether the mix is of 5.1 or 7.1.
  static func layout(_ name: String, count: Int, isSurround: Bool) -> [Speaker] {
    if let said = said(name, count: count) { return said }
    if count == 2 { return [.left, .right] }
    if isSurround, let usual = [6: "5.1", 8: "7.1"][count] { return names[usual] ?? [] }
    let isAmbisonic = name.hasPrefix("ambisonic")
    return (0..<count).map { isAmbisonic && $0 > 0 ? .other : .center }
  }

  /// The speakers of a layout that says them; `nil` for one that does not, or is of another number of channels.
  static func said(_ name: String, count: Int) -> [Speaker]? {
    if let known = names[name], known.count == count { return known }
    if let inside = bracket(name), inside.count == count { return inside }
    // `7.1(top)` is a kind of 7.1.
    if let open = name.firstIndex(of: "("), let known = names[String(name[..<open])],
      known.count == count
    {
      return known
    }
    return nil
  }

  /// What `3 channels (FL+FR+LFE)` lists.
  private static func bracket(_ name: String) -> [Speaker]? {
    guard let open = name.firstIndex(of: "("), name.last == ")" else { return nil }
    let speakers = name[name.index(after: open)...].dropLast()
      .split(separator: "+", omittingEmptySubsequences: false)
      .map { Speaker(rawValue: String($0)) ?? .other }
    // `7.1(top)` lists nothing.
    return speakers.contains { $0 != .other } ? speakers : nil
  }

  /// In libav's order of channels.
  private static let names: [String: [Speaker]] = [
    "mono": [.center],
    "stereo": [.left, .right],
    "downmix": [.downmixLeft, .downmixRight],
    "2.1": [.left, .right, .lowFrequency],
    "3.0": [.left, .right, .center],
    "3.0(back)": [.left, .right, .backCenter],
    "3.1": [.left, .right, .center, .lowFrequency],
    "4.0": [.left, .right, .center, .backCenter],
    "4.1": [.left, .right, .center, .lowFrequency, .backCenter],
    "quad": [.left, .right, .backLeft, .backRight],
    "quad(side)": [.left, .right, .sideLeft, .sideRight],
    "5.0": [.left, .right, .center, .backLeft, .backRight],
    "5.0(side)": [.left, .right, .center, .sideLeft, .sideRight],
    "5.1": [.left, .right, .center, .lowFrequency, .backLeft, .backRight],
    "5.1(side)": [.left, .right, .center, .lowFrequency, .sideLeft, .sideRight],
    "6.0": [.left, .right, .center, .backCenter, .sideLeft, .sideRight],
    "6.0(front)": [.left, .right, .leftOfCenter, .rightOfCenter, .sideLeft, .sideRight],
    "hexagonal": [.left, .right, .center, .backLeft, .backRight, .backCenter],
    "6.1": [.left, .right, .center, .lowFrequency, .backCenter, .sideLeft, .sideRight],
    "6.1(back)": [
      .left, .right, .center, .lowFrequency, .backLeft, .backRight, .backCenter,
    ],
    "6.1(front)": [
      .left, .right, .lowFrequency, .leftOfCenter, .rightOfCenter, .sideLeft, .sideRight,
    ],
    "7.0(front)": [.left, .right, .center, .leftOfCenter, .rightOfCenter, .sideLeft, .sideRight],
    "7.1(wide)": [
      .left, .right, .center, .lowFrequency, .backLeft, .backRight, .leftOfCenter, .rightOfCenter,
    ],
    "7.1(wide-side)": [
      .left, .right, .center, .lowFrequency, .leftOfCenter, .rightOfCenter, .sideLeft, .sideRight,
    ],
    "octagonal": [
      .left, .right, .center, .backLeft, .backRight, .backCenter, .sideLeft, .sideRight,
    ],
    "7.0": [.left, .right, .center, .backLeft, .backRight, .sideLeft, .sideRight],
    "7.1": [
      .left, .right, .center, .lowFrequency, .backLeft, .backRight, .sideLeft, .sideRight,
    ],
  ]
}
