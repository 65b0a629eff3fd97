import BaseValues

/// A change of colours that is the same for every pixel, in R′G′B′.
///
/// It is done as a blend mode does it that mixes a layer with something opaque and looks at the layer
/// alone (`BlendMode.mix`): luma changes with the chroma that covers it, chroma by the mean of its luma
/// samples' changes, alpha stays, and where the change changes nothing the samples stay exactly.
///
/// Changes in a row are one change and cost one pass. Matrices that follow each other are one matrix;
/// what a matrix makes is not cut to 0…1 before the next step. Functions of a component that follow each
/// other, with gains and offsets among them, are one function, of which there is a table.
public struct ColorChange: Sendable {
  enum Step: Sendable {
    case matrix(ColorMatrix)
    case curves(ComponentCurves)
    case colors(@Sendable (inout ColorBlock, _ count: Int) -> Void)
  }

  /// From first to last; matrices and curves have others between them.
  private(set) var steps: [Step] = []

  /// What changes nothing.
  public static let none = ColorChange(inTurn: [])

  /// A product with a matrix, and a sum.
  public init(_ matrix: ColorMatrix) { steps = [.matrix(matrix)] }

  /// A function of each component: of numbers cut to 0…1.
  public init(
    red: @escaping ComponentCurves.Curve, green: @escaping ComponentCurves.Curve,
    blue: @escaping ComponentCurves.Curve
  ) {
    steps = [.curves(ComponentCurves(red, green, blue))]
  }

  /// The same function of each component, of numbers cut to 0…1.
  public init(curve: @escaping ComponentCurves.Curve) {
    self.init(red: curve, green: curve, blue: curve)
  }

  /// Anything else that is done to the first `count` colours of a block, where components may lie outside
  /// of 0…1. The loop over them is written out there (`ColorBlock.mapColors`): a pixel must not cost a call.
  public init(colors: @escaping @Sendable (_ block: inout ColorBlock, _ count: Int) -> Void) {
    steps = [.colors(colors)]
  }

  /// Changes one after the other.
  public init(inTurn changes: [ColorChange]) {
    for step in changes.flatMap(\.steps) {
      guard let last = steps.last, let both = Self.folded(last, step) else {
        steps.append(step)
        continue
      }
      steps[steps.count - 1] = both
    }
  }

  /// Two steps as one; `nil` where there is none that does the same.
  private static func folded(_ first: Step, _ second: Step) -> Step? {
    switch (first, second) {
    case (.matrix(let first), .matrix(let second)): .matrix(first.followed(by: second))
    case (.curves(let first), .curves(let second)): .curves(first.followed(by: second))
    case (.matrix(let first), .curves(let second)):
      first.isDiagonal ? .curves(ComponentCurves(first).followed(by: second)) : nil
    default: nil
    }
  }

  /// The steps as they are done to colours, with their tables.
  package func prepared() -> @Sendable (_ block: inout ColorBlock, _ count: Int) -> Void {
    let parts = steps.map { step in
      switch step {
      case .matrix(let matrix): matrix.prepared()
      case .curves(let curves): curves.prepared()
      case .colors(let colors): colors
      }
    }
    if parts.count == 1 { return parts[0] }
    return { block, count in
      for part in parts { part(&block, count) }
    }
  }

  /// The changed picture, of the same format.
  ///
  /// - Precondition: the image is no mask.
  public func applied(to image: Image, pool: ImagePool? = nil) -> Image {
    precondition(!image.format.isCoverage, "a mask has no colours")
    var result = MutableImage(format: image.format, size: image.size, pool: pool)
    result.copy(from: image)
    if image.format.depth == UInt8.depth {
      apply(to: &result, as: UInt8.self)
    } else {
      apply(to: &result, as: UInt16.self)
    }
    return result.freeze()
  }

  private func apply<Sample: PixelSample>(to image: inout MutableImage, as: Sample.Type) {
    if steps.isEmpty { return }
    let change = prepared()
    var cells = CellColors()
    var rows = CellRows<Sample>(width: image.size.width)
    for y in 0..<image.height(of: Plane.cb) {
      rows.load(image, row: y)
      Self.apply(change, to: &rows, through: &cells)
      rows.store(into: &image, row: y)
    }
  }

  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private static func apply<Sample: PixelSample>(
    _ change: (inout ColorBlock, Int) -> Void, to rows: inout CellRows<Sample>,
    through cells: inout CellColors
  ) {
    for columns in rows.parts(of: 0..<rows.cb.count) {
      cells.load(rows, columns: columns)
      cells.colors.copyOwn()
      change(&cells.colors.mixed, cells.colors.count)
      cells.store(into: &rows, columns: columns)
    }
  }
}
