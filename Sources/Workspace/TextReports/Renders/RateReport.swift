package import Diagnostics
import OutputKinds
package import Rendering
import Workspace

/// What a render tells of how bits were shared.
package struct RateReport {
  private let rate: RateResult

  package init(_ rate: RateResult) {
    self.rate = rate
  }

  /// One line: what the pictures take, of what was asked, and what it took to find out.
  package var text: String {
    var text = "pictures: \(rate.bits) bits"
    if let wanted = rate.wantedBits {
      text += " of \(wanted) asked for (\(Self.percent(rate.bits, of: wanted)))"
    }
    let least = QualityText.factor(rate.levels.lowerBound)
    let most = QualityText.factor(rate.levels.upperBound)
    text += ", \(rate.scale.noun) \(least == most ? least : "\(least) to \(most)")"
    if rate.pilotFrames > 0 { text += "; first pass of \(rate.pilotFrames) frames" }
    if rate.repeatedChunks > 0 { text += "; \(rate.repeatedChunks) chunks encoded again" }
    if let reason { text += "; \(reason)" }
    return text
  }

  /// Why a rate is missed by more than three percent; `nil` where it is not.
  private var reason: String? {
    guard let wanted = rate.wantedBits else { return nil }
    let (difference, limit) = (Double(rate.bits - wanted), 0.03 * Double(wanted))
    if difference > limit { return "the worst quality takes no less" }
    if difference >= -limit { return nil }
    return rate.levels.lowerBound.steps <= rate.scale.levels.lowerBound + 20
      ? "the best quality takes no more" : "\"maxrate\" and \"bufsize\" let no more through"
  }

  /// The member `rate` of an object.
  package func write(to json: inout JSONWriter) {
    json.key("rate")
    json.object(inline: true) { json in
      json.member("bits", rate.bits)
      json.member("bitsAskedFor", rate.wantedBits)
      json.member("bestRateFactor", number: Double(rate.levels.lowerBound.hundredths) / 100)
      json.member("worstRateFactor", number: Double(rate.levels.upperBound.hundredths) / 100)
      json.member("firstPassFrames", rate.pilotFrames)
      json.member("chunksEncodedAgain", rate.repeatedChunks)
    }
  }

  /// By how much one is more than the other, in hundredths of a percent: `+0.25 %`.
  private static func percent(_ bits: Int, of wanted: Int) -> String {
    let hundredths = Int((Double(bits - wanted) * 10_000 / Double(max(1, wanted))).rounded())
    let size = abs(hundredths)
    let fraction = size % 100
    return
      "\(hundredths < 0 ? "−" : "+")\(size / 100).\(fraction / 10)\(fraction % 10) %"
  }
}
