internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// What clips and title layers are, and where they stand.
extension PicturePlanner {
  // MARK: - Clips

  /// `nil` for a clip without a picture.
  func recipe(
    ofClip index: Int, _ track: Track, _ layout: TrackLayout
  ) throws(TimeOverflow) -> LayerRecipe? {
    let clip = track.clips[index]
    let output = timeline.output
    let subject: LayerRecipe.Subject
    var framed = FramedClip(animations: clip.picture.animations)
    var filter: FilterBlocks?
    if let color = self.color(clip.media) {
      subject = .color(color, output.size)
    } else if edit.edit(ofClip: index, track) != nil || isBelow(clip.media) {
      guard let fitted = fit(clip.picture, of: clip.media, &framed) else { return nil }
      subject = .canvas(fitted)
    } else {
      let media = sourceFilter(of: clip)?.media ?? clip.media
      guard let video = catalog[media]?.video,
        let fitted = fit(filling(clip.media, clip.picture), of: media, &framed),
        let mapping = try SourceFrameMapping(
          times: video.frames, rate: output.frameRate, run: SourceFrameMapping.Run(clip),
          earliest: edit.first(layout.earliest(of: index)))
      else { return nil }
      filter = blocks(
        of: clip, over: (layout.earliest(of: index), layout.latest(of: index)), mapping, video)
      if let back = self.back(of: clip, fitted) {
        subject = .filled(media, front: fitted, back: back, mapping)
      } else {
        subject = .source(media, fitted, mapping)
      }
    }
    var recipe = LayerRecipe(
      origin: track.origin(ofClip: index, in: timeline), subject: subject,
      placement: drawn(clip.media, framed.placement ?? clip.picture.placement), view: framed.view,
      perspective: clip.picture.perspective, start: clip.placed.start,
      animations: framed.animations, effects: clip.picture.look.effects,
      motionBlur: clip.picture.motionBlur,
      groupAnimations: clip.picture.fade, groupOwner: .fade)
    recipe.filter = filter
    recipe.tempo = timeline.tempo
    if sourceFilter(of: clip) == nil { recipe.canvasFilter = clip.picture.filter?.media }
    return recipe
  }

  /// How a clip's picture stands in the canvas where a part of it fills that.
  private struct FramedClip {
    var animations: [Animation]
    /// `nil` for that of the clip.
    var placement: Placement?
    var view: MovingView?
  }

  /// The part of a clip's picture that is used; a view that moves uses all of it.
  private func fit(
    _ picture: FrameProperties, of media: MediaID, _ framed: inout FramedClip
  ) -> FittedFrame? {
    let output = timeline.output.size
    guard var video = catalog[media]?.video else { return nil }
    // What lies below is as large as the canvas that it lies on.
    if isBelow(media) { video.codedSize = output }
    guard let view = picture.view,
      let resting = ConformPlanner.view(view.numbers, of: video, picture, output: output)
    else { return ConformPlanner.fit(video, picture, output: output) }
    var placement = Placement(
      position: Point(
        x: Rational(Int64(output.width), 2) ?? .zero, y: Rational(Int64(output.height), 2) ?? .zero
      ))
    placement.opacity = picture.placement.opacity
    placement.scaling = picture.placement.scaling
    framed.placement = placement
    for index in framed.animations.indices where framed.animations[index].property == .view {
      framed.animations[index].values = framed.animations[index].values.compactMap {
        ConformPlanner.view($0, of: video, picture, output: output)?.numbers
      }
    }
    framed.view = MovingView(resting: resting, picture: output, output: output)
    var picture = picture
    picture.fit = .stretch
    return ConformPlanner.fit(video, picture, output: output)
  }

  /// What fills the output behind a clip's picture; `nil` where nothing has to.
  private func back(of clip: Clip, _ front: FittedFrame) -> FittedFrame? {
    let output = timeline.output.size
    guard clip.picture.fit == .blur, clip.picture.view == nil, front.size != output,
      !isCode(clip.media),
      let video = catalog[sourceFilter(of: clip)?.media ?? clip.media]?.video
    else { return nil }
    var picture = clip.picture
    picture.fit = .cover
    picture.placement.anchor = Point(x: .half, y: .half)
    func reduced(_ side: Int) -> Int {
      max(2, (side + LayerPlanner.fillReduction - 1) / LayerPlanner.fillReduction)
    }
    return ConformPlanner.fit(video, picture, output: output).map { covering in
      var covering = covering
      covering.size = Size(width: reduced(output.width), height: reduced(output.height))
      return covering
    }
  }

  /// Whether it stands for what lies below a clip.
  func isBelow(_ media: MediaID) -> Bool {
    timeline.media.indices.contains(media.index)
      && timeline.media[media.index].content == .generator(.below)
  }

  /// What is drawn is drawn for the canvas, whatever its shape; only a part of it has one of its own, and a QR
  /// code, which is never cut off.
  private func filling(_ media: MediaID, _ picture: FrameProperties) -> FrameProperties {
    var picture = picture
    if isCode(media) {
      picture.fit = .contain
    } else if isDrawn(media), picture.crop == .zero {
      picture.fit = .stretch
    }
    return picture
  }

  private func isCode(_ media: MediaID) -> Bool {
    timeline.media.indices.contains(media.index) && timeline.media[media.index].content.isCode
  }

  private func drawn(_ layer: TitleLayer) -> Placement {
    guard case .image(let media, _, _) = layer.content else { return layer.placement }
    return drawn(media, layer.placement)
  }

  /// A QR code is drawn with whole pixels at its size, and has none of its own to keep.
  private func drawn(_ media: MediaID, _ placement: Placement) -> Placement {
    var placement = placement
    if isCode(media) { placement.scaling = .smooth }
    return placement
  }

  private func isDrawn(_ media: MediaID) -> Bool {
    guard timeline.media.indices.contains(media.index),
      case .generator = timeline.media[media.index].content
    else { return false }
    return true
  }

  private func color(_ media: MediaID) -> Color? {
    guard timeline.media.indices.contains(media.index),
      case .color(let color) = timeline.media[media.index].content
    else { return nil }
    return color
  }

  // MARK: - Title layers

  /// `nil` for a layer without a picture.
  func recipe(
    ofTitle index: Int, layer layerIndex: Int, _ track: Track
  ) throws(TimeOverflow) -> LayerRecipe? {
    let title = track.titles[index]
    let layer = title.layers[layerIndex]
    let isEdit = edit.edit(ofTitle: index, layer: layerIndex, track) != nil
    guard let subject = try subject(of: layer, in: title, isEdit: isEdit) else { return nil }
    return LayerRecipe(
      origin: track.origin(ofTitle: index, layer: layerIndex), subject: subject,
      placement: drawn(layer), perspective: title.perspective,
      start: title.placed.start, animations: layer.animations,
      effects: layer.look.effects, motionBlur: title.motionBlur,
      groupAnimations: title.animations, groupOpacity: title.opacity)
  }

  private func subject(
    of layer: TitleLayer, in title: Title, isEdit: Bool
  ) throws(TimeOverflow) -> LayerRecipe.Subject? {
    switch layer.content {
    case .text(let style):
      return .text(
        style, try ChangingText(layer, style, in: title, rate: timeline.output.frameRate))
    case .shape(let style):
      return .shape(style)
    case .image(let media, let width, let height):
      let output = timeline.output
      var (width, height) = (width, height)
      if width == nil, height == nil {
        if isCode(media) {
          height = min(output.size.width, output.size.height)
        } else if isDrawn(media) {
          (width, height) = (output.size.width, output.size.height)
        }
      }
      if let color = self.color(media) {
        let size = Size(
          width: min(max(1, width ?? output.size.width), Conform.largestSide),
          height: min(max(1, height ?? output.size.height), Conform.largestSide))
        return .color(color, size)
      }
      guard let video = catalog[media]?.video,
        let fitted = ConformPlanner.natural(
          video, width: width, height: height, unit: layer.unit)
      else { return nil }
      if isEdit { return .canvas(fitted) }
      guard
        let mapping = try SourceFrameMapping(
          times: video.frames, rate: output.frameRate,
          run: SourceFrameMapping.Run(start: title.placed.start, speed: timeline.tempo),
          earliest: edit.first(title.placed.start))
      else { return nil }
      return .source(media, fitted, mapping)
    }
  }
}
