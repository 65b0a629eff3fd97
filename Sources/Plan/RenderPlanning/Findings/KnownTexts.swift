internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// What was found of the texts of a plan, each asked for once however many frames show it.
struct KnownTexts {
  struct Text {
    /// As it is at rest and in one colour: ink is where it is in every colour.
    let raster: TextRaster
    /// A rectangle that holds its lines, as far as it was asked for; `nil` in it where that cannot be told.
    fileprivate var reach: Rect??
    /// Its lines, as far as they were asked for.
    fileprivate(set) var ink: [Rect]?
  }

  private(set) var texts: [Text] = []
  private var places: [TextRaster: Int] = [:]
  private var placesOfRasters: [Int: Int] = [:]

  /// The place in `texts` of what a raster of a plan comes to.
  mutating func text(_ id: RasterID, in plan: RenderPlan) -> Int {
    if let place = placesOfRasters[id.index] { return place }
    var raster = plan.rasters[id.index]
    raster.style.color = .white
    if raster.shape?.animatedColor != nil { raster.shape?.animatedColor = .white }
    // Comes to rest where it is not on its way.
    for index in raster.style.runs.indices {
      raster.style.runs[index].move = nil
      raster.style.runs[index].shown = nil
    }
    let place = places[raster] ?? texts.count
    if place == texts.count {
      texts.append(Text(raster: raster))
      places[raster] = place
    }
    placesOfRasters[id.index] = place
    return place
  }

  mutating func reach(of place: Int, by find: (TextRaster) -> Rect?) -> Rect? {
    if let known = texts[place].reach { return known }
    let found = find(texts[place].raster)
    texts[place].reach = .some(found)
    return found
  }

  mutating func ink(of place: Int, by find: (TextRaster) -> [Rect]) -> [Rect] {
    if let known = texts[place].ink { return known }
    let found = find(texts[place].raster)
    texts[place].ink = found
    return found
  }
}
