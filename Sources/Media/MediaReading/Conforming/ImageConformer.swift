import LibAV
import MediaSources
import BaseValues
import PlanModel
import Raster
import TimelineModel

/// Brings decoded pictures of one source to one shape in the output's format.
///
/// A picture that has the output's codes, or has them in 8 bits where the output's have 10, is used where it lies,
/// without a copy where it has its size too. Everything else takes one of some routes, after which it is turned
/// upright:
///
/// - `CopiedRoute`: the output's codes in 10 bits.
/// - `PlanarRoute`: other subsampling of BT.709's codes in planes of 8 bits, where those are the output's.
/// - `SubsampledRoute`: the same of components that lie together, and R′G′B′ of 8 bits.
/// - `MatrixRoute`: other sizes, matrices, ranges and depths, and chroma that is sited elsewhere.
/// - `LightRoute`: the same for other primaries and transfer functions than the output's, through light.
/// - `AlphaRoute`: premultiplied at its own size and resampled from there, so that colours of
///   transparent pixels do not bleed in.
///
/// Streams may change their size or format: the route is made anew then.
final class ImageConformer {
  private let target: Size
  /// Bits of the output's samples, 8 or 10.
  private let depth: Int
  /// What they mean.
  private let color: PictureColor
  private let area: ImageArea
  private let orientation: Orientation
  private let reading: Interpretation
  private let peak: Int?
  private let pool: ImagePool
  private let cubes: LightCubes
  private var route: (plan: RoutePlan, route: any ConformRoute)?
  private var fullChroma: FullChroma?
  /// What the last picture with a profile said, and what is made of it.
  private var profile: (note: VideoFrame.ColorNote, light: LightTransform.Source?)?

  /// - Parameters:
  ///   - depth: bits of the output's samples; pictures that have 8 may be given so.
  ///   - color: what they mean.
  ///   - peak: the brightest light of a PQ programme in cd/m²; `nil` if it is unknown.
  ///   - cubes: what conformers of the same light have in common.
  init(
    _ conform: Conform, orientation: Orientation, codedSize: Size,
    reading: Interpretation = Interpretation(), depth: Int = UInt8.depth,
    color: PictureColor = .sdr, peak: Int? = nil, pool: ImagePool, cubes: LightCubes = .shared
  ) {
    self.depth = depth
    self.color = color
    self.orientation = orientation
    self.reading = reading
    self.peak = peak
    self.pool = pool
    self.cubes = cubes
    let size = conform.size
    target =
      orientation.swapsAxes
      ? Size(width: size.height, height: size.width)
      : size
    area = ImageArea(conform.crop, orientation: orientation, codedSize: codedSize)
  }

  func image(of shared: SharedFrame) throws(LibAVError) -> Raster.Image {
    let stored = try shared.withFrame { (frame) throws(LibAVError) in
      try convert(frame, shared)
    }
    return stored.turned(orientation, pool: pool)
  }

  /// Luma in codes of 16 bits, row after row of the conform's size: of upright, opaque pictures of SDR with
  /// more than 8 bits. `nil` for all others, whose luma has no more than their image's.
  func deepLuma(of shared: SharedFrame) throws(LibAVError) -> [UInt16]? {
    guard orientation == .upright else { return nil }
    return try shared.withFrame { (frame) throws(LibAVError) -> [UInt16]? in
      let size = Size(width: frame.width, height: frame.height)
      guard let rect = area.rect(in: size), let format = frame.pixelFormat, format.bitDepth > 8,
        !FullChroma.isNeeded(rect, format)
      else { return nil }
      let plan = routePlan(frame, format, rect, in: size)
      guard !plan.hasAlpha, plan.light == nil else { return nil }
      return try route(plan, format).luma(of: frame, x: rect.x, y: rect.y)
    }
  }

  private func routePlan(
    _ frame: borrowing VideoFrame, _ format: StoredPixelFormat, _ rect: Rect, in size: Size
  ) -> RoutePlan {
    let colour = ColorGuess.complete(
      frame.colour.replaced(by: reading.colors), format: format, size: size)
    return RoutePlan(
      source: Scaler.Picture(
        format: format.name, width: rect.width, height: rect.height, colour: colour),
      bitDepth: format.bitDepth, light: light(of: frame, colour),
      hasAlpha: format.hasAlpha && reading.alpha != .ignore,
      isPremultiplied: reading.alpha == .premultiplied, target: target, color: color)
  }

  /// What colours mean: what a person says, then what tags say of HDR, then a profile, then tags.
  private func light(
    of frame: borrowing VideoFrame, _ colour: ColorTags
  ) -> LightTransform.Source? {
    let tagged = colour.lightSource(peak: peak, in: color)
    guard reading.colors.primaries == nil, reading.colors.transfer == nil,
      colour.transfer != .pq, colour.transfer != .hlg, let note = frame.colorNote
    else { return tagged }
    if let profile, profile.note == note { return profile.light }
    guard let found = note.profile else { return tagged }
    let standard = LightTransform.Source(primaries: .bt709, transfer: .standard)
    let light =
      found.isStandard
      ? (standard.isLight(of: color) ? nil : standard) : LightTransform.Source(found)
    profile = (note, light)
    return light
  }

  private func convert(
    _ frame: borrowing VideoFrame, _ shared: SharedFrame
  ) throws(LibAVError) -> Raster.Image {
    let size = Size(width: frame.width, height: frame.height)
    guard let rect = area.rect(in: size), let format = frame.pixelFormat else {
      throw .unusable(for: "crop picture")
    }
    var plan = routePlan(frame, format, rect, in: size)
    let colour = plan.source.colour
    let isWhole = rect == size.bounds
    if format.name == "yuv420p", colour.range == .limited, plan.hasMatrixOfMovie,
      colour.chromaLocation == .left, plan.light == nil, isWhole,
      max(size.width, size.height) <= 16384, let image = wrap(frame, shared, size)
    {
      if size == target { return image }
      let deep = depth > UInt8.depth ? image.widened(pool: pool) : image
      return deep.resized(to: target, pool: pool)
    }
    guard FullChroma.isNeeded(rect, format) else {
      let image = try route(plan, format).image(of: frame, x: rect.x, y: rect.y)
      guard orientation == .upright,
        let detail = ConformedDetail(plan, format, x: rect.x, y: rect.y, depth: depth)
      else { return image }
      return image.with(ColorDetail { detail.planes(of: shared) })
    }
    if fullChroma?.isFor(format, colour, rect, in: size) != true {
      fullChroma = try FullChroma(format, colour, rect, in: size)
    }
    guard let fullChroma else { throw .unusable(for: "crop picture") }
    plan.source.format = fullChroma.format
    let whole = StoredPixelFormat(named: fullChroma.format) ?? format
    let route = try route(plan, whole)
    return try fullChroma.withFrame(frame) { (whole, x, y) throws(LibAVError) in
      try route.image(of: whole, x: x, y: y)
    }
  }

  private func route(
    _ plan: RoutePlan, _ format: StoredPixelFormat
  ) throws(LibAVError) -> any ConformRoute {
    if let route, route.plan == plan { return route.route }
    let made =
      depth > UInt8.depth
      ? try makeRoute(plan, format, as: UInt16.self) : try makeRoute(plan, format, as: UInt8.self)
    route = (plan, made)
    return made
  }

  private func makeRoute<Sample: PixelSample>(
    _ plan: RoutePlan, _ format: StoredPixelFormat, as sample: Sample.Type
  ) throws(LibAVError) -> any ConformRoute {
    if plan.hasAlpha { return try AlphaRoute<Sample>(plan, pool: pool) }
    if let light = plan.light {
      return try LightRoute<Sample>(plan, cubes.cube(light, to: color), pool: pool)
    }
    if depth > UInt8.depth, CopiedRoute.isEnough(plan, format) {
      return CopiedRoute(plan, format, pool: pool)
    }
    if MatrixRoute<Sample>.isNeeded(plan, format) {
      return try MatrixRoute<Sample>(plan, format, pool: pool)
    }
    if let planar = PlanarRoute(plan, format, pool: pool) { return planar }
    return try SubsampledRoute(plan, pool: pool)
  }

  private func wrap(
    _ frame: borrowing VideoFrame, _ shared: SharedFrame, _ size: Size
  ) -> Raster.Image? {
    var bases: [UnsafePointer<UInt8>] = unsafe []
    var strides: [Int] = []
    for plane in 0..<3 {
      guard let memory = unsafe frame.planeMemory(plane), unsafe memory.stride > 0 else {
        return nil
      }
      unsafe bases.append(UnsafePointer(memory.base.assumingMemoryBound(to: UInt8.self)))
      unsafe strides.append(memory.stride)
    }
    // Safe: the image keeps the frame, and decoders never write a frame that they gave out.
    return unsafe Raster.Image(
      format: .yuv420p8, size: size, planes: bases, strides: strides, owner: shared)
  }
}

/// What a route is made for.
struct RoutePlan: Hashable {
  /// The used part of the stored picture, with all tags.
  var source: Scaler.Picture
  /// Bits of the stored components.
  var bitDepth: Int
  /// What colours mean, where that is not the movie's light.
  var light: LightTransform.Source?
  var hasAlpha: Bool
  var isPremultiplied: Bool
  var target: Size
  /// What the movie's codes mean.
  var color: PictureColor

  /// Whether stored components have the matrix of the movie's.
  var hasMatrixOfMovie: Bool { source.colour.componentMatrix == color.matrix }
}

/// Converts pictures that are all alike.
protocol ConformRoute: AnyObject {
  /// The part of a picture that begins at column `x` and row `y`.
  func image(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> Raster.Image

  /// Luma of that part alone, in codes of 16 bits, row after row without padding; `nil` where it has no more bits
  /// than the image's.
  func luma(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> [UInt16]?
}

extension ConformRoute {
  func luma(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> [UInt16]? { nil }
}

/// Pictures of 10 bits that have the output's codes and size.
private final class CopiedRoute: ConformRoute {
  private let target: Size
  private let pool: ImagePool
  private let isBigEndian: Bool

  static func isEnough(_ plan: RoutePlan, _ format: StoredPixelFormat) -> Bool {
    let colour = plan.source.colour
    let size = Size(width: plan.source.width, height: plan.source.height)
    return format.bitDepth == UInt16.depth && !format.hasAlpha && colour.range == .limited
      && plan.hasMatrixOfMovie && colour.chromaLocation == .left && format.planeCount == 3
      && DeepPlanes.canRead(format, size, as: plan.target)
  }

  init(_ plan: RoutePlan, _ format: StoredPixelFormat, pool: ImagePool) {
    target = plan.target
    isBigEndian = format.isBigEndian
    self.pool = pool
  }

  func image(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> Raster.Image {
    var result = MutableImage(format: .yuv420p10, size: target, pool: pool)
    for plane in 0..<3 {
      let shift = plane == Plane.luma ? 0 : 1
      for line in 0..<result.height(of: plane) {
        var row = result.mutableRow(plane, line, as: UInt16.self)
        frame.copyRow(
          plane, x >> shift, y >> shift + line, bytesPerSample: 2, shift: 0,
          swapped: isBigEndian, to: &row)
        // Words of raw files may be any.
        for x in row.indices { row[x] &= 1023 }
      }
    }
    return result.freeze()
  }
}

/// Subsampling by swscale to 8 bits, with accurate rounding.
private final class SubsampledRoute: ConformRoute {
  private let target: Size
  private let pool: ImagePool
  private var scaler: Scaler

  init(_ plan: RoutePlan, pool: ImagePool) throws(LibAVError) {
    target = plan.target
    self.pool = pool
    scaler = try Scaler(
      from: plan.source,
      to: Scaler.Picture(
        format: "yuv420p", width: target.width, height: target.height,
        colour: ColorGuess.output))
  }

  func image(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> Raster.Image {
    var result = MutableImage(format: .yuv420p8, size: target, pool: pool)
    var planes: [Scaler.Plane] = unsafe []
    for plane in 0..<3 {
      unsafe result.withUnsafeMutablePlane(plane) { (base, stride) in
        unsafe planes.append(Scaler.Plane(base: UnsafeMutableRawPointer(base), stride: stride))
      }
    }
    // Safe: the planes belong to `result`, which outlives the call.
    try unsafe scaler.scale(frame, x: x, y: y, into: planes)
    return result.freeze()
  }
}
