import Diagnostics
import TimelineModel

// What is said of outputs: kinds of files, codecs, tracks and metadata; sorted by name.
extension ProjectMessages {
  static func artworkOutsideContainer(_ container: String, range: SourceRange) -> Diagnostic {
    error(
      .artworkOutsideContainer, "\(container) holds no artwork", range,
      fixes: [
        Fix(message: "leave it out, or choose MP4, QuickTime, Matroska, M4A or MP3")
      ])
  }

  static func audioTrackDefaults(range: SourceRange, other: SourceRange) -> Diagnostic {
    error(
      .audioTrackDefaults, "two tracks of sound are to be played where nobody chooses", range,
      notes: [Note(message: "the first of them", range: other)],
      fixes: [Fix(message: "leave \"default\" out of all tracks but one")])
  }

  static func audioTracksInContainer(_ fault: String, range: SourceRange) -> Diagnostic {
    error(
      .audioTracksInContainer, fault, range,
      fixes: [
        Fix(
          message:
            "write another kind of file, or leave one track; `cutlist mix --track NAME` writes "
            + "each")
      ])
  }

  static func backgroundSeenThrough(range: SourceRange) -> Diagnostic {
    error(
      .backgroundSeenThrough,
      "a background is opaque or \"transparent\", nothing between", range,
      fixes: [
        Fix(
          message:
            "write \"transparent\", and put a clip of the colour on the lowest track where it is to be seen through"
        )
      ])
  }

  static func bufferTooSmall(
    _ size: Int, rate: Int, least: Int, range: SourceRange
  ) -> Diagnostic {
    error(
      .bufferTooSmall,
      "a buffer of \(size) bits holds less than a quarter of a second at \(rate) bits a second",
      range, fixes: [Fix(message: "set \"bufsize\" to \(least) or more")])
  }

  static func bufferWithoutRate(range: SourceRange) -> Diagnostic {
    error(
      .bufferWithoutRate,
      "\"bufsize\" has no meaning without \"maxrate\"", range,
      fixes: [Fix(message: "add \"maxrate\", or remove \"bufsize\"")])
  }

  /// - Parameter held: codecs to choose from; none where the container has one of its own.
  static func codecOutsideContainer(
    _ codec: String, container: String, held: [String], range: SourceRange
  ) -> Diagnostic {
    let way =
      held.isEmpty
      ? "remove \"codec\", or choose another container"
      : "choose \(held.map(JSONText.quoted).joined(separator: ", ")), or another container"
    return error(
      .codecOutsideContainer,
      "\(container) cannot hold \(codec)", range,
      fixes: [Fix(message: way)])
  }

  /// - Parameters:
  ///   - written: the bits that are written, where those are too few.
  ///   - codec: the codec that has too few, where that is what is wrong.
  static func codecWithoutAlpha(
    _ codec: String, container: String, bits: Int?, held: [String], range: SourceRange
  ) -> Diagnostic {
    let depth = bits.map { " in \($0) bits" } ?? ""
    let names = held.map { "\"\($0)\"" }.joined(separator: " or ")
    let way =
      if let bits {
        "leave out \"bitDepth\", or take a codec that has alpha in \(bits) bits: \"prores\" in .mov, \"ffv1\" in .mkv"
      } else if held.isEmpty {
        "write QuickTime (.mov: ProRes 4444), WebM (.webm: VP9), Matroska (.mkv: VP9 or FFV1) or pictures (shot-%04d.png)"
      } else {
        "set \"codec\" of \"video\" to \(names)"
      }
    return error(
      .codecWithoutAlpha,
      "the background is transparent, and \(codec) in \(container) has no alpha\(depth)", range,
      fixes: [
        Fix(message: way),
        Fix(message: "or choose a background that is opaque, \"black\" for example"),
      ])
  }

  static func colorNeedsBits(
    _ color: String, least: Int, written: Int? = nil, codec: String? = nil, range: SourceRange
  ) -> Diagnostic {
    let message =
      codec.map { "\(color) needs \(least) bits, and \($0) stores fewer" }
      ?? "\(color) needs \(least) bits: with \(written ?? 8) its shades would be steps"
    let fix =
      codec == nil
      ? Fix(
        message: "set \"bitDepth\" to \(least), or remove it", replacing: range, with: "\(least)")
      : Fix(message: "set \"codec\" of \"video\" to one with \(least) bits, \"hevc\" for example")
    return error(.colorNeedsBits, message, range, fixes: [fix])
  }

  static func colorOutsideContainer(
    _ color: String, container: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .colorOutsideContainer, "\(container) cannot say that its colours are \(color)", range,
      fixes: [
        Fix(
          message:
            "leave out \"color\", for example in an output of its own, or choose a movie's container"
        )
      ])
  }

  static func fragmentedPCM(range: SourceRange) -> Diagnostic {
    error(
      .fragmentedPCM, "sound without compression is not cut into fragments", range,
      fixes: [
        Fix(
          message:
            "choose another \"codec\" of \"audio\", \"alac\" for example, or remove \"fragmented\"")
      ])
  }

  static func keyOfOtherCodec(_ key: String, codec: String, range: SourceRange) -> Diagnostic {
    error(
      .keyOfOtherCodec, "\(codec) has no \"\(key)\"", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func keyOfOtherContainer(
    _ key: String, container: String, others: [String], range: SourceRange
  ) -> Diagnostic {
    error(
      .keyOfOtherContainer, "\(container) has no \"\(key)\"", range,
      fixes: [
        Fix(
          message:
            "remove \"\(key)\", or set \"container\" to "
            + others.map(JSONText.quoted).joined(separator: " or "))
      ])
  }

  static func language(_ text: String, range: SourceRange) -> Diagnostic {
    error(
      .language, "'\(text)' is no language", range,
      fixes: [Fix(message: "write its tag by BCP 47: \"en\", \"pt-BR\", \"zh-Hant\"")])
  }

  static func losslessProfile(
    _ name: String, key: String, below limit: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .losslessProfile,
      "the profile \"\(name)\" cannot encode without loss, which a \"\(key)\" below \(limit) asks for",
      range,
      fixes: [Fix(message: "remove \"profile\", or set \"\(key)\" to \(limit) or more")])
  }

  static func masteringDisplayAlone(range: SourceRange) -> Diagnostic {
    error(
      .masteringDisplayAlone, "only a movie of HDR10 says on which display it was made", range,
      fixes: [Fix(message: "set \"color\" to \"hdr10\", or remove it")])
  }

  static func metadata(_ fault: String, range: SourceRange) -> Diagnostic {
    error(.metadata, fault, range)
  }

  static func metadataMissing(
    _ media: String, _ names: [String], range: SourceRange
  ) -> Diagnostic {
    let list = names.map { "'\(shortened($0, to: 40))'" }.joined(separator: ", ")
    return warning(
      .metadataMissing,
      "'\(shortened(media))' says nothing of itself" + (names.isEmpty ? "" : " under \(list)"),
      range)
  }

  static func oddSize(
    _ size: String, side: Int, nearest: String, range: SourceRange
  ) -> Diagnostic {
    let text = JSONText.quoted(nearest)
    return error(
      .oddSize,
      "the size \(size) cannot be encoded: \(side) is not an even number from 2 to 8192", range,
      fixes: [Fix(message: "write \(text)", replacing: range, with: text)])
  }

  static func outputName(_ name: String, range: SourceRange) -> Diagnostic {
    error(
      .outputName, "'\(name)' is no name for an output", range,
      fixes: [Fix(message: "use letters, digits, \"-\" and \"_\" alone")])
  }

  static func profileOfOtherDepth(
    _ name: String, bits: Int, key: String, own: Int?, profiles: [String], range: SourceRange
  ) -> Diagnostic {
    let other = own.map { ", or set \"\(key)\" to \($0)" } ?? ""
    let names = profiles.map { "\"\($0)\"" }.joined(separator: " or ")
    return error(
      .profileOfOtherDepth, "the profile \"\(name)\" has no pictures of \(bits) bits", range,
      fixes: [Fix(message: "set \"profile\" to \(names), or remove it\(other)")])
  }

  static func profileWithoutAlpha(
    _ name: String, codec: String, profiles: [String], range: SourceRange
  ) -> Diagnostic {
    let names = profiles.map { "\"\($0)\"" }.joined(separator: " or ")
    return error(
      .profileWithoutAlpha,
      "the background is transparent, and the profile \"\(name)\" of \(codec) has no alpha", range,
      fixes: [Fix(message: "set \"profile\" of \"video\" to \(names), or remove it")])
  }

  static func rateAboveMaximum(_ bits: Int, maximum: Int, range: SourceRange) -> Diagnostic {
    error(
      .rateAboveMaximum,
      "\"bitRate\" asks for \(bits) bits a second, but only \(maximum) may flow", range,
      fixes: [Fix(message: "set \"maxrate\" to \(bits) or more; twice as much leaves it room")])
  }

  static func unknownOutput(
    _ name: String, names: [String], suggestion: String?, range: SourceRange
  ) -> Diagnostic {
    let note =
      names.isEmpty
      ? Note(message: "the project has no \"outputs\"")
      : MessageParts.known(names, nearest: suggestion.map { [$0] } ?? [], noun: "its outputs")
    return error(
      .unknownOutput, "there is no output '\(name)'", range, notes: [note].compactMap(\.self),
      fixes: suggestion.map { [Fix(message: "did you mean \"\($0)\"?")] } ?? [])
  }
}
