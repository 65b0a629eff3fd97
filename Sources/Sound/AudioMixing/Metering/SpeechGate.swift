/// Finds where somebody speaks in a recording of speech, by how loud it is.
///
/// What it hears is the mean K-weighted power w (ITU-R BS.1770-4) over 50 ms around each hundredth of a second.
/// The level R of the speech is the mean of all w above -70 LUFS and above a tenth of the mean of those. A phrase
/// opens where w reaches R − 10 dB. It reaches back to where w rose over the lower gate, and ends where w stays
/// below that for 0.3 s. The lower gate is R − 20 dB, or 6 dB above the noise where that is more, but at most
/// R − 13 dB; the noise is the w that is exceeded nine tenths of the time. What is open for less than 0.08 s is
/// a click.
package enum SpeechGate {
  /// What it wants to know powers of.
  package static let partsPerSecond = 100

  private static let reach = 2
  private static let pause = 30
  private static let shortest = 8
  /// The power of −70 LUFS.
  private static let silence = Decibels.power(-70 + 0.691)

  /// Phrases, in order.
  ///
  /// - Parameter powers: the K-weighted mean square of each hundredth of a second; numbers from 0.
  /// - Returns: ranges of places in `powers`, apart from each other.
  /// - Complexity: O(n log n).
  package static func phrases(in powers: [Double]) -> [Range<Int>] {
    let levels = smoothed(powers)
    let heard = levels.filter { $0 > silence }
    guard !heard.isEmpty else { return [] }
    let gate = mean(heard) * 0.1
    let speech = mean(heard.filter { $0 > gate })
    let noise = levels.sorted()[levels.count / 10]
    let open = speech * 0.1
    let close = min(max(speech * 0.01, noise * 4), speech * 0.05)
    var phrases: [Range<Int>] = []
    var place = 0
    while let first = levels[place...].firstIndex(where: { $0 >= open }) {
      var start = first
      while start > place, levels[start - 1] >= close { start -= 1 }
      var last = first
      var next = first + 1
      while next < levels.count, next - last <= pause {
        if levels[next] >= close { last = next }
        next += 1
      }
      let end = last + 1
      if levels[start..<end].lazy.filter({ $0 >= open }).prefix(shortest).count == shortest {
        phrases.append(start..<end)
      }
      place = end
    }
    return phrases
  }

  private static func smoothed(_ powers: [Double]) -> [Double] {
    powers.indices.map { place in
      mean(Array(powers[max(0, place - reach)..<min(powers.count, place + reach + 1)]))
    }
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }
}
