import AudioMixing
import BaseValues
import ChunkStorage
package import Explaining
import FileSystem
import MediaReading
import MediaSources
import OutputKinds
package import PlanModel
import Raster
import RenderPlanning
import Rendering
package import TimelineModel
import TitleRendering

/// What explanations ask of a project's files, fonts and chunks.
package struct ProjectFacts: ExplanationFacts {
  private let project: LoadedProject
  private let plan: RenderPlan
  private let store: CacheFolder?

  /// - Parameter cache: the folder of the chunk store; `nil` for none.
  package init(_ project: LoadedProject, _ plan: RenderPlan, cache: String?) {
    self.project = project
    self.plan = plan
    store = cache.map { CacheFolder($0) }
  }

  /// Looks for the fonts as drawing does; none where the text cannot be drawn.
  package func fonts(of style: TextStyle) -> [FontDescription] {
    let fonts = (try? project.texts.fonts(of: style)) ?? []
    return fonts.map {
      FontDescription(path: $0.path, face: $0.face, isSheared: $0.isSheared)
    }
  }

  // MARK: - Chunks

  /// The key that a render would use now, with the fonts as they are.
  ///
  /// Of a movie whose chunks share bits, that of the level which a render has found, and before one
  /// that of the pictures without a level.
  package func record(of chunk: Chunk) -> ChunkRecord {
    if let sharing = plan.output.video.sharingText {
      let session = project.session(
        for: plan, store: KeptChunks(folder: store?.path), jobs: 1,
        cancellation: Cancellation())
      let (key, level) = session.keyWithoutRendering(of: chunk)
      var record = record(key)
      record.sharing = sharing
      if let level {
        record.sharing? += ": rate factor \(QualityText.factor(level)) here"
      } else {
        record.isStored = store == nil ? nil : false
      }
      return record
    }
    var hashes: [RasterID: String] = [:]
    let context = plan.context(of: chunk, texts: project.texts, known: &hashes)
    return record(plan.key(ofFrames: chunk.frames, context: context))
  }

  /// The key that a render would use now.
  package func record(of chunk: AudioChunk) -> ChunkRecord {
    record(plan.audioKeys(of: [chunk], context: RenderPlan.programContext).first ?? "")
  }

  private func record(_ key: String) -> ChunkRecord {
    ChunkRecord(key: key, isStored: store?.hasChunk(key))
  }

  // MARK: - Sources

  /// As it was opened; `nil` for a media item that could not be.
  package func source(_ media: MediaID) -> SourceDescription? {
    guard let source = try? project.library.source(media) else { return nil }
    return SourceDescription(
      kind: Self.kind(source), text: Self.words(source),
      frameStream: source.frameStream,
      coding: Self.coding(source, in: plan.output.color),
      sounds: source.audioRoutes(to: plan.audio?.channels ?? 2).map {
        AudioDescription(
          stream: $0.stream, sampleRate: $0.sampleRate, channels: $0.channels, layout: $0.layout,
          downMix: $0.downMix.matrix)
      },
      timestamp: { number in
        source.containerTime(ofFrame: number).map {
          SourceTimestamp(
            ticks: $0.ticks, timeBase: $0.timeBase, origin: $0.origin, isCounted: $0.isCounted)
        }
      })
  }

  private static func kind(_ source: MediaSource) -> String {
    switch source {
    case .file: "file"
    case .sequence: "sequence"
    case .look: "look"
    case .color: "colour"
    case .generator: "generator"
    case .filter: "filter"
    case .filtered(let filtered): kind(filtered.source)
    case .canvasFilter, .audioFilter: "chain of filters"
    }
  }

  private static func words(_ source: MediaSource) -> String {
    switch source {
    case .file(let file):
      switch file.place {
      case .file(let path, _): path
      case .address(let address): address
      }
    case .sequence(let source): source.sequence.path.text
    case .look(let file): "\(file.writtenPath), \(file.look.summary)"
    case .color(let color, _): PlanText.content(.color(color))
    case .generator(let generator, _): PlanText.content(.generator(generator))
    case .filter(let text, _, _): text
    case .canvasFilter(let filter, _, _): filter.chain
    case .audioFilter(let filter, _, _): filter.chain
    case .filtered(let filtered): "\(words(filtered.source)) through \(filtered.chain)"
    }
  }

  private static func coding(
    _ source: MediaSource, in color: PictureColor
  ) -> CodingDescription? {
    guard let coding = source.details.coding else { return nil }
    let (tagged, assumed) = (coding.tagged, coding.assumed)
    let said = source.reading.colors
    func colour(
      _ name: String, _ said: String?, _ tagged: String?, _ assumed: String?
    ) -> CodingDescription.Colour {
      if let said { return CodingDescription.Colour(name: name, value: said, basis: .project) }
      let value = assumed ?? tagged ?? "unknown"
      return CodingDescription.Colour(
        name: name, value: value, basis: tagged == value ? .stated : .assumed)
    }
    let hasAlpha = source.facts.video?.hasAlpha ?? false
    return CodingDescription(
      pixelFormat: coding.pixelFormat, bitDepth: coding.bitDepth,
      colours: [
        colour("matrix", said.matrix?.rawValue, tagged.matrix, assumed.matrix),
        colour("range", said.range?.rawValue, tagged.range, assumed.range),
        colour("primaries", said.primaries?.rawValue, tagged.primaries, assumed.primaries),
        colour("transfer", said.transfer?.rawValue, tagged.transfer, assumed.transfer),
      ],
      light: source.lightConversion(to: color), isDeinterlaced: source.isDeinterlaced,
      alpha: hasAlpha || source.reading.alpha == .ignore ? source.reading.alpha.rawValue : nil)
  }
}
