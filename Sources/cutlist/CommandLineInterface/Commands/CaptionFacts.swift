import BaseValues
import CaptionFiles
import Diagnostics

/// What is known of files of captions, as text and as data.
enum CaptionFacts {
  static func text(_ opened: OpenedCaptions) -> String {
    let captions = opened.captions.captions
    var lines: [(String, String)] = [("file", opened.path)]
    if let stream = opened.stream { lines.append(("stream", stream)) }
    if let format = opened.captions.format { lines.append(("format", format.title)) }
    if opened.stream == nil { lines.append(("encoding", encoding(opened))) }
    if let language = opened.captions.language { lines.append(("language", language)) }
    lines.append(("captions", "\(captions.count)"))
    if let first = captions.first, let last = captions.map(\.end).max() {
      lines.append(("times", "\(clock(first.start)) to \(clock(last))"))
    }
    let timed = captions.count(where: \.hasWordTimes)
    if timed > 0 {
      let words = captions.reduce(0) { $0 + $1.runs.count { $0.said != nil } }
      lines.append(("words", "\(words) timed, in \(timed) captions"))
    }
    lines.append(("findings", counts(opened.allFindings)))
    return lines.map { name, value in
      name + String(repeating: " ", count: 11 - name.count) + value
    }.joined(separator: "\n")
  }

  private static func encoding(_ opened: OpenedCaptions) -> String {
    let name = opened.captions.encoding?.rawValue ?? "unknown"
    return opened.findings.contains { $0.id == .captionEncodingGuess } ? name + ", a guess" : name
  }

  private static func counts(_ findings: [Diagnostic]) -> String {
    let counts = [Severity.error, .warning].map { severity in
      (severity, findings.count { $0.severity == severity })
    }.filter { $0.1 > 0 }
    if counts.isEmpty { return "none" }
    return counts.map { "\($0.1) \($0.0.rawValue)\($0.1 == 1 ? "" : "s")" }.joined(separator: ", ")
  }

  /// Hours, minutes, seconds and thousandths.
  private static func clock(_ time: Rational) -> String {
    let milliseconds = (try? time.scaled(by: 1000)) ?? 0
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let seconds = milliseconds / 1000
    return digits(seconds / 3600, 2) + ":" + digits(seconds / 60 % 60, 2) + ":"
      + digits(seconds % 60, 2)
      + "." + digits(milliseconds % 1000, 3)
  }

  /// An array of `{file, stream, format, encoding, language, captions, start, end, timedWords, faults, findings}`.
  static func json(_ files: [OpenedCaptions]) -> String {
    var json = JSONWriter()
    json.array { json in
      for opened in files {
        json.object { json in
          let captions = opened.captions.captions
          json.member("file", opened.path)
          json.member("stream", opened.stream)
          json.member("format", opened.captions.format?.rawValue)
          json.member("encoding", opened.captions.encoding?.rawValue)
          json.member("language", opened.captions.language)
          json.member("captions", captions.count)
          json.member("start", captions.first.map { $0.start.decimalApproximation(places: 6) })
          json.member("end", captions.map(\.end).max()?.decimalApproximation(places: 6))
          json.member("timedWords", captions.reduce(0) { $0 + $1.runs.count { $0.said != nil } })
          json.key("faults")
          json.array { json in
            for fault in opened.faults {
              json.object(inline: true) { json in
                json.member("rule", fault.rule.rawValue)
                json.member("caption", fault.index + 1)
                json.member("message", fault.finding.message)
              }
            }
          }
          json.key("findings")
          json.raw(indented(DiagnosticRenderer.json(opened.findings, in: opened.text)))
        }
      }
    }
    return json.text + "\n"
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: "\n    ")
  }
}
