internal import BaseValues

/// What the onsets near a piece mean for where it is taken from.
///
/// ```
/// source   ─────────────┊█████▒▒▒▒▒▒▒▒───            █ onset
/// result   ──(──p──)────┊                            pieces before end before the onset
///               (───────┊█piece──)                   the bound piece is whole where it begins,
///                       ┊    (──next──)              and the next one goes on from it
///                       ┊         (─────)            pieces after begin behind the attack
/// ```
struct PieceBinding: Sendable {
  /// The only place that is right.
  private(set) var forced: Int64?
  /// Places not to go beyond.
  private var low = Int64.min / 4
  private var high = Int64.max / 4
  /// Samples after the middle of the piece before at which this one has taken over.
  private(set) var fadeLength: Int64

  /// - Parameter onsets: source samples, far enough apart for their pieces.
  init(piece: Int64, onsets: [Int64], _ stretch: PieceStretch) {
    let hop = stretch.hop
    fadeLength = hop
    // Half a millisecond before an onset is as it was, a fade takes at least two, and an attack is
    // over after two.
    let lead = hop / 20
    let least = hop / 5
    for onset in onsets {
      let mapped = stretch.course.begin(of: onset)
      guard mapped.magnitude < 1 << 60 else { continue }
      let begin = mapped - lead
      // The first piece whose middle lies there or a little before.
      let bound = floorDivide(begin - least + hop - 1, by: hop)
      // How far the piece before may be heard.
      let fade = min(hop, begin - (bound - 1) * hop)
      if piece < bound {
        let heard = piece == bound - 1 ? fade : hop
        high = min(high, onset - lead - heard)
      } else if piece <= bound + 1 {
        forced = onset + piece * hop - mapped
        if piece == bound { fadeLength = fade }
      } else {
        low = max(low, onset + hop + least)
      }
    }
    // An onset that comes too early is worse than one that is heard again.
    low = min(low, high)
  }

  /// The nearest place that is allowed.
  func bound(_ place: Int64) -> Int64 { forced ?? min(max(place, low), high) }
}
