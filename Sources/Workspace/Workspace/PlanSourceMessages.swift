import Diagnostics
import BaseValues
import PlanModel
import TimelineModel

/// What is wrong with what a plan names, sorted by name.
enum PlanSourceMessages {
  static func cropOutside(
    _ source: PlannedSource, _ facts: MediaFacts, range: SourceRange
  ) -> Diagnostic {
    let size = facts.video?.uprightSize
    return Diagnostic(
      id: .planCrop,
      message: size.map {
        "the crop is not within the pictures of \(name(source)), which have "
          + "\($0.width)x\($0.height) pixels"
      } ?? "\(name(source)) has no pictures to crop", range: range,
      fixes: [Fix(message: "write the plan anew from its project")])
  }

  static func otherContent(
    _ source: PlannedSource, _ found: String, range: SourceRange
  ) -> Diagnostic {
    let planned = source.contentHash
    var fixes = [Fix(message: "write the plan anew from its project")]
    switch source.content.unfiltered {
    case .file, .sequence, .look:
      fixes.insert(
        Fix(message: "get the file that the plan was made of, and say where with --map FROM=TO"),
        at: 0)
    case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .edit, .captions:
      break
    }
    return Diagnostic(
      id: .planSource, origin: .media,
      message: "\(name(source)) is not what the plan was made of: its content has the hash "
        + "\(short(found, unlike: planned)), not \(short(planned, unlike: found))", range: range,
      fixes: fixes)
  }

  static func otherFacts(_ source: PlannedSource, range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .planSource, origin: .media,
      message: "\(name(source)) has other pictures or sound than the plan says", range: range,
      fixes: [Fix(message: "write the plan anew from its project")])
  }

  static func otherFonts(
    _ style: TextStyle, _ planned: UInt64, _ found: UInt64, range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .planFont, origin: .media,
      message: "the text '\(style.text.prefix(40))' would be drawn with other fonts than the plan "
        + "was made with: they have the hash \(hexadecimal(found)), not \(hexadecimal(planned))",
      range: range,
      fixes: [
        Fix(message: "install the fonts of the machine that wrote the plan"),
        Fix(message: "write the plan anew from its project"),
      ])
  }

  static let whereElse = Fix(
    message: "paths are relative to the plan's file; say where they are with --map FROM=TO")

  private static func name(_ source: PlannedSource) -> String {
    switch source.content.unfiltered {
    case .file(let path, _, _): "'\(source.name)' (\(path))"
    case .sequence(let pictures): "'\(source.name)' (\(pictures.path.text))"
    case .look(let path, _): "'\(source.name)' (\(path))"
    case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .edit, .captions:
      "'\(source.name)'"
    }
  }

  /// What of a hash tells it from another.
  private static func short(_ hash: String, unlike other: String) -> String {
    if hash.count <= 16 { return "'\(hash)'" }
    let same = zip(hash, other).prefix { $0 == $1 }.count
    let start = same < 12 ? 0 : same - 4
    let part = hash.dropFirst(start)
    return (start > 0 ? "…" : "") + part.prefix(12) + (part.count > 12 ? "…" : "")
  }

  private static func hexadecimal(_ hash: UInt64) -> String {
    "\(String(hash, radix: 16).prefix(8))…"
  }
}
