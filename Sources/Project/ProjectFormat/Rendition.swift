import Diagnostics
package import BaseValues
package import OutputKinds
import TimelineModel

/// Which of a project's movies is made, where that is not said in the project: another size, another kind of file,
/// one of its named outputs.
package struct Rendition: Hashable, Sendable {
  /// Another size; lengths without a unit are scaled with it.
  package enum Resizing: Hashable, Sendable {
    /// Both sides even, 2 to 8192.
    case size(Size)
    /// Above 0 and at most ``largestScale``; sides become the nearest even numbers.
    case scale(Rational)
  }

  /// `nil` for the size of the project.
  package var size: Resizing?
  /// What the movie is called after, where the project names no container; `nil` for the usual one.
  package var container: MovieContainer?
  /// The name of one of the project's outputs; `nil` for what `output` says.
  package var output: String?
  /// Which of the further renditions of the output's pictures, counted from 0; `nil` for the movie itself.
  package var further: Int?

  /// The project's own movie, unless said otherwise.
  package init(
    size: Resizing? = nil, container: MovieContainer? = nil, output: String? = nil
  ) {
    self.size = size
    self.container = container
    self.output = output
  }

  /// Sizes that the movie takes, one after the other.
  func sizes(of output: OutputDocument) -> [Resizing] {
    guard further != nil, let own = output.renditions.first?.value.size else {
      return size.map { [$0] } ?? []
    }
    // What is said of the movie as a whole makes all renditions larger, but gives no two the same size.
    if case .scale = size { return [.size(own)] + (size.map { [$0] } ?? []) }
    return [.size(own)]
  }

  /// How many times larger a movie may become.
  package static let largestScale = TextStyle.largestScale
}

extension OutputDocument {
  /// Takes another size; what was meant for the old one is still meant for that.
  mutating func resize(_ resizing: Rendition.Resizing) {
    let old = size?.value ?? Size(width: 1280, height: 720)
    if design == nil { design = Located(value: old, range: size?.range ?? .none) }
    let new: Size
    switch resizing {
    case .size(let size): new = size
    case .scale(let factor):
      func side(_ length: Int) -> Int {
        let half = roundDivide(
          Int128(length) * Int128(factor.numerator), by: 2 * Int128(factor.denominator))
        return 2 * Int(min(max(half, 1), 4096))
      }
      new = Size(width: side(old.width), height: side(old.height))
    }
    size = Located(value: new, range: size?.range ?? .none)
  }
}

extension ExpectDocument {
  /// Brings regions of a picture to one of another size, outwards to whole pixels.
  mutating func resize(from old: Size, to new: Size) {
    func scaled(_ length: Int, _ new: Int, _ old: Int, up: Bool) -> Int {
      let product = length * new
      return (product + (up ? old - 1 : 0)) / old
    }
    for index in regions.indices {
      let region = regions[index]
      let left = scaled(region.x, new.width, old.width, up: false)
      let top = scaled(region.y, new.height, old.height, up: false)
      regions[index].x = left
      regions[index].y = top
      regions[index].width =
        scaled(region.x + region.width, new.width, old.width, up: true) - left
      regions[index].height =
        scaled(region.y + region.height, new.height, old.height, up: true) - top
    }
  }
}
