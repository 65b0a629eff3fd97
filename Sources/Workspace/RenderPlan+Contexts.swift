import MediaRendering
public import PlanModel
import RenderPlanning
public import TitleRendering

/// The version of Cutlist.
public enum ProgramVersion {
  /// As `cutlist --version` prints it; part of the keys of chunks.
  public static let text = "0.1.0"

  /// Counts the changes of how pictures and sound are made from a plan, between two versions too:
  /// kept chunks of other rules are not taken.
  static let rules = 12
}

extension RenderPlan {
  /// Versions of the program and its libraries, on which everything that is made depends.
  public static var programContext: String {
    ([ProgramVersion.text, "rules \(ProgramVersion.rules)"] + MediaLibraries.versions).joined(
      separator: ";")
  }

  /// What decides each chunk's bytes beside the plan: versions of the program and its libraries, and
  /// the fonts of the texts that are shown.
  public func contexts(texts: TextRenderer) -> [String] {
    var hashes: [RasterID: String] = [:]
    return chunks.map { context(of: $0, texts: texts, known: &hashes) }
  }

  /// The same for one chunk.
  ///
  /// - Parameter hashes: those of texts that were looked at before.
  func context(
    of chunk: Chunk, texts: TextRenderer, known hashes: inout [RasterID: String]
  ) -> String {
    let fonts = visibleTexts(in: chunk.frames).map { id in
      if let known = hashes[id] { return known }
      // A plan that was written knows it; loading has held that against the fonts that are here.
      let hash = rasters[id.index].fontHash ?? (try? texts.contentHash(of: rasters[id.index].style))
      let text = hash.map { String($0, radix: 16) } ?? "unknown"
      hashes[id] = text
      return text
    }
    return ([Self.programContext] + Set(fonts).sorted()).joined(separator: ";")
  }
}
