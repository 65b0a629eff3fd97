package import PlanModel
import RenderPlanning
package import TitleRendering

/// The version of Cutlist.
package enum ProgramVersion {
  /// As `cutlist --version` prints it; part of the keys of chunks.
  package static let text = "0.2.0"

  /// Counts the changes of how pictures and sound are made from a plan, between two versions too:
  /// kept chunks of other rules are not taken.
  static let rules = 18
}

extension RenderPlan {
  /// Versions of the program and its libraries, on which everything that is made depends.
  package static var programContext: String {
    ([ProgramVersion.text, "rules \(ProgramVersion.rules)"] + MediaLibraries.versions).joined(
      separator: ";")
  }

  /// What of some versions is not as this program has it, and what this program has in its place; `nil`
  /// where they are the same.
  package static func difference(fromProgram other: String) -> (there: String, here: String)? {
    let there = other.split(separator: ";").map(String.init)
    let here = programContext.split(separator: ";").map(String.init)
    func rest(_ versions: [String], without known: [String]) -> String {
      let own = versions.enumerated().filter { !known.contains($0.element) }
      return own.map { $0.offset == 0 ? "cutlist \($0.element)" : $0.element }
        .joined(separator: ", ")
    }
    if there == here { return nil }
    let (left, right) = (rest(there, without: here), rest(here, without: there))
    return (left.isEmpty ? other : left, right.isEmpty ? programContext : right)
  }

  /// What decides each chunk's bytes beside the plan: versions of the program and its libraries, and
  /// the fonts of the texts that are shown.
  ///
  /// - Parameter program: the versions; those of this program where nothing is said.
  package func contexts(texts: TextRenderer, program: String = programContext) -> [String] {
    var hashes: [RasterID: String] = [:]
    return chunks.map { context(of: $0, texts: texts, program: program, known: &hashes) }
  }

  /// The same for one chunk.
  ///
  /// - Parameter hashes: those of texts that were looked at before.
  func context(
    of chunk: Chunk, texts: TextRenderer, program: String = programContext,
    known hashes: inout [RasterID: String]
  ) -> String {
    let fonts = visibleTexts(in: chunk.frames).map { id in
      if let known = hashes[id] { return known }
      // A plan that was written knows it; loading has held that against the fonts that are here.
      let hash = rasters[id.index].fontHash ?? texts.contentHash(of: rasters[id.index])
      let text = hash.map { String($0, radix: 16) } ?? "unknown"
      hashes[id] = text
      return text
    }
    return ([program] + Set(fonts).sorted()).joined(separator: ";")
  }
}

extension TextRenderer {
  /// What tells how a text or shape is drawn from other ways; `nil` where that is not known.
  func contentHash(of raster: TextRaster) -> UInt64? {
    raster.shape == nil ? try? contentHash(of: raster.style) : ShapeRenderer.version
  }
}
