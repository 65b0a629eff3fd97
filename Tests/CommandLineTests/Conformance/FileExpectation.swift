import Testing

/// What is expected of one file.
///
/// A line of a table: the path, then what ffprobe, decoding the whole file, and the catalogue beside
/// the files say of it; times in milliseconds from the presentation's start.
/// ```
/// video/853.mp4: 544x960, 305 from 67 to 10266, sound 0 to 10133
///                shown    pictures, first and last one; when sound begins and ends
/// image/pano.jpg: 4000x1020, still
/// audio/emptyfile.mp3: refused media-empty
/// video/brokensps.flv: damaged
/// ```
/// What is damaged may be rendered or refused, but with a message.
struct FileExpectation: Sendable, CustomTestStringConvertible {
  struct Pictures: Sendable {
    var count: Int
    var first: Int
    var last: Int
  }

  enum Outcome: Sendable {
    case renders
    case refused(id: String)
    case damaged
  }

  var path: String
  var outcome = Outcome.renders
  /// `1280x720`: upright, of square pixels.
  var size: String?
  var isStill = false
  var pictures: Pictures?
  var sound: Range<Int>?

  var testDescription: String { path }

  /// - Parameter line: of a table.
  init(_ line: Substring) {
    let place = line.lastRange(of: ": ")
    path = String(line[..<place.lowerBound])
    for part in line[place.upperBound...].split(separator: ", ") {
      let words = part.split(separator: " ")
      switch words[0] {
      case "refused": outcome = .refused(id: String(words[1]))
      case "damaged": outcome = .damaged
      case "still": isStill = true
      case "sound": sound = Self.number(words[1])..<Self.number(words[3])
      default:
        if words.count == 1 {
          size = String(part)
        } else {
          pictures = Pictures(
            count: Self.number(words[0]), first: Self.number(words[2]), last: Self.number(words[4]))
        }
      }
    }
  }

  private static func number(_ text: Substring) -> Int { Int(text) ?? .min }

  static func rows(_ text: String) -> [FileExpectation] {
    text.split(separator: "\n").map(FileExpectation.init)
  }
}

extension Substring {
  /// Where `text` stands last; the end where it does not.
  fileprivate func lastRange(of text: String) -> Range<Index> {
    ranges(of: text).last ?? endIndex..<endIndex
  }
}
