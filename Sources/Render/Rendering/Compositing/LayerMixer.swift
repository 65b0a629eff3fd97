import BaseValues
import Raster

/// Draws layers whose colours are mixed with what is below, a row of chroma at a time with its two
/// rows of luma.
struct LayerMixer<Sample: PixelSample>: ~Copyable {
  private let mode: BlendMode
  private var from: MixedRows<Sample>
  private var to: MixedRows<Sample>
  private var below: CellRows<Sample>
  private var scratch = BlendMode.Scratch()
  private let isDithered: Bool

  /// - Parameters:
  ///   - width: luma samples in a row of the canvas.
  ///   - isDithered: whether opaque pictures are dithered that are seen through.
  init(_ mode: BlendMode, width: Int, isDithered: Bool) {
    self.mode = mode
    self.isDithered = isDithered
    from = MixedRows(width: width)
    to = MixedRows(width: width)
    below = CellRows(width: width)
  }

  /// Draws a layer over what `canvas` shows.
  mutating func draw(_ layer: ReadyLayer, on canvas: inout MutableImage) {
    for y in RowBlender.union(layer.from.cellRows, layer.to?.cellRows ?? 0..<0) {
      below.load(canvas, row: y)
      from.read(layer.from, y: y)
      from.mix(mode, with: below, through: &scratch)
      to.read(layer.to, y: y)
      to.mix(mode, with: below, through: &scratch)
      RowBlender.layLuma(&from.upper, &to.upper, y: 2 * y, isDithered, on: &canvas)
      if 2 * y + 1 < canvas.size.height {
        RowBlender.layLuma(&from.lower, &to.lower, y: 2 * y + 1, isDithered, on: &canvas)
      }
      RowBlender.layChroma(&from.chroma, &to.chroma, y: y, isDithered, on: &canvas)
    }
  }
}

/// The rows of one input over a row of chroma.
private struct MixedRows<Sample: PixelSample>: ~Copyable {
  var upper: WeightedRow<Sample>
  var lower: WeightedRow<Sample>
  var chroma: WeightedRow<Sample>
  private var cells: CellRows<Sample>

  init(width: Int) {
    upper = WeightedRow(width: width)
    lower = WeightedRow(width: width)
    chroma = WeightedRow(width: width)
    cells = CellRows(width: width)
  }

  /// Takes chroma row `y` of a picture and the luma rows 2y and 2y + 1 as they lie on the canvas.
  mutating func read(_ picture: ReadyInput?, y: Int) {
    guard let picture else {
      upper.clear()
      lower.clear()
      chroma.clear()
      return
    }
    RowSampler.luma(picture, y: 2 * y, into: &upper)
    RowSampler.luma(picture, y: 2 * y + 1, into: &lower)
    RowSampler.chroma(picture, y: y, into: &chroma)
  }

  /// Mixes the samples with those below; alpha and weights stay as they are.
  mutating func mix(
    _ mode: BlendMode, with below: borrowing CellRows<Sample>,
    through scratch: inout BlendMode.Scratch
  ) {
    let luma = RowBlender.union(upper.columns, lower.columns)
    let columns = RowBlender.union(
      luma.lowerBound / 2..<(luma.upperBound + 1) / 2, chroma.columns)
    if columns.isEmpty { return }
    upper.writeAlpha(to: &cells.alpha[0])
    lower.writeAlpha(to: &cells.alpha[1])
    chroma.writeAlpha(to: &cells.chromaAlpha)
    copy(upper.first, upper.columns, to: &cells.luma[0])
    copy(lower.first, lower.columns, to: &cells.luma[1])
    copy(chroma.first, chroma.columns, to: &cells.cb)
    copy(chroma.second, chroma.columns, to: &cells.cr)
    mode.mix(&cells, with: below, columns: columns, through: &scratch)
    copy(cells.luma[0], upper.columns, to: &upper.first)
    copy(cells.luma[1], lower.columns, to: &lower.first)
    copy(cells.cb, chroma.columns, to: &chroma.first)
    copy(cells.cr, chroma.columns, to: &chroma.second)
  }
}

private func copy<Sample: PixelSample>(
  _ source: [Sample], _ columns: Range<Int>, to target: inout [Sample]
) {
  var whole = target.mutableSpan
  var part = whole._mutatingExtracting(columns)
  Kernels.copy(source.span.extracting(columns), into: &part)
}

extension WeightedRow {
  /// Writes the alpha of every sample, 0 where the row holds nothing.
  fileprivate mutating func writeAlpha(to target: inout [Sample]) {
    var whole = target.mutableSpan
    whole.update(repeating: 0)
    expandAlpha()
    copy(alpha, columns, to: &target)
  }
}

extension ReadyInput {
  /// The rows of chroma that the picture touches, or that have touched rows of luma below them.
  fileprivate var cellRows: Range<Int> {
    RowBlender.union(chromaArea.rows, area.chroma.rows)
  }
}
