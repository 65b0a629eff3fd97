internal import Synchronization

import Raster

/// The grids that pictures of HDR and of other primaries are converted by: each is made once and used
/// by all readers.
final class LightCubes: Sendable {
  /// Those of the process: a grid follows from its source alone.
  static let shared = LightCubes()

  private let cubes = Mutex<[LightTransform.Source: LightCube]>([:])

  /// Makes the grid of a source where it is asked for first; others wait for it.
  func cube(_ source: LightTransform.Source) -> LightCube {
    cubes.withLock { cubes in
      if let known = cubes[source] { return known }
      let made = LightCube(source)
      cubes[source] = made
      return made
    }
  }
}
