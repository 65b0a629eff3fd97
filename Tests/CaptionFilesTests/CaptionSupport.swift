import BaseValues
import CaptionFiles
import Diagnostics
import Testing

/// What a file of captions is read as.
func read(
  _ text: String, as name: String, encoding: CaptionEncoding? = nil
) -> (captions: [Caption], findings: [Diagnostic], text: SourceFile) {
  read(Array(text.utf8), as: name, encoding: encoding)
}

func read(
  _ bytes: [UInt8], as name: String, encoding: CaptionEncoding? = nil
) -> (captions: [Caption], findings: [Diagnostic], text: SourceFile) {
  let (file, text, findings) = CaptionReader.read(
    SourceFile(path: name, bytes: bytes), encoding: encoding)
  return (file?.captions ?? [], findings, text)
}

/// Milliseconds and text: `1000-2500 Hello`, lines parted by `/`.
func lines(_ captions: [Caption]) -> [String] {
  captions.map { "\(milliseconds($0.start))-\(milliseconds($0.end)) \(flat($0.text))" }
}

/// Words with their times: `0-500 Never|500-1000  drink`.
func words(_ caption: Caption?) -> String {
  (caption?.runs ?? []).map { run in
    (run.said.map { "\(milliseconds($0.start))-\(milliseconds($0.end)) " } ?? "") + flat(run.text)
  }.joined(separator: "|")
}

private func flat(_ text: String) -> String { text.replacing("\n", with: "/") }

private func milliseconds(_ time: Rational) -> String {
  ((try? time * Rational(1000)) ?? .zero).decimalApproximation(places: 1)
}

/// Ids of findings with the places that they are at.
func ids(_ result: (captions: [Caption], findings: [Diagnostic], text: SourceFile)) -> [String] {
  result.findings.map { finding in
    let place = result.text.position(ofOffset: finding.range.lower)
    return finding.range.isNone ? "\(finding.id)" : "\(finding.id) \(place.line):\(place.column)"
  }
}

/// A caption in milliseconds.
func caption(_ start: Int64, _ end: Int64, _ text: String) -> Caption {
  Caption(
    start: Rational(start, 1000) ?? .zero, end: Rational(end, 1000) ?? .zero,
    runs: [CaptionRun(text)])
}
