internal import PictureKinds
package import PlanModel
package import TimelineModel

/// The lists of a plan that its pictures point into, each entry once, in the order of first use.
struct PlanTables {
  private(set) var conforms: [Conform] = []
  private(set) var rasters: [TextRaster] = []
  var masks = MaskTable()
  private var conformIndices: [Conform: ConformID] = [:]
  private var rasterIndices: [TextRaster: RasterID] = [:]
  private var isUsed: [Bool]

  init(mediaCount: Int) { isUsed = Array(repeating: false, count: mediaCount) }

  mutating func id(of conform: Conform) -> ConformID {
    if let id = conformIndices[conform] { return id }
    let id = ConformID(conforms.count)
    conforms.append(conform)
    conformIndices[conform] = id
    use(conform.media)
    return id
  }

  mutating func id(of raster: TextRaster) -> RasterID {
    if let id = rasterIndices[raster] { return id }
    let id = RasterID(rasters.count)
    rasters.append(raster)
    rasterIndices[raster] = id
    return id
  }

  /// Puts a media item on the list of sources.
  mutating func use(_ media: MediaID) {
    if isUsed.indices.contains(media.index) { isUsed[media.index] = true }
  }

  /// The media items that something in the plan asks for, in the order of the project.
  func sources(of timeline: Timeline, _ catalog: MediaCatalog) -> [PlannedSource] {
    timeline.media.enumerated().compactMap { index, item in
      isUsed[index] ? PlannedSource(item, catalog[item.id]) : nil
    }
  }
}

extension PlannedSource {
  /// What a plan says of a media item.
  ///
  /// - Parameter facts: what was found out about it.
  package init(_ item: MediaItem, _ facts: MediaFacts?) {
    self.init(
      media: item.id, name: item.name, content: item.content, reading: item.reading,
      contentHash: facts?.contentHash ?? "", frameHashes: facts?.frameHashes ?? [],
      onDamage: item.onDamage, isOpaque: facts?.video.map { !$0.hasAlpha } ?? false,
      pictures: facts.flatMap { Self.pictures(of: item, $0) })
  }

  /// `nil` for what is drawn, and for sound.
  private static func pictures(of item: MediaItem, _ facts: MediaFacts) -> PlannedFrames? {
    switch item.content {
    case .color, .generator, .look, .canvasFilter, .audioFilter, .edit, .captions: nil
    case .file, .sequence, .filter, .filtered:
      facts.video.map { video in
        PlannedFrames(
          size: video.codedSize, storage: video.storage,
          standAlone: video.isStill || !facts.frameHashes.isEmpty, unit: video.unit)
      }
    }
  }
}
