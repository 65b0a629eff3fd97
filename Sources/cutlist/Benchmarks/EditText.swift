import Diagnostics
import ProjectFormat

/// The edit of the comparison as a project, once or repeated.
///
/// ```
/// clip1 ─dissolve─ clip2 ─push─ clip3 ─wipe─ clip4 ─dissolve─ clip5 │ clip1 ─ …
/// title over the first 6 s                                          │ title
/// bed ─────────────────────────────────────────────────────────────────────────
/// ```
/// Repeated, the last clip of each repetition is one frame shorter: so the repetitions lie
/// differently in the chunks, and none of them can be taken for another.
struct EditText {
  static let framesOfClip = 240
  static let framesOfOverlap = 30
  static let transitions = [
    "\"dissolve\"", "\"push\", \"direction\": \"left\"", "\"wipe\", \"direction\": \"up\"",
    "\"dissolve\"",
  ]

  var clips = 5
  /// Different media, taken in turn.
  var sources = 5
  var preset = "veryfast"
  var crf = "20"
  /// The text of the last title; all others are "Golden Gate".
  var title = "Golden Gate"

  init(clips: Int = 5, sources: Int = 5) {
    self.clips = clips
    self.sources = sources
  }

  /// Reads the options of the `project` command; `nil` for what it does not know.
  init?(arguments: [String]) {
    guard arguments.count % 2 == 0 else { return nil }
    for index in stride(from: 0, to: arguments.count, by: 2) {
      let value = arguments[index + 1]
      switch arguments[index] {
      case "--clips":
        guard let count = Int(value), count > 0, count <= 100_000 else { return nil }
        clips = count
      case "--preset": preset = value
      case "--crf": crf = value
      case "--title": title = value
      default: return nil
      }
    }
  }

  private var isRepeated: Bool { clips > 5 }

  private func frames(ofClip index: Int) -> Int {
    isRepeated && index % 5 == 4 ? Self.framesOfClip - 1 : Self.framesOfClip
  }

  /// In the canonical form.
  var text: String {
    let file = SourceFile(path: "edit.json", text: json)
    return CanonicalForm.bytes(of: file).bytes.map { String(decoding: $0, as: UTF8.self) } ?? json
  }

  private var json: String {
    var items: [String] = []
    var titles: [String] = []
    var end = 0
    for index in 0..<clips {
      if index % 5 == 0 {
        let words = JSONText.quoted(index + 5 < clips ? "Golden Gate" : title)
        titles.append(
          """
          { "at": "\(end)f", "duration": "6s", "text": \(words), "font": "DejaVu Sans",
            "weight": 700, "size": 96, "position": ["50%", "70%"],
            "fade": { "in": "1s", "out": "1s" } }
          """)
      } else {
        let transition = Self.transitions[index % 5 - 1]
        items.append(
          "{ \"transition\": \(transition), \"duration\": \"1s\", \"mode\": \"overlap\" }")
        end -= Self.framesOfOverlap
      }
      let frames = frames(ofClip: index)
      let length = frames == Self.framesOfClip ? "8s" : "\(frames)f"
      items.append("{ \"clip\": \"clip\(index % sources + 1)\", \"duration\": \"\(length)\" }")
      end += frames
    }
    let media = (1...sources).map { "\"clip\($0)\": \"clip\($0).mp4\"," }
    return """
      { "$schema": "../../Schemas/cutlist-1.schema.json", "cutlist": 1,
        "output": { "size": "1920x1080", "frameRate": 30,
          "video": { "crf": \(crf), "preset": "\(preset)" },
          "audio": { "bitRate": "160k", "channels": 1 } },
        "media": { \(media.joined())
          "bed": { "generate": "tone", "frequency": 150, "level": 0.125 } },
        "tracks": [ { "video": [ \(items.joined(separator: ", ")) ] },
          { "audio": [ { "clip": "bed", "duration": "\(end)f", "gain": 0.5 } ] },
          { "titles": [ \(titles.joined(separator: ", ")) ] } ] }
      """
  }
}
