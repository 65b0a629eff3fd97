internal import BaseValues
internal import Diagnostics
internal import PlanModel
internal import TimelineModel

extension TitleEdgeCheck {
  /// Rolls that end before all of them has left the picture: of each title the layer that has farthest to go.
  ///
  /// - Returns: what is said, and of which titles.
  func rolls(
    _ known: inout KnownTexts
  ) -> (findings: [Diagnostic], titles: Set<RolledTitle>) {
    guard timeline.tracks.contains(where: { $0.titles.contains { $0.roll != nil } }) else {
      return ([], [])
    }
    /// The last frame at which a layer is shown, in frames of its segment.
    var last: [PlanOrigin: (picture: PictureInput, offset: Int)] = [:]
    for segment in plan.segments {
      for picture in segment.layers.flatMap(\.pictures) {
        guard case .title(let index, _) = picture.origin.item,
          timeline.tracks.indices.contains(picture.origin.track.index),
          timeline.tracks[picture.origin.track.index].titles[index].roll != nil
        else { continue }
        last[picture.origin] = (picture, segment.frames.count - 1)
      }
    }
    var rests: [RolledTitle: (layer: Int, pixels: Double)] = [:]
    for (origin, place) in last {
      guard case .title(let index, let layer) = origin.item,
        let roll = timeline.tracks[origin.track.index].titles[index].roll,
        let lines = lines(place.picture, at: place.offset, &known),
        let pixels = lines.map({ rest($0, of: roll) }).max(), pixels > 0
      else { continue }
      let title = RolledTitle(track: origin.track.index, index: index)
      if pixels > rests[title]?.pixels ?? 0 { rests[title] = (layer, pixels) }
    }
    let findings = rests.sorted { $0.key < $1.key }
      .compactMap { finding($0, $1.layer, $1.pixels) }
    return (findings, Set(rests.keys))
  }

  struct RolledTitle: Hashable, Comparable {
    var track: Int
    var index: Int

    static func < (a: RolledTitle, b: RolledTitle) -> Bool {
      (a.track, a.index) < (b.track, b.index)
    }
  }

  /// How much of a line has still to leave the picture.
  private func rest(_ line: Bounds, of roll: TitleRoll) -> Double {
    let size = plan.output.size
    switch (roll.isAcross, roll.pixels > 0) {
    case (false, true): return line.bottom
    case (false, false): return Double(size.height) - line.top
    case (true, true): return line.right
    case (true, false): return Double(size.width) - line.left
    }
  }

  private func finding(
    _ place: RolledTitle, _ layerIndex: Int, _ pixels: Double
  ) -> Diagnostic? {
    let title = timeline.tracks[place.track].titles[place.index]
    guard let roll = title.roll, pixels < 1e9 else { return nil }
    let rate = plan.output.rate
    let key = roll.isAcross ? "crawl" : "roll"
    let missing = Int64(pixels.rounded(.up))
    let grid = FrameGrid(rate)
    let first = grid.nearestFrame(to: title.placed.start).value
    let shown = grid.nearestFrame(to: title.placed.end).value - first
    guard let step = try? roll.step.magnitude(), step > .zero,
      let frames = try? (Rational(missing) / step).rounded(.up)
    else { return nil }
    var fixes: [Fix] = []
    if let end = try? grid.time(of: FrameIndex(first + shown + frames)),
      let whole = try? end - title.placed.start
    {
      let text = TimeText.short(whole, rate)
      let range = title.keys.range(of: "duration")
      fixes.append(
        range.map {
          Fix(
            message: "set \"duration\" to \"\(text)\"", replacing: $0,
            with: JSONText.quoted(text), isCertain: false)
        } ?? Fix(message: "show it for \(text)"))
    }
    // Its last frame is so many steps after its first one.
    if shown > 1, let more = try? Rational(missing) / step / Rational(shown - 1) + .one,
      let needed = try? (Rational(Int64(abs(roll.pixels))) * more).rounded(.up),
      needed <= TitleRoll.speeds.upperBound
    {
      fixes.append(Fix(message: "set \"\(key)\" to \(roll.pixels > 0 ? needed : -needed)"))
    }
    return PlanMessages.rollCutOff(
      noun(title, title.layers[layerIndex], layerIndex), verb: roll.isAcross ? "crawled" : "rolled",
      pixels: missing,
      range: title.keys.range(of: key) ?? title.range, fixes: fixes)
  }
}
