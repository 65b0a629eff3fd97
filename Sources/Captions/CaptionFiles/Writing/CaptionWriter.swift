package import BaseValues
package import Diagnostics

/// Writes captions as files.
package enum CaptionWriter {
  /// The file as UTF-8 with line feeds, and what of the captions the format cannot hold.
  ///
  /// Times of SubRip, WebVTT and Timed Text are rounded to the nearest millisecond, those of ASS to the nearest
  /// hundredth; Cutlist's own JSON keeps them exactly.
  /// - Parameter rate: of the movie: ASS, whose times are too coarse for frames, gets times that lie in the middle of
  ///   the frame before the one that is meant, so that players show captions in just the frames of their times.
  /// - Complexity: O(size of the file).
  package static func write(
    _ file: CaptionFile, as format: CaptionFormat, rate: FrameRate? = nil
  ) -> (text: String, findings: [Diagnostic]) {
    var losses = CaptionLosses(format)
    let text =
      switch format {
      case .srt: SubRipWriter.text(file, &losses)
      case .vtt: WebVTTWriter.text(file, &losses)
      case .ass: SubStationWriter.text(file, rate, &losses)
      case .ttml: TimedTextWriter.text(file, &losses)
      case .json: OwnCaptionsWriter.text(file, &losses)
      case .txt: plain(file, &losses)
      }
    return (text, losses.findings)
  }

  /// A line for each caption.
  private static func plain(_ file: CaptionFile, _ losses: inout CaptionLosses) -> String {
    var text = ""
    for caption in file.captions {
      text += caption.text.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
    }
    return text
  }
}

/// What a format cannot hold, each with the number of captions that have it.
struct CaptionLosses {
  private let format: CaptionFormat
  private var counts: [Loss: (count: Int, range: SourceRange)] = [:]
  private var last: [Loss: Int] = [:]

  enum Loss: String, CaseIterable {
    case alpha = "transparent colours"
    case background = "colours behind the text"
    case fades = "fades"
    case fonts = "fonts"
    case form = "bold, italic, colours and the like"
    case frames = "times that hit just their frames"
    case marks = "text that would be read as marks"
    case name = "names of captions"
    case place = "the exact place"
    case size = "sizes of text"
    case speaker = "who speaks"
    case width = "where lines break"
    case words = "times of words"
  }

  init(_ format: CaptionFormat) { self.format = format }

  /// Counts a caption once for each kind.
  mutating func note(_ loss: Loss, _ caption: Caption, number: Int) {
    if last[loss] == number { return }
    last[loss] = number
    counts[loss, default: (0, caption.timeRange)].count += 1
  }

  var findings: [Diagnostic] {
    Loss.allCases.compactMap { loss in
      counts[loss].map {
        CaptionMessages.captionLost(loss.rawValue, $0.count, format, $0.range)
      }
    }
  }
}

extension Caption {
  /// The runs with lines that have text, and no spaces at their ends.
  var writtenRuns: [CaptionRun] {
    var result: [CaptionRun] = []
    // White space that is written once text follows it.
    var space = ""
    var isAtStart = true
    for run in runs {
      var text = ""
      for scalar in run.text.unicodeScalars {
        if scalar.properties.isWhitespace, scalar != "\u{A0}", scalar != "\u{202F}",
          scalar != "\u{3000}"
        {
          if scalar == "\n" {
            space = "\n"
          } else if !space.hasPrefix("\n") {
            // A tab or the like keeps words apart.
            space.unicodeScalars.append(scalar.value >= 0x20 ? scalar : " ")
          }
          continue
        }
        if scalar.value < 0x20 || scalar.value == 0x7F { continue }
        if !isAtStart { text += space }
        space = ""
        isAtStart = false
        text.unicodeScalars.append(scalar)
      }
      if !text.isEmpty {
        var run = run
        run.text = text
        result.append(run)
      }
    }
    return result
  }

  /// Whether any of its words has a time.
  package var hasWordTimes: Bool { runs.contains { $0.said != nil } }
}
