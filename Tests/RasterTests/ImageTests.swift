import BaseValues
import Raster
import Testing

@Suite struct ImageTests {
  @Test(
    "chroma planes have half the size, rounded up",
    arguments: [(1, 1, 1, 1), (2, 2, 1, 1), (3, 5, 2, 3), (640, 359, 320, 180)])
  func chromaSize(width: Int, height: Int, chromaWidth: Int, chromaHeight: Int) {
    for format in PixelFormat.allCases {
      let image = MutableImage(format: format, size: Size(width: width, height: height))
        .freeze()
      #expect(image.planeCount == (format.hasAlpha ? 5 : format.isCoverage ? 1 : 3))
      for plane in 0..<image.planeCount {
        let isChroma = plane == Plane.cb || plane == Plane.cr || plane == Plane.chromaAlpha
        #expect(image.width(of: plane) == (isChroma ? chromaWidth : width))
        #expect(image.height(of: plane) == (isChroma ? chromaHeight : height))
        #expect(image.stride(of: plane) % 64 == 0)
      }
    }
  }

  @Test("rows of all planes are disjoint and keep what was written")
  func rowsAreDisjoint() {
    var image = MutableImage(format: .yuva420p8, size: Size(width: 67, height: 5))
    func value(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: plane &* 71 &+ y &* 13 &+ x)
    }
    for plane in 0..<image.planeCount {
      for y in 0..<image.height(of: plane) {
        var row = image.mutableRow(plane, y)
        for x in row.indices { row[x] = value(plane, x, y) }
      }
    }
    let frozen = image.freeze()
    for plane in 0..<frozen.planeCount {
      for y in 0..<frozen.height(of: plane) {
        let row = frozen.row(plane, y)
        #expect(row.count == frozen.width(of: plane))
        for x in row.indices where row[x] != value(plane, x, y) {
          Issue.record("plane \(plane) at \(x), \(y)")
        }
      }
    }
  }

  @Test("an image over foreign memory reads it through its strides and keeps the owner alive")
  func foreignMemory() {
    final class Owner: Sendable {}
    weak var watched: Owner?
    let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    defer { unsafe samples.deallocate() }
    for index in 0..<64 { unsafe samples[index] = UInt8(index) }
    do {
      let owner = Owner()
      watched = owner
      let image = unsafe Image(
        format: .yuv420p8, size: Size(width: 3, height: 3),
        planes: [
          UnsafePointer(samples), UnsafePointer(samples + 32), UnsafePointer(samples + 48),
        ], strides: [8, 4, 5], owner: owner)
      #expect(image.row(Plane.luma, 2)[1] == 17)
      #expect(image.row(Plane.cb, 1)[1] == 37)
      #expect(image.row(Plane.cr, 1)[0] == 53)
      var copy = MutableImage(format: .yuv420p8, size: image.size)
      copy.copy(from: image)
      #expect(ImageHash(copy.freeze()) == ImageHash(image))
    }
    #expect(watched == nil)
  }

  @Test("fill writes the colour and full alpha, clear writes nothing but zeros")
  func fillAndClear() {
    var image = MutableImage(format: .yuva420p8, size: Size(width: 5, height: 3))
    image.fill(y: 81, u: 90, v: 240)
    #expect(image.row(0, 2)[4] == 81 && image.row(1, 1)[2] == 90 && image.row(2, 0)[0] == 240)
    #expect(image.row(3, 2)[4] == 255 && image.row(4, 1)[2] == 255)
    image.clear()
    for plane in 0..<5 { #expect(image.row(plane, 0)[0] == 0) }
  }

  @Test("a row outside the plane stops the program")
  func rowOutside() async {
    await #expect(processExitsWith: .failure) {
      let image = MutableImage(format: .yuv420p8, size: Size(width: 4, height: 4)).freeze()
      _ = image.row(Plane.cb, 2).count
    }
  }
}

@Suite struct ImagePoolTests {
  let size = Size(width: 100, height: 50)

  @Test("memory of a picture that is gone is handed out again")
  func reuse() {
    let pool = ImagePool(limitBytes: 1 << 20)
    for _ in 0..<5 { _ = MutableImage(format: .yuv420p8, size: size, pool: pool).freeze() }
    #expect(pool.statistics.allocations == 1)
    #expect(pool.statistics.reuses == 4)
  }

  @Test("a picture that is still referenced keeps its memory")
  func heldImagesAreNotReused() {
    let pool = ImagePool(limitBytes: 1 << 20)
    var first = MutableImage(format: .yuv420p8, size: size, pool: pool)
    first.fill(y: 1, u: 2, v: 3)
    let held = first.freeze()
    var second = MutableImage(format: .yuv420p8, size: size, pool: pool)
    second.fill(y: 7, u: 8, v: 9)
    #expect(held.row(0, 0)[0] == 1)
    #expect(second.row(0, 0)[0] == 7)
    #expect(pool.statistics.allocations == 2)
  }

  @Test("unused memory stays within the limit, oldest goes first")
  func limit() {
    let pool = ImagePool(limitBytes: 20_000)
    let small = Size(width: 64, height: 64)  // 4096 + 2 * 64 * 32 = 8192 bytes
    let large = Size(width: 64, height: 96)  // 12288 bytes
    _ = MutableImage(format: .yuv420p8, size: small, pool: pool).freeze()
    #expect(pool.statistics.unusedBytes == 8192)
    do {
      let image = MutableImage(format: .yuv420p8, size: large, pool: pool).freeze()
      #expect(image.size == large)
    }
    #expect(pool.statistics.unusedBytes == 12288)
    #expect(pool.statistics.evictions == 1)
    _ = MutableImage(format: .yuv420p8, size: large, pool: pool).freeze()
    #expect(pool.statistics.reuses == 1)
  }

  @Test("no memory is kept with a limit of zero")
  func zeroLimit() {
    let pool = ImagePool(limitBytes: 0)
    for _ in 0..<3 { _ = MutableImage(format: .yuv420p8, size: size, pool: pool).freeze() }
    #expect(pool.statistics.allocations == 3)
    #expect(pool.statistics.unusedBytes == 0)
  }

  @Test("a pool can be used from many tasks at once")
  func concurrentUse() async {
    let pool = ImagePool(limitBytes: 1 << 20)
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          var intact = true
          for round in 0..<50 {
            var image = MutableImage(
              format: .yuv420p8, size: Size(width: 64, height: 4), pool: pool)
            let value = UInt8(truncatingIfNeeded: task * 31 + round)
            image.fill(y: value, u: value, v: value)
            let frozen = image.freeze()
            intact = intact && frozen.row(0, 3)[63] == value && frozen.row(2, 1)[31] == value
          }
          return intact
        }
      }
      for await intact in group { #expect(intact) }
    }
    #expect(pool.statistics.allocations <= 8)
    #expect(pool.statistics.allocations + pool.statistics.reuses == 400)
  }
}
