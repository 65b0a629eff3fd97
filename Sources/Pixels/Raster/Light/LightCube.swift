public import BaseValues

/// What `LightTransform` makes of colours, as the movie's Y′C′bC′r at the points of a grid.
///
/// Between the points of a cell colours are found along straight lines, in the one of six tetrahedra
/// that has the colour in it (tetrahedral interpolation): greys lie on an edge of all six and stay
/// grey. Where a colour's least component meets zero, codes are infinitely steep: cells in which they
/// are two codes beside what they should be, at an edge or in the middle, are marked, and their colours
/// are converted one by one. In HDR, whose codes stand for larger steps of light, it is a quarter of a code, one of
/// those of 10 bits.
///
/// ```
///   64 ┌──┬──┬──┐     a node:  63     46…32   30…16   14…0
///  steps  │ ╱│  │             mark    C′r     C′b     Y′     each in 1/64 of a code
///   of ├──┼──┼──┤
///  R′G′B′ │  │  │     four words, as vectors multiply them; weights have 7 bits
///      └──┴──┴──┘
/// ```
/// All is integers, but for the making of the nodes, which is defined to the last bit as well.
public struct LightCube: Sendable {
  /// What the rows that are converted have to be in.
  public var source: LightTransform.Source { transform.source }
  /// What they are brought to.
  public var target: PictureColor { transform.target }
  let nodes: [UInt64]
  let transform: LightTransform

  /// Cells along an axis.
  static let cells = 64
  /// Nodes from one to the next in red and in green; there is one more than cells need, so that white
  /// lies in a cell, too.
  static let redStep = (cells + 2) * (cells + 2)
  static let greenStep = cells + 2
  static let nodeCount = redStep * (cells + 2)
  static let mark: UInt64 = 1 << 63
  /// Bits of a node's fields, and of the fractions of what they are.
  static let fieldBits = 16
  static let nodeBits = 6

  /// Makes the grid.
  ///
  /// - Complexity: about 1.3 million colours.
  public init(_ source: LightTransform.Source, to target: PictureColor = .sdr) {
    transform = LightTransform(source, to: target)
    var maker = NodeMaker(transform)
    var nodes = [UInt64](repeating: 0, count: Self.nodeCount)
    for red in 0...Self.cells {
      for green in 0...Self.cells {
        maker.convert(2 * red, 2 * green, firstBlue: 0)
        let first = red * Self.redStep + green * Self.greenStep
        for blue in 0...Self.cells { nodes[first + blue] = maker.node(blue) }
      }
    }
    // What lies between the nodes of an edge, and in the middle of cells.
    for red in 0...2 * Self.cells {
      for green in 0...2 * Self.cells {
        let firstBlue = (red + green + 1) % 2
        maker.convert(red, green, firstBlue: firstBlue)
        for x in 0...Self.cells - firstBlue {
          let blue = firstBlue + 2 * x
          func node(_ up: Int) -> UInt64 {
            nodes[
              (red + up) / 2 * Self.redStep + (green + up) / 2 * Self.greenStep + (blue + up) / 2]
          }
          if maker.isNear(x, between: node(0), node(1)) { continue }
          for r in Self.cells(red) {
            for g in Self.cells(green) {
              for b in Self.cells(blue) {
                nodes[r * Self.redStep + g * Self.greenStep + b] |= Self.mark
              }
            }
          }
        }
      }
    }
    self.nodes = nodes
  }

  /// The cells that meet at a point, in halves of a cell.
  private static func cells(_ half: Int) -> ClosedRange<Int> {
    max(0, (half - 1) / 2)...min(cells - 1, half / 2)
  }

  /// The share of cells whose colours are converted one by one.
  package var markedShare: Double {
    Double(nodes.count { $0 & Self.mark != 0 }) / Double(Self.cells * Self.cells * Self.cells)
  }
}
