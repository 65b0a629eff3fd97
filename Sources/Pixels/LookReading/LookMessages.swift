// What can be wrong with files of colours, sorted by name.
//
// Nothing of a file's text is in them: a project that is not ours may name any file as one of colours,
// and messages are read by others than those who may read that file. The line tells enough.
extension LookFault {
  private static let again = "export it again from the program that made it"

  static func conflictingDomains(line: Int) -> LookFault {
    LookFault(
      line: line, "has both a domain and an input range",
      fix: "keep DOMAIN_MIN and DOMAIN_MAX, or the input ranges")
  }

  static func emptyDomain(line: Int) -> LookFault {
    LookFault(
      line: line, "has a domain that is empty: its highest is not above its lowest",
      fix: "write DOMAIN_MIN 0 0 0 and DOMAIN_MAX 1 1 1, or leave both out")
  }

  static func fileTooLarge(_ bytes: Int, limit: Int) -> LookFault {
    LookFault(
      "has \(bytes) bytes; LUT and CDL files may have \(limit)",
      fix: "export it with fewer points, 33 along each axis for example")
  }

  static func gamma(line: Int) -> LookFault {
    LookFault(
      line: line, "asks for a gamma other than 1, which is not supported",
      fix: "export it with gamma 1.0")
  }

  static func idOfTable(_ id: String) -> LookFault {
    LookFault(
      "has no corrections with ids, and \"id\" asks for '\(id)'",
      fix: "leave \"id\" out: it is for collections, .ccc and .cdl")
  }

  static func keywordAfterColors(line: Int) -> LookFault {
    LookFault(line: line, "has a word after its first colour", fix: again)
  }

  static func manyColors(_ count: Int, line: Int) -> LookFault {
    LookFault(line: line, "has more than the \(count) colours that its size asks for", fix: again)
  }

  static func missingColors(_ found: Int, of count: Int) -> LookFault {
    LookFault("ends after \(found) of \(count) colours", fix: again)
  }

  static func missingNumbers(_ what: String, count: Int, line: Int) -> LookFault {
    LookFault(
      line: line, "has no \(count == 1 ? "number" : "\(count) numbers") for \(what)", fix: again)
  }

  static func missingPoints(_ found: Int, of size: Int?) -> LookFault {
    LookFault(
      size.map { "has \(found) colours, not the \($0 * $0 * $0) of \($0) points along each axis" }
        ?? "has \(found) colours, which is not the cube of a number from 2 to 129", fix: again)
  }

  static func missingSize(line: Int?) -> LookFault {
    LookFault(
      line: line, "does not say how many colours it has",
      fix: "write LUT_3D_SIZE or LUT_1D_SIZE with the number before the first colour")
  }

  static func noCorrection(_ id: String?, of ids: [String], isCut: Bool) -> LookFault {
    let list = ids.map { "'\($0)'" }.joined(separator: ", ") + (isCut ? ", …" : "")
    if let id {
      return LookFault(
        "has no correction with the id '\(id)'",
        fix: ids.isEmpty ? "leave \"id\" out" : "it has \(list)")
    }
    return LookFault("has no ColorCorrection", fix: again)
  }

  static func notAColor(line: Int) -> LookFault {
    LookFault(
      line: line, "has something else where three numbers of a colour are expected", fix: again)
  }

  static func notText(line: Int) -> LookFault {
    LookFault(line: line, "is no text", fix: "name the LUT itself, not what it is packed in")
  }

  static func numberRange(_ range: String, line: Int) -> LookFault {
    LookFault(
      line: line, "has a number that cannot be used: \(range) can",
      fix: "export it for pictures whose codes are 0 to 1")
  }

  static var otherEncoding: LookFault {
    LookFault("is text in UTF-16", fix: "save it as UTF-8")
  }

  static func severalCorrections(_ ids: [String], isCut: Bool) -> LookFault {
    let list = ids.map { "'\($0)'" }.joined(separator: ", ") + (isCut ? ", …" : "")
    return LookFault(
      "has several corrections",
      fix: ids.isEmpty
        ? "give them ids, and say \"id\"" : "say which one with \"id\": there are \(list)")
  }

  static func size(limit: Int, line: Int) -> LookFault {
    LookFault(
      line: line, "has a size that cannot be used: 2 to \(limit) can",
      fix: "export it with 33 points along each axis, or 1024 in a 1-D LUT")
  }

  static func twice(_ what: String, line: Int) -> LookFault {
    LookFault(line: line, "says '\(what)' twice", fix: again)
  }

  static func unknownEnding(_ ending: String) -> LookFault {
    let read = LookFileReader.endings.joined(separator: ", ")
    let (what, fix): (String, String)
    switch ending {
    case ".png", ".tif", ".tiff", ".jpg", ".exr", ".dpx":
      (what, fix) = (
        "is a picture; HALD images are not read", "convert it to a .cube file first"
      )
    case ".csp", ".spi1d", ".spi3d", ".spimtx", ".spi", ".clf", ".ctf", ".vf", ".lut", ".look",
      ".mga", ".m3d", ".vlt", ".itx", ".dat", ".3dlut", ".hdl", ".icc", ".icm", ".vltx":
      (what, fix) = (
        "is a LUT of a kind that is not read (\(ending))",
        "convert it to a .cube file first, with ociobakelut for example"
      )
    case "":
      (what, fix) = (
        "has no ending that says what kind of file it is", "give its name the right ending"
      )
    default:
      (what, fix) = ("is not a LUT or CDL by its ending (\(ending))", "name a LUT or a CDL")
    }
    return LookFault(what, fix: "\(fix): \(read) are read")
  }

  static func unknownKeyword(line: Int) -> LookFault {
    LookFault(
      line: line, "has an unknown keyword, and what it asks for would be missing",
      fix: "take the line out if it changes nothing")
  }

  static func videoRange(_ word: String, line: Int) -> LookFault {
    LookFault(
      line: line, "is for codes in video range (\(word)), which is not supported",
      fix: "export it for full range: black is 0 and white is 1 here")
  }

  static func xml(_ what: String, line: Int) -> LookFault {
    LookFault(line: line, what, fix: again)
  }
}
