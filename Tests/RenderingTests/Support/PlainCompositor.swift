import BaseValues
import PlanModel
import RasterReference
import Raster
import TimelineModel

@testable import Rendering

/// The rule of `Compositor` once more, sample by sample, as plainly as it can be said: no layer is
/// skipped, every group has a canvas with alpha, all is looked at for every sample.
struct PlainCompositor<Sample: PixelSample> {
  let scene: PictureScene
  private let plan: RenderPlan

  /// What a picture contributes to one sample.
  private struct Contribution {
    var sample: Int
    var alpha: Int
    var weight: Int
    /// Whether the picture has no alpha and is not resampled.
    var isOpaque = false
  }

  /// By plane, row and column; `nil` where the picture is not.
  private typealias Contributions = [[[Contribution?]]]

  private static var full: Int { (1 << Sample.depth) - 1 }
  /// Codes of this depth for one of 8 bits.
  private static var unit: Int { 1 << (Sample.depth - 8) }

  init(_ scene: PictureScene, as: Sample.Type = UInt8.self) {
    self.scene = scene
    plan = scene.plan
  }

  func compose(_ frame: Int) -> [[[Sample]]] {
    let background = plan.output.background
    return draw(
      plan.layers(at: frame), on: scene.size,
      over: [background.y, background.cb, background.cr].map { Int($0) * Self.unit })
  }

  /// - Parameter background: `nil` for a transparent canvas.
  private func draw(
    _ layers: [PictureLayer], on canvas: Size, over background: [Int]?
  ) -> [[[Sample]]] {
    let format = PixelFormat(Sample.self, hasAlpha: background == nil)
    var planes = (0..<format.planeCount).map { plane in
      let size = format.size(ofPlane: plane, in: canvas)
      let row = [Sample](repeating: Sample(background?[plane] ?? 0), count: size.width)
      return Array(repeating: row, count: size.height)
    }
    for layer in layers {
      let hasGroup = layer.inputs.contains { input in
        if case .group = input.content { true } else { false }
      }
      var inputs = layer.inputs.map { contributions(of: $0, on: canvas, format) }
      if let mode = scene.blendModes.first(where: { $0.name == layer.blendMode.rawValue }) {
        for index in inputs.indices { mix(&inputs[index], mode, planes) }
      }
      for plane in planes.indices {
        for y in planes[plane].indices {
          for x in planes[plane][y].indices {
            var (sum, cover) = (0, 0)
            for input in inputs {
              guard let part = input[plane][y][x] else { continue }
              sum += Self.full * part.sample * part.weight
              cover += part.alpha * part.weight
            }
            let one = Self.full * 32768
            sum += Int(planes[plane][y][x]) * (one - cover)
            let parts = inputs.compactMap { $0[plane][y][x] }
            if background != nil, !hasGroup, !parts.isEmpty, parts.allSatisfy(\.isOpaque) {
              // Dithered: a threshold, and the fraction dropped.
              let part = Int(Rounding.dithered(row: y, plane: plane).part(x))
              planes[plane][y][x] = Sample((sum / Self.full + part) / 32768)
              continue
            }
            planes[plane][y][x] = Sample(min(Self.full, Reference.rounded(sum, over: one)))
          }
        }
      }
    }
    return planes
  }

  private static func product(_ a: Int, _ b: Int) -> Int {
    Reference.rounded(a * b, over: 32768)
  }

  // MARK: - Blend modes

  /// Mixes what an input contributes with what is below it, one chroma sample at a time.
  private func mix(_ input: inout Contributions, _ mode: BlendMode, _ below: [[[Sample]]]) {
    let (height, width) = (below[0].count, below[0][0].count)
    for row in below[1].indices {
      for column in below[1][row].indices {
        var places: [(x: Int, y: Int)] = []
        for y in 2 * row..<min(2 * row + 2, height) {
          for x in 2 * column..<min(2 * column + 2, width) { places.append((x, y)) }
        }
        func alphaBelow(_ plane: Int, _ x: Int, _ y: Int) -> Sample {
          below.count > 3 ? below[plane][y][x] : Sample(Self.full)
        }
        let (cb, cr) = (input[1][row][column], input[2][row][column])
        let mixed = Reference.mix(
          mode,
          pixels: places.map { place in
            let part = input[0][place.y][place.x]
            return (luma: Sample(part?.sample ?? 0), alpha: Sample(part?.alpha ?? 0))
          },
          chroma: (Sample(cb?.sample ?? 0), Sample(cr?.sample ?? 0), Sample(cb?.alpha ?? 0)),
          below: places.map { (below[0][$0.y][$0.x], alphaBelow(3, $0.x, $0.y)) },
          chromaBelow: (
            below[1][row][column], below[2][row][column], alphaBelow(4, column, row)
          ))
        for (place, luma) in zip(places, mixed.luma) {
          input[0][place.y][place.x]?.sample = Int(luma)
        }
        input[1][row][column]?.sample = Int(mixed.cb)
        input[2][row][column]?.sample = Int(mixed.cr)
      }
    }
  }

  // MARK: - Pictures

  /// What an input shows, and its top left corner's distance from its place.
  private func picture(of input: PictureInput) -> (image: Image, x: Int, y: Int) {
    func solid(_ color: Color) -> SolidColor {
      SolidColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
    switch input.content {
    case .group(let group):
      let planes = draw(group.layers, on: group.size, over: nil)
      return (Image.of(planes, group.size), 0, 0)
    case .picture(let picture):
      switch picture[0] {
      case .source(let id, _), .blend(let id, _), .flow(let id, _):
        return (deep(scene.images[id.index]), 0, 0)
      case .text(let id):
        let text = scene.texts[id.index]
        return (deep(text.image), text.originX, text.originY)
      case .color(let color, let area):
        return (solid(color).image(size: area, as: Sample.self), 0, 0)
      case .gradient(let from, let to, let area, let isVertical):
        let image = Gradient.image(
          size: area, from: solid(from), to: solid(to),
          direction: isVertical ? .down : .right, as: Sample.self)
        return (image, 0, 0)
      }
    }
  }

  /// A picture in the depth of the composition.
  private func deep(_ image: Image) -> Image {
    guard image.format.depth < Sample.depth else { return image }
    let planes = image.planes().enumerated().map { plane, rows in
      rows.map { row in
        row.map {
          plane < 3
            ? Sample(Int($0) * Self.unit)
            : Sample(Reference.rounded(Int($0) * Self.full, over: 255))
        }
      }
    }
    return Image.of(planes, image.size)
  }

  // MARK: - Where and how strong

  private func contributions(
    of input: PictureInput, on canvas: Size, _ format: PixelFormat
  ) -> Contributions {
    let mask = mask(input.coverage[0], on: canvas).map { mask in
      (0..<canvas.height).map { y in (0..<canvas.width).map { mask($0, y) } }
    }
    let picture = picture(of: input)
    let map = projected(picture, input, on: canvas)
    return (0..<format.planeCount).map { plane in
      let read = reader(plane, of: picture, map, input, on: canvas)
      let size = format.size(ofPlane: plane, in: canvas)
      return (0..<size.height).map { y in
        (0..<size.width).map { x in
          guard var part = read(x, y) else { return nil }
          if let mask {
            var coverages = [0]
            if format.isChroma(plane: plane) {
              coverages = [2 * y, 2 * y + 1].flatMap { y in
                [2 * x, 2 * x + 1].compactMap { x in
                  canvas.bounds.contains(x: x, y: y) ? mask[y][x] : nil
                }
              }
            } else {
              coverages = [mask[y][x]]
            }
            part.weight = Reference.rounded(
              part.weight * coverages.reduce(0, +), over: coverages.count * Self.full)
          }
          part.weight = Self.product(part.weight, input.opacity[0])
          part.weight = Self.product(part.weight, input.share[0])
          return part
        }
      }
    }
  }

  /// The coverage of luma samples, 0 to the depth's maximum.
  private func mask(_ coverage: Coverage, on canvas: Size) -> ((Int, Int) -> Int)? {
    if case .outside(let id, let threshold, let softness) = coverage {
      let inside = mask(.mask(id, threshold: threshold, softness: softness), on: canvas)
      return inside.map { inside in { Self.full - inside($0, $1) } }
    }
    guard case .mask(let id, let threshold, let softness) = coverage else { return nil }
    if softness == 0, case .wipe(let number, let size) = plan.masks[id.index] {
      return CoveredEdge.wipe(number, of: size, on: canvas).share(
        beyond: threshold, full: Self.full)
    }
    let brightness: (Int, Int) -> Int
    switch plan.masks[id.index] {
    case .picture(let conform, _):
      let planes = deep(scene.images[conform.index]).planes(as: Sample.self)
      brightness = { x, y in
        guard y < planes[0].count, x < planes[0][y].count else { return 0 }
        let alpha = planes.count > 3 ? Int(planes[3][y][x]) : Self.full
        // White is 235, black 16.
        let light = Int(planes[0][y][x]) * Self.full - 16 * Self.unit * alpha
        return min(
          max(Reference.rounded(32768 * light, over: 219 * Self.unit * Self.full), 0), 32768)
      }
    case .rectangle(let window):
      brightness = { x, y in Self.brightness(window, x, y) { max($0, $1) } }
    case .ellipse(let window):
      brightness = { x, y in
        Self.brightness(window, x, y) { a, b in
          var root = Int(Double(a * a + b * b).squareRoot())
          while root * root > a * a + b * b { root -= 1 }
          while (root + 1) * (root + 1) <= a * a + b * b { root += 1 }
          return root
        }
      }
    case .wipe(let number, let size):
      brightness = { x, y in
        let across = 2 * x + 1
        let down = 2 * y + 1
        let (width, height) = (2 * size.width, 2 * size.height)
        let order =
          number == 1
          ? Reference.rounded(32768 * across, over: width)
          : Reference.rounded(16384 * (across * height + down * width), over: width * height)
        return min(order, 32768)
      }
    case .noise(let block, _):
      // The finalizer of MurmurHash3, of the block's column and row.
      brightness = { x, y in
        var bits = UInt32(x / block) &* 0x9E37_79B1 ^ UInt32(y / block)
        for factor: UInt32 in [0x85EB_CA6B, 0xC2B2_AE35] {
          bits = (bits ^ (bits >> (factor == 0x85EB_CA6B ? 16 : 13))) &* factor
        }
        return Int((bits ^ (bits >> 16)) >> 17)
      }
    }
    if softness == 0, case .picture = plan.masks[id.index] {
      return CoveredEdge.picture(canvas, brightness).share(beyond: threshold, full: Self.full)
    }
    return { x, y in
      let above = brightness(x, y) - threshold
      if above >= softness { return Self.full }
      return above <= 0 ? 0 : Reference.rounded(above * Self.full, over: softness)
    }
  }

  /// Half at the edge of a shape, falling evenly from its middle.
  private static func brightness(
    _ window: Rect, _ x: Int, _ y: Int, _ distance: (Int, Int) -> Int
  ) -> Int {
    guard window.width > 0, window.height > 0 else { return 0 }
    let across = abs(2 * (x - window.x) + 1 - window.width) * 65536 / window.width
    let down = abs(2 * (y - window.y) + 1 - window.height) * 65536 / window.height
    return max(0, 32768 - distance(across, down) / 4)
  }

  /// A way to read the samples of a plane where the picture stands; weights are shares of a
  /// sample that show it.
  private func reader(
    _ plane: Int, of picture: (image: Image, x: Int, y: Int), _ projected: Projected?,
    _ input: PictureInput, on canvas: Size
  ) -> (Int, Int) -> Contribution? {
    let (image, originX, originY) = picture
    let bounds = canvas.bounds
    let window =
      input.coverage[0].window.map {
        $0.intersection(bounds)
      } ?? bounds
    switch input.geometry[0] {
    case .offset(let x, let y):
      return { column, row in
        read(plane, of: image, x: x + originX, y: y + originY, window, canvas, column, row)
      }
    case .projective(let projection):
      let map = Self.map(projection, picture)
      guard map.isUpright else { return project(plane, of: image, projected, window, canvas) }
      if let (x, y) = map.wholeOffset, x % 2 == 0, y % 2 == 0 {
        return { read(plane, of: image, x: x, y: y, window, canvas, $0, $1) }
      }
      return resample(plane, of: image, map, window, canvas)
    case .nearest(let projection):
      let map = Self.map(projection, picture)
      if let (x, y) = map.wholeOffset, x % 2 == 0, y % 2 == 0 {
        return { read(plane, of: image, x: x, y: y, window, canvas, $0, $1) }
      }
      return pick(plane, of: image, map.evened, window, canvas)
    }
  }

  /// Pixels as they are; a chroma sample is covered as its luma pixels are.
  private func pick(
    _ plane: Int, of image: Image, _ map: Homography, _ window: Rect, _ canvas: Size
  ) -> (Int, Int) -> Contribution? {
    let isLuma = plane == Plane.luma || plane == Plane.alpha
    return { column, row in
      let shown = Self.share(of: window, column, row, isLuma: isLuma, canvas)
      if shown == 0 { return nil }
      func place(_ x: Int, _ y: Int) -> (column: Int, row: Int)? {
        Reference.nearest(map, x: x, y: y, layer: image.size)
      }
      var covered = 32768
      var (x, y) = (2 * column + 1, 2 * row + 1)
      if !isLuma {
        let columns = [2 * column, 2 * column + 1].filter { $0 < canvas.width }
        let rows = [2 * row, 2 * row + 1].filter { $0 < canvas.height }
        let inside = rows.flatMap { y in columns.filter { place(2 * $0 + 1, 2 * y + 1) != nil } }
        covered = 32768 * inside.count / (columns.count * rows.count)
        (x, y) = (4 * column + columns.count, 4 * row + rows.count)
      }
      if covered == 0 { return nil }
      guard let found = isLuma ? place(x, y) : nearestInside(map, x, y, image.size) else {
        return nil
      }
      func sample(_ plane: Int) -> Int {
        let half = isLuma ? 1 : 2
        return Int(image.row(plane, found.row / half, as: Sample.self)[found.column / half])
      }
      let alpha =
        image.format.hasAlpha ? sample(isLuma ? Plane.alpha : Plane.chromaAlpha) : Self.full
      return Contribution(
        sample: plane >= Plane.alpha ? alpha : sample(plane), alpha: alpha,
        weight: Self.product(covered, shown), isOpaque: !image.format.hasAlpha)
    }
  }

  /// The sample nearest to a place that may be beside the layer.
  private func nearestInside(
    _ map: Homography, _ x: Int, _ y: Int, _ size: Size
  ) -> (column: Int, row: Int)? {
    guard let place = map.position(x: Int64(x), y: Int64(y)) else { return (0, 0) }
    // In 2^-17 of a sample.
    return (
      min(max(Int((place.u + 2) >> 17), 0), size.width - 1),
      min(max(Int((place.v + 2) >> 17), 0), size.height - 1)
    )
  }

  private static func map(
    _ p: Projection, _ picture: (image: Image, x: Int, y: Int)
  ) -> Homography {
    let (u, v) = (Int128(2 * picture.x), Int128(2 * picture.y))
    let (g, h, i) = (Int128(p.g), Int128(p.h), Int128(p.i))
    return Homography(normalizing: [
      Int128(p.a) - u * g, Int128(p.b) - u * h, Int128(p.c) - u * i,
      Int128(p.d) - v * g, Int128(p.e) - v * h, Int128(p.f) - v * i, g, h, i,
    ])
  }

  /// Upright; the covered share of columns and rows is the sampler's, tested with it.
  private func resample(
    _ plane: Int, of image: Image, _ map: Homography, _ window: Rect, _ canvas: Size
  ) -> (Int, Int) -> Contribution? {
    guard
      let sampler = SeparableSampler(
        homography: map, layer: image.size, hasAlpha: image.format.hasAlpha, output: canvas,
        area: canvas.bounds)
    else { return { _, _ in nil } }
    let isLuma = plane == Plane.luma || plane == Plane.alpha
    let columns = isLuma ? sampler.columns : sampler.chromaColumns
    let rows = isLuma ? sampler.rows : sampler.chromaRows
    return { column, row in
      guard columns.touched.contains(column), rows.touched.contains(row) else { return nil }
      let share = Self.share(of: window, column, row, isLuma: isLuma, canvas)
      if share == 0 { return nil }
      func sample(_ plane: Int) -> Int {
        Int(Reference.resample(map, x: column, y: row, plane: plane, of: image) as Sample)
      }
      let alpha =
        image.format.hasAlpha ? sample(isLuma ? Plane.alpha : Plane.chromaAlpha) : Self.full
      return Contribution(
        sample: plane >= Plane.alpha ? alpha : sample(plane), alpha: alpha,
        weight: Self.product(Self.product(columns[column], rows[row]), share),
        isOpaque: !image.format.hasAlpha)
    }
  }

  /// The share of a sample's luma pixels, those that exist, that are in a window.
  private static func share(
    of window: Rect, _ column: Int, _ row: Int, isLuma: Bool, _ canvas: Size
  ) -> Int {
    var (shown, existing) = (0, 0)
    for y in isLuma ? [row] : [2 * row, 2 * row + 1] {
      for x in isLuma ? [column] : [2 * column, 2 * column + 1]
      where canvas.bounds.contains(x: x, y: y) {
        existing += 1
        shown += window.contains(x: x, y: y) ? 1 : 0
      }
    }
    return 32768 * shown / existing
  }

  private func read(
    _ plane: Int, of image: Image, x: Int, y: Int, _ window: Rect, _ canvas: Size,
    _ column: Int, _ row: Int
  ) -> Contribution? {
    if plane == Plane.luma || plane == Plane.alpha {
      guard window.contains(x: column, y: row),
        image.size.bounds.contains(x: column - x, y: row - y)
      else { return nil }
      func sample(_ plane: Int) -> Int {
        Int(image.row(plane, row - y, as: Sample.self)[column - x])
      }
      let alpha = image.format.hasAlpha ? sample(Plane.alpha) : Self.full
      return Contribution(
        sample: plane == Plane.luma ? sample(plane) : alpha, alpha: alpha, weight: 32768,
        isOpaque: !image.format.hasAlpha)
    }
    func chroma(_ plane: Int) -> (sample: Sample, weight: UInt16)? {
      Reference.chroma(
        column: column, row: row, of: plane, in: image, x: x, y: y, region: window,
        output: canvas, as: Sample.self)
    }
    guard let color = chroma(plane == Plane.chromaAlpha ? Plane.cb : plane) else { return nil }
    let alpha = image.format.hasAlpha ? Int(chroma(Plane.chromaAlpha)?.sample ?? 0) : Self.full
    return Contribution(
      sample: plane == Plane.chromaAlpha ? alpha : Int(color.sample), alpha: alpha,
      weight: Int(color.weight), isOpaque: !image.format.hasAlpha)
  }

  /// What all planes of a turned picture are read with.
  private struct Projected {
    var sampler: ProjectiveSampler
    /// In the sizes of the sampler's levels.
    var images: [Image]
    /// Covered shares of samples, 0…32768; `nil` for those that are not looked at.
    var luma: [[Int?]]
    var chroma: [[Int?]]
  }

  /// `nil` for a picture that is not turned, or cannot be drawn.
  private func projected(
    _ picture: (image: Image, x: Int, y: Int), _ input: PictureInput, on canvas: Size
  ) -> Projected? {
    guard case .projective(let p) = input.geometry[0] else { return nil }
    let map = Self.map(p, picture)
    guard !map.isUpright,
      let sampler = ProjectiveSampler(homography: map, layer: picture.image.size, output: canvas)
    else { return nil }
    return Projected(
      sampler: sampler,
      images: sampler.levels.map { picture.image.resized(to: $0.size, part: $0.part) },
      luma: (0..<canvas.height).map { y in
        Self.shares(canvas.width, sampler.columns(ofRow: y)) {
          sampler.writeShares(row: y, columns: $0, shares: &$1)
        }
      },
      chroma: (0..<canvas.chroma.height).map { y in
        Self.shares(canvas.chroma.width, sampler.chromaColumns(ofRow: y)) {
          sampler.writeChromaShares(row: y, columns: $0, shares: &$1)
        }
      })
  }

  /// Through a map; the covered share of each sample is the sampler's, tested with it.
  private func project(
    _ plane: Int, of image: Image, _ projected: Projected?, _ window: Rect, _ canvas: Size
  ) -> (Int, Int) -> Contribution? {
    guard let projected else { return { _, _ in nil } }
    let sampler = projected.sampler
    let isLuma = plane == Plane.luma || plane == Plane.alpha
    let coverage = isLuma ? projected.luma : projected.chroma
    return { column, row in
      let share = Self.share(of: window, column, row, isLuma: isLuma, canvas)
      guard let covered = coverage[row][column], share > 0 else { return nil }
      func sample(_ plane: Int) -> Int {
        let sample: Sample = Reference.turned(
          sampler.homography, column: column, row: row, plane: plane, of: projected.images,
          levels: sampler.levels, layer: image.size)
        return Int(sample)
      }
      let alpha =
        image.format.hasAlpha ? sample(isLuma ? Plane.alpha : Plane.chromaAlpha) : Self.full
      return Contribution(
        sample: plane >= Plane.alpha ? alpha : sample(plane), alpha: alpha,
        weight: Self.product(covered, share), isOpaque: !image.format.hasAlpha)
    }
  }

  private static func shares(
    _ count: Int, _ columns: Range<Int>,
    _ write: (Range<Int>, inout MutableSpan<UInt16>) -> Range<Int>
  ) -> [Int?] {
    var shares = [UInt16](repeating: 0, count: count)
    var span = shares.mutableSpan
    let whole = write(columns, &span)
    return shares.indices.map {
      columns.contains($0) ? whole.contains($0) ? 32768 : Int(shares[$0]) : nil
    }
  }
}
