internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// Titles lie inside the picture, or come to lie in it.
///
/// What flies in or out may be outside on its way, and a text that crosses the picture need not fit
/// into it as long as each of its ends is seen. What stands still is wholly inside.
struct TitleEdgeCheck {
  let plan: RenderPlan
  let timeline: Timeline
  /// The lines of a text; empty where it cannot be drawn or has no letters.
  let ink: (TextRaster) -> [Rect]
  /// A rectangle that holds them, where that can be told without drawing.
  var reach: (TextRaster) -> Rect? = { _ in nil }

  /// A stay shorter than this is a part of a movement.
  private static let shortestRest = Rational(1, over: 2)

  /// - Parameter skipped: layers of which something else is said already.
  func findings(except skipped: Set<PlanOrigin>) -> [Diagnostic] {
    var extents: [PlanOrigin: TitleExtent] = [:]
    var known = KnownTexts()
    for segment in plan.segments {
      for picture in segment.layers.flatMap(\.pictures) {
        guard case .title = picture.origin.item, !skipped.contains(picture.origin),
          picture.origin.track.index < timeline.tracks.count
        else { continue }
        add(picture, segment.frames, &extents, &known)
      }
    }
    let (rolls, told) = rolls(&known)
    return extents.keys.sorted { ($0.track, order($0)) < ($1.track, order($1)) }.compactMap {
      origin in
      if case .title(let index, _) = origin.item,
        told.contains(RolledTitle(track: origin.track.index, index: index))
      {
        return nil
      }
      return extents[origin].flatMap { finding(origin, $0) }
    } + rolls
  }

  private func order(_ origin: PlanOrigin) -> Int {
    guard case .title(let index, let layer) = origin.item else { return 0 }
    return index << 20 + layer
  }

  private func add(
    _ picture: PictureInput, _ frames: Range<Int>, _ extents: inout [PlanOrigin: TitleExtent],
    _ known: inout KnownTexts
  ) {
    var isText = false
    if case .text = picture.picture?[0] { isText = true }
    var extent =
      extents[picture.origin] ?? TitleExtent(output: plan.output.size, isText: isText)
    var isSteady = false
    if case .constant = picture.geometry, case .constant = picture.opacity { isSteady = true }
    if isSteady {
      if let lines = lines(picture, at: 0, &known) { extent.add(lines, over: frames) }
    } else {
      for offset in 0..<frames.count where picture.opacity[offset] > 0 {
        guard let lines = lines(picture, at: offset, &known) else { return }
        let frame = frames.lowerBound + offset
        extent.add(lines, over: frame..<frame + 1)
      }
    }
    extents[picture.origin] = extent
  }

  /// Where a picture's lines lie in the output; `nil` where that cannot be told.
  func lines(
    _ picture: PictureInput, at offset: Int, _ known: inout KnownTexts
  ) -> [Bounds]? {
    let areas: [Bounds]
    if case .text(let id) = picture.picture?[offset] {
      let text = known.text(id, in: plan)
      if known.texts[text].ink == nil, waveHeight(picture.origin) == 0,
        let reach = known.reach(of: text, by: self.reach),
        let bounds = picture.geometry[offset].bounds(of: Bounds(reach)), isInside(bounds)
      {
        return [bounds]
      }
      let ink = known.ink(of: text, by: self.ink)
      // What goes up and down is to be seen at the ends of its way, too.
      let way = waveHeight(picture.origin) * Double(known.texts[text].raster.scale)
      areas = ink.map(Bounds.init).map {
        Bounds(left: $0.left, top: $0.top - way, right: $0.right, bottom: $0.bottom + way)
      }
    } else if let size = plan.size(of: picture.content) {
      areas = [
        Bounds(left: 0, top: 0, right: Double(size.width), bottom: Double(size.height))
      ]
    } else {
      return nil
    }
    if areas.isEmpty { return nil }
    let lines = areas.compactMap { picture.geometry[offset].bounds(of: $0) }
    return lines.count == areas.count ? lines : nil
  }

  /// Pixels of its raster by which parts of a text go up and down from their places.
  private func waveHeight(_ origin: PlanOrigin) -> Double {
    guard case .title(let index, let layer) = origin.item,
      timeline.tracks.indices.contains(origin.track.index)
    else { return 0 }
    let titles = timeline.tracks[origin.track.index].titles
    guard titles.indices.contains(index), titles[index].layers.indices.contains(layer),
      let height = titles[index].layers[layer].wave?.height
    else { return 0 }
    return abs(Double(height.numerator) / Double(height.denominator))
  }

  private func isInside(_ bounds: Bounds) -> Bool {
    bounds.left >= 0 && bounds.top >= 0 && bounds.right <= Double(plan.output.size.width)
      && bounds.bottom <= Double(plan.output.size.height)
  }

  // MARK: - Words

  private func finding(_ origin: PlanOrigin, _ extent: TitleExtent) -> Diagnostic? {
    guard case .title(let index, let layerIndex) = origin.item,
      let least = extent.least, let bounds = extent.bounds
    else { return nil }
    let title = timeline.tracks[origin.track.index].titles[index]
    let layer = title.layers[layerIndex]
    let noun = noun(title, layer, layerIndex)
    // Shapes are cut by the edge as often as not; but they are to be seen.
    if case .shape = layer.content, extent.isEverSeen { return nil }
    if !least.isNone {
      return PlanMessages.titleBeyondEdge(
        noun, least.text, isSeen: extent.isEverSeen, moves: extent.moves, time: nil,
        line: extent.moves ? nil : lineName(layer, extent.line), range: range(layer),
        fixes: fixes(origin, layer, title, least, bounds, extent))
    }
    // It fits or crosses the picture; but it may stop where it does not.
    guard let rest = extent.longestRest,
      let duration = try? Rational(Int64(rest.frames.count)) * plan.output.rate.frameDuration,
      duration >= Self.shortestRest
    else { return nil }
    return PlanMessages.titleBeyondEdge(
      noun, rest.overhang.text, isSeen: true, moves: true,
      time: (time(rest.frames.lowerBound), time(rest.frames.upperBound)), line: nil,
      range: range(layer),
      fixes: [
        Fix(
          message: rest.overhang.isOnBothSides
            ? "it is larger than the picture: make it smaller, or break its lines with \"width\""
            : "let it come to rest inside the picture")
      ])
  }

  private func time(_ frame: Int) -> String {
    let rate = plan.output.rate
    let time = try? Rational(Int64(frame)) * rate.frameDuration
    return time.map { TimeText.short($0, rate) } ?? "frame \(frame)"
  }

  func noun(_ title: Title, _ layer: TitleLayer, _ layerIndex: Int) -> String {
    let name: String
    switch layer.content {
    case .text(let style): name = "text '\(shortened(style.text))'"
    case .image(let media, _, _):
      name =
        timeline.media.indices.contains(media.index)
        ? "image '\(shortened(timeline.media[media.index].name))'" : "this image"
    case .shape(let style): name = "this \(style.kind.rawValue)"
    }
    guard let id = title.name else { return name }
    return title.layers.count > 1
      ? "\(name) of title '\(shortened(id.value))'" : "title '\(shortened(id.value))'"
  }

  private func lineName(_ layer: TitleLayer, _ line: Int) -> String? {
    guard case .text(let style) = layer.content else { return nil }
    let lines = style.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.count > 1 && lines.indices.contains(line) ? shortened(String(lines[line])) : nil
  }

  /// What puts it where it is.
  private func range(_ layer: TitleLayer) -> SourceRange {
    for key in ["position", "text", "image", "shape"] {
      if let range = layer.keys.range(of: key) { return range }
    }
    return layer.range
  }

  private func fixes(
    _ origin: PlanOrigin, _ layer: TitleLayer, _ title: Title, _ overhang: Overhang,
    _ bounds: Bounds, _ extent: TitleExtent
  ) -> [Fix] {
    let size = plan.output.size
    let width = bounds.right - bounds.left
    let height = bounds.bottom - bounds.top
    if width > Double(size.width) || height > Double(size.height) {
      let share = min(Double(size.width) / width, Double(size.height) / height)
      // Its numbers are not pixels of this canvas.
      if layer.unit != .one {
        let percent = Int(max(1, (99 * share).rounded(.down)))
        return [Fix(message: "make it smaller: \(percent) % of its size fits")]
      }
      let fixes = tooLarge(layer, width: width, share: share)
      return isCaption(origin)
        ? fixes.map {
          Fix(message: "in the \"style\" of the track or of the caption: \($0.message)")
        }
        : fixes
    }
    let isAnimated = (layer.animations + title.animations).contains {
      $0.property == .position || $0.property == .offset
    }
    let right = overhang.left - overhang.right
    let down = overhang.top - overhang.bottom
    if isAnimated {
      let way = [
        right == 0 ? nil : "\(abs(right)) pixels to the \(right > 0 ? "right" : "left")",
        down == 0 ? nil : "\(abs(down)) pixels \(down > 0 ? "down" : "up")",
      ].compactMap(\.self).joined(separator: " and ")
      return [Fix(message: "move the values of its animated position \(way)")]
    }
    if layer.keys.range(of: "place") != nil {
      return [Fix(message: "make it smaller, or give its \"place\" another \"margin\"")]
    }
    let position = layer.placement.position
    guard layer.unit == .one, let x = moved(position.x, by: right),
      let y = moved(position.y, by: down)
    else {
      return [Fix(message: "move it into the picture")]
    }
    let text = "[\(x), \(y)]"
    if isCaption(origin) {
      return [
        Fix(
          message:
            "write \"position\": \(text) in the \"style\" of the track or of the caption, or another place where the file says one"
        )
      ]
    }
    guard let range = layer.keys.range(of: "position") else {
      return [Fix(message: "add \"position\": \(text)")]
    }
    return [Fix(message: "set \"position\" to \(text)", replacing: range, with: text)]
  }

  /// Whether its form is that of a track of captions.
  private func isCaption(_ origin: PlanOrigin) -> Bool {
    timeline.tracks[origin.track.index].captions != nil
  }

  /// A length in whole pixels, moved.
  private func moved(_ length: Rational, by pixels: Int) -> Int64? {
    let whole = length.rounded(pixels > 0 ? .up : .down)
    let (sum, overflow) = whole.addingReportingOverflow(Int64(pixels))
    return overflow ? nil : sum
  }

  /// The largest whole size of the letters at which a text is found to fit, of those that are tried; `nil` where none
  /// does, since an outline, spaces and runs with sizes of their own stay.
  ///
  /// - Parameters:
  ///   - scale: how much larger the text is shown.
  ///   - share: by how much it is too large.
  private func fittingSize(of style: TextStyle, scale: Double, share: Double) -> Int64? {
    let (width, height) = (Double(plan.output.size.width), Double(plan.output.size.height))
    // With a margin for the rounding of glyphs.
    var size = Double(style.size.numerator) / Double(style.size.denominator) * share * 0.99
    for _ in 0..<6 {
      let whole = size.rounded(.down)
      guard whole >= 1 else { return nil }
      var smaller = style
      smaller.size = Rational(Int64(whole))
      let lines = ink(TextRaster(style: smaller, anchorX: 0, anchorY: 0, scale: 1)).map(Bounds.init)
      guard let first = lines.first else { return nil }
      let bounds = lines.dropFirst().reduce(first, Bounds.union)
      let least = min(
        width / ((bounds.right - bounds.left) * scale),
        height / ((bounds.bottom - bounds.top) * scale))
      if least >= 1 { return Int64(whole) }
      size = min(whole - 1, whole * least)
    }
    return nil
  }

  private func tooLarge(_ layer: TitleLayer, width: Double, share: Double) -> [Fix] {
    switch layer.content {
    case .text(let style):
      let size = style.size.decimalApproximation(places: 2)
      let scale = max(
        1e-6,
        Double(layer.placement.scale.x.numerator) / Double(layer.placement.scale.x.denominator)
      )
      let lineWidth = Int64(max(1, (Double(plan.output.size.width) / scale).rounded(.down)))
      var fixes: [Fix] = []
      if let whole = fittingSize(of: style, scale: scale, share: share) {
        if let range = layer.keys.range(of: "size") {
          fixes = [
            Fix(message: "set \"size\" to \(whole)", replacing: range, with: "\(whole)")
          ]
        } else {
          fixes = [Fix(message: "use a smaller \"size\": \(whole) fits, it is \(size)")]
        }
      } else {
        fixes = [
          Fix(message: "make it smaller: its outline, its spacing or the sizes of its runs, too")
        ]
      }
      if style.maximumWidth == nil, width > Double(plan.output.size.width) {
        fixes.append(
          Fix(message: "break its lines: add \"width\": \(lineWidth)"))
      }
      return fixes
    case .shape: return [Fix(message: "make it smaller")]
    case .image:
      return [
        Fix(message: "make it smaller with \"imageWidth\", \"imageHeight\" or \"scale\"")
      ]
    }
  }
}
