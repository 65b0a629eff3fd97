internal import Synchronization

import BaseValues
import Raster

/// The grids that pictures of HDR and of other primaries are converted by: each is made once and used
/// by all readers.
final class LightCubes: Sendable {
  /// Those of the process: a grid follows from its source and what it leads to.
  static let shared = LightCubes()

  private struct Ends: Hashable {
    var source: LightTransform.Source
    var target: PictureColor
  }

  private let cubes = Mutex<[Ends: LightCube]>([:])

  /// Makes a grid where it is asked for first; others wait for it.
  func cube(_ source: LightTransform.Source, to target: PictureColor) -> LightCube {
    let ends = Ends(source: source, target: target)
    return cubes.withLock { cubes in
      if let known = cubes[ends] { return known }
      let made = LightCube(source, to: target)
      cubes[ends] = made
      return made
    }
  }
}
