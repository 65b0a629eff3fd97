import BaseValues
import Raster
import Testing
import SeededNumbers

@testable import TitleRendering

@Suite struct RibbonTests {
  /// Coverage by distance to every segment, in floating point.
  private static func reference(
    _ path: OutlinePath, _ radius: Int, _ bounds: Rect
  ) -> [UInt8] {
    var samples: [UInt8] = []
    for y in bounds.rows {
      for x in bounds.columns {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        var nearest = Double.infinity
        for segment in path.segments {
          let (ax, ay) = (Double(segment.from.x) / 64, -Double(segment.from.y) / 64)
          let (bx, by) = (Double(segment.to.x) / 64, -Double(segment.to.y) / 64)
          let (dx, dy) = (bx - ax, by - ay)
          let t = max(0, min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)))
          let (ex, ey) = (px - ax - t * dx, py - ay - t * dy)
          nearest = min(nearest, (ex * ex + ey * ey).squareRoot())
        }
        let coverage = Double(radius) / 64 + 0.5 - nearest
        samples.append(UInt8((max(0, min(1, coverage)) * 255).rounded()))
      }
    }
    return samples
  }

  @Test("a ribbon is what is near the path", arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func distances(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func point() -> OutlinePath.Point {
      .init(
        x: Int.random(in: -1200...1200, using: &random),
        y: Int.random(in: -1200...1200, using: &random))
    }
    var path = OutlinePath()
    path.move(to: point())
    path.line(to: point())
    path.curve(point(), to: point())
    path.curve(point(), point(), to: point())
    path.close()
    let ribbon = Ribbon(radius: Int.random(in: 0...700, using: &random))
    let bounds = ribbon.bounds(of: path)
    let mask = ribbon.mask(of: path, bounds: bounds, with: CoverageMask(bounds: .empty))
    let expected = Self.reference(path, ribbon.radius, bounds)
    let worst = zip(mask.samples, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= 1)
    #expect(mask.samples.contains(0))
    #expect(mask.samples.contains { $0 > 100 })
  }

  @Test("a narrow counter is filled without holes")
  func narrowCounter() {
    // Two circles, one inside the other, as in a bold "o"; the inner is smaller than the ribbon.
    var path = OutlinePath()
    for radius in [1280, 300] {
      path.move(to: .init(x: radius, y: 0))
      path.curve(.init(x: radius, y: radius), to: .init(x: 0, y: radius))
      path.curve(.init(x: -radius, y: radius), to: .init(x: -radius, y: 0))
      path.curve(.init(x: -radius, y: -radius), to: .init(x: 0, y: -radius))
      path.curve(.init(x: radius, y: -radius), to: .init(x: radius, y: 0))
    }
    let ribbon = Ribbon(radius: 512)
    let bounds = ribbon.bounds(of: path)
    let mask = ribbon.mask(of: path, bounds: bounds, with: CoverageMask(bounds: .empty))
    for y in -3...2 {
      for x in -3...2 {
        #expect(mask.samples[(y - bounds.y) * bounds.width + x - bounds.x] == 255)
      }
    }
  }

  @Test("a curve is flattened to its own end")
  func flattening() {
    var path = OutlinePath()
    path.move(to: .init(x: 0, y: 0))
    path.curve(.init(x: 6400, y: 0), to: .init(x: 6400, y: 6400))
    #expect(path.segments.count > 8)
    #expect(path.segments.last?.to == .init(x: 6400, y: 6400))
    path.close()
    #expect(path.segments.last?.to == .init(x: 0, y: 0))
  }
}
