import BaseValues

extension TimelineDrawing {
  /// How loud the movie is over time, as a row: 0 LUFS at the top, −40 at the bottom, a line for each 10.
  ///
  /// - Returns: no row where there is no sound.
  func loudness(_ curve: LoudnessCurve?) -> [String] {
    guard let curve, frameCount > 0 else { return [] }
    let points = Double(frameCount) * Double(rate.seconds) / Double(rate.frames)
    let width = 1000 / (points * Double(LoudnessCurve.rate))
    var svg = "<svg viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\">"
    svg +=
      "<title>loudness, 0 to −40 LUFS: bright over 3 s, pale over 0.4 s, dashed the whole</title>"
    for height in stride(from: 10, to: 40, by: 10) { svg += level("scale", "\(height)") }
    if let whole = curve.integrated { svg += level("whole", Self.height(whole)) }
    svg += lines(curve.momentary, width, style: "momentary")
    svg += lines(curve.shortTerm, width, style: "short-term") + "</svg>"
    let notes = [
      curve.integrated.map { "\(HTMLText.number($0, places: 1)) LUFS" }
        ?? (curve.truePeak == nil ? "silent" : "too short or soft to be measured"),
      "bright: over 3 s", "pale: over 0.4 s",
    ]
    let scale = [10, 20, 30].map { "<span class=\"level at\($0)\">−\($0)</span>" }.joined()
    return [row("loudness", notes: notes, kind: "loudness", svg + scale)]
  }

  private func level(_ style: String, _ height: String) -> String {
    "<polyline class=\"\(style)\" points=\"0,\(height) 1000,\(height)\"/>"
  }

  /// The loudest of a few neighbours each where there are more than can be seen; parted where it is silent.
  private func lines(_ values: [Double?], _ width: Double, style: String) -> String {
    let step = max(1, values.count / TimelineMaterial.pageWidth)
    var lines: [String] = []
    var line = ""
    for start in stride(from: 0, to: values.count, by: step) {
      let end = min(start + step, values.count)
      guard let value = values[start..<end].compactMap(\.self).max() else {
        lines.append(line)
        line = ""
        continue
      }
      // A value is of what ends there.
      line += "\(HTMLText.number(Double(end) * width, places: 1)),\(Self.height(value)) "
    }
    return (lines + [line]).filter { !$0.isEmpty }.map {
      "<polyline class=\"\(style)\" points=\"\($0.dropLast())\"/>"
    }.joined()
  }

  private static func height(_ loudness: Double) -> String {
    HTMLText.number(min(40, max(0, -loudness)), places: 1)
  }
}
