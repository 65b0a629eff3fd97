import LibAV
import Testing

struct ReadingScalerTests {
  /// A frame whose luma is `x + 2 · y` and whose chroma is 128.
  private func ramp(_ width: Int, _ height: Int, format: String = "yuv420p") throws -> VideoFrame {
    var frame = try VideoFrame(format: format, width: width, height: height)
    for plane in 0..<frame.planeCount {
      var y = 0
      while true {
        var row = frame.mutableRow(y, ofPlane: plane)
        if row.isEmpty { break }
        for x in row.indices { row[x] = plane == 0 ? UInt8(truncatingIfNeeded: x + 2 * y) : 128 }
        y += 1
      }
    }
    return frame
  }

  private func picture(_ format: String, _ width: Int, _ height: Int, range: RangeCode = .limited)
    -> Scaler.Picture
  {
    Scaler.Picture(
      format: format, width: width, height: height, colour: ColorTags(range: range, matrix: .bt709)
    )
  }

  @Test("nothing to convert leaves every sample as it is")
  func identity() throws {
    let frame = try ramp(34, 18)
    var scaler = try Scaler(from: picture("yuv420p", 34, 18), to: picture("yuv420p", 34, 18))
    let result = try scaler.scale(frame)
    for y in 0..<18 {
      for x in 0..<34 { #expect(result.row(y, ofPlane: 0)[x] == UInt8(x + 2 * y)) }
    }
    #expect(result.row(8, ofPlane: 1)[16] == 128)
    #expect(result.colour.matrix == .bt709)
  }

  @Test(
    "a crop begins at the pixel asked for", arguments: ["yuv420p", "yuv444p", "gray", "yuv422p"])
  func crop(format: String) throws {
    let frame = try ramp(40, 30, format: format)
    var scaler = try Scaler(from: picture(format, 10, 8), to: picture("gray", 10, 8))
    let result = try scaler.scale(frame, x: 6, y: 4)
    // Gray of limited luma is expanded or kept; compare with the same conversion uncropped.
    var whole = try Scaler(from: picture(format, 40, 30), to: picture("gray", 40, 30))
    let all = try whole.scale(frame)
    for y in 0..<8 {
      for x in 0..<10 {
        #expect(result.row(y, ofPlane: 0)[x] == all.row(y + 4, ofPlane: 0)[x + 6])
      }
    }
  }

  @Test("a crop of packed pixels begins at the pixel asked for")
  func cropPacked() throws {
    var frame = try VideoFrame(format: "rgba", width: 12, height: 6)
    for y in 0..<6 {
      var row = frame.mutableRow(y, ofPlane: 0)
      for x in row.indices { row[x] = UInt8(x / 4 * 8 + y) }
    }
    var scaler = try Scaler(from: picture("rgba", 4, 4), to: picture("rgba", 4, 4))
    let result = try scaler.scale(frame, x: 3, y: 2)
    #expect(result.row(1, ofPlane: 0)[0] == UInt8(3 * 8 + 3))
    #expect(result.row(3, ofPlane: 0)[15] == UInt8(6 * 8 + 5))
  }

  @Test("a paletted picture is converted through its palette, cropped or not", arguments: [0, 5])
  func palette(x: Int) throws {
    var options = FilterGraph.Options()
    options.pixelFormats = ["pal8"]
    var graph = try FilterGraph(
      "color=c=0x204060:size=16x8:duration=0.04,format=rgba,split[a][b];[a]palettegen[p];[b][p]paletteuse",
      options: options)
    guard case .frame(let frame) = try graph.receiveVideo() else {
      Issue.record("no picture")
      return
    }
    #expect(frame.formatName == "pal8")
    var scaler = try Scaler(
      from: picture("pal8", 8, 8, range: .full), to: picture("rgba", 8, 8, range: .full))
    let result = try scaler.scale(frame, x: x)
    let row = result.row(7, ofPlane: 0)
    #expect((0..<4).map { row[$0] } == [0x20, 0x40, 0x60, 0xFF])
  }

  @Test(
    "what lies in memory beyond the rows does not show",
    arguments: ["rgba", "rgb24", "yuv420p", "yuva420p", "yuv444p", "gray"], [1, 2, 21, 64])
  func ignoresPadding(format: String, width: Int) throws {
    let height = 5
    let layout = try #require(StoredPixelFormat(named: format))
    let sizes = [(width, height), (33, 17), (7, 3)]
    // Twice the same picture, with different bytes after each row.
    let sums = try [UInt8(0), UInt8(255)].map { padding in
      let stride = 512
      let size = stride * height
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * size, alignment: 64)
      defer { unsafe memory.deallocate() }
      unsafe memory.initializeMemory(as: UInt8.self, repeating: padding, count: 4 * size)
      let own = try VideoFrame(format: format, width: width, height: height)
      var planes: [PlaneMemory] = unsafe []
      for plane in 0..<layout.planeCount {
        let rows = layout.rows(ofPlane: plane, height: height)
        let bytes = own.row(0, ofPlane: plane).count
        for y in 0..<rows {
          for x in 0..<bytes {
            let sample = UInt8(truncatingIfNeeded: 31 * x + 17 * y + 5 * plane + 9)
            unsafe memory.storeBytes(
              of: sample, toByteOffset: plane * size + y * stride + x, as: UInt8.self)
          }
        }
        unsafe planes.append(
          PlaneMemory(base: memory + plane * size, stride: stride, rowBytes: bytes, rows: rows))
      }
      let frame = try unsafe VideoFrame(
        format: format, width: width, height: height, planes: planes, keepingAlive: Owner())
      var sum: [Int] = []
      for (newWidth, newHeight) in sizes {
        for matrix: MatrixCode in [.bt709, .smpte170M] {
          var scaler = try Scaler(
            from: picture(format, width, height),
            to: Scaler.Picture(
              format: "yuv420p", width: newWidth, height: newHeight,
              colour: ColorTags(range: .limited, matrix: matrix)))
          let result = try scaler.scale(frame)
          for plane in 0..<3 {
            for y in 0..<(plane == 0 ? newHeight : (newHeight + 1) / 2) {
              let row = result.row(y, ofPlane: plane)
              for x in row.indices { sum.append(Int(row[x])) }
            }
          }
        }
      }
      return sum
    }
    #expect(sums[0] == sums[1])
  }

  private final class Owner: Sendable {}

  @Test("a flat picture stays flat at any size", arguments: [(7, 5), (64, 36), (333, 111)])
  func flat(width: Int, height: Int) throws {
    for interpolation: Scaler.Interpolation in [.nearest, .bilinear, .bicubic, .area, .lanczos] {
      var frame = try VideoFrame(format: "yuv420p", width: 48, height: 32)
      for plane in 0..<3 {
        for y in 0..<(plane == 0 ? 32 : 16) {
          var row = frame.mutableRow(y, ofPlane: plane)
          for x in row.indices { row[x] = UInt8(100 + plane) }
        }
      }
      var scaler = try Scaler(
        from: picture("yuv420p", 48, 32), to: picture("yuv420p", width, height),
        interpolation: interpolation)
      let result = try scaler.scale(frame)
      for plane in 0..<3 {
        let rows = plane == 0 ? height : (height + 1) / 2
        for y in 0..<rows {
          let row = result.row(y, ofPlane: plane)
          for x in row.indices { #expect(row[x] == UInt8(100 + plane)) }
        }
      }
    }
  }

  @Test(
    "a picture gets much smaller along one side and larger along the other",
    arguments: [
      ("rgb24", 3000, 11, 200, 120), ("gray", 17, 640, 320, 16), ("yuv420p", 3840, 90, 256, 1080),
      ("rgba", 1000, 4, 64, 64), ("pal8", 3000, 11, 120, 90),
    ])
  func lopsided(format: String, width: Int, height: Int, toWidth: Int, toHeight: Int) throws {
    var frame = try VideoFrame(format: format, width: width, height: height)
    for plane in 0..<frame.planeCount {
      var y = 0
      while true {
        var row = frame.mutableRow(y, ofPlane: plane)
        if row.isEmpty { break }
        for x in row.indices { row[x] = format == "pal8" ? 0 : 128 }
        y += 1
      }
    }
    var scaler = try Scaler(
      from: picture(format, width, height), to: picture("yuv420p", toWidth, toHeight))
    let result = try scaler.scale(frame)
    let first = result.row(0, ofPlane: 0)[0]
    for y in 0..<toHeight {
      let row = result.row(y, ofPlane: 0)
      // Taps of windows of hundreds of samples are rounded.
      let isFlat = (0..<toWidth).allSatisfy { abs(Int(row[$0]) - Int(first)) <= 1 }
      #expect(isFlat, "row \(y)")
    }
    if format == "yuv420p" { #expect(abs(Int(first) - 128) <= 1) }
    // 16 + 128 / 255 · 219.
    if format.hasPrefix("rgb") { #expect(abs(Int(first) - 126) <= 1) }
  }

  @Test("limited range black and white become 0 and 255, and back")
  func ranges() throws {
    var frame = try VideoFrame(format: "yuv420p", width: 16, height: 2)
    for plane in 0..<3 {
      for y in 0..<(plane == 0 ? 2 : 1) {
        var row = frame.mutableRow(y, ofPlane: plane)
        for x in row.indices { row[x] = plane == 0 ? (x < 8 ? 16 : 235) : 128 }
      }
    }
    var toRGB = try Scaler(
      from: picture("yuv420p", 16, 2), to: picture("rgba", 16, 2, range: .full))
    let rgb = try toRGB.scale(frame)
    let row = rgb.row(0, ofPlane: 0)
    #expect((0..<4).map { row[$0] } == [0, 0, 0, 255])
    #expect((60..<64).map { row[$0] } == [255, 255, 255, 255])
    var back = try Scaler(from: picture("rgba", 16, 2, range: .full), to: picture("yuv420p", 16, 2))
    let again = try back.scale(rgb)
    #expect(again.row(0, ofPlane: 0)[0] == 16)
    #expect(again.row(1, ofPlane: 0)[15] == 235)
    #expect(again.row(0, ofPlane: 1)[3] == 128)
  }

  @Test("the matrix decides what green is")
  func matrices() throws {
    var frame = try VideoFrame(format: "rgba", width: 16, height: 2)
    for y in 0..<2 {
      var row = frame.mutableRow(y, ofPlane: 0)
      for x in row.indices { row[x] = x % 4 == 1 || x % 4 == 3 ? 255 : 0 }
    }
    func luma(_ matrix: MatrixCode) throws -> UInt8 {
      var scaler = try Scaler(
        from: picture("rgba", 16, 2, range: .full),
        to: Scaler.Picture(
          format: "yuv420p", width: 16, height: 2,
          colour: ColorTags(range: .limited, matrix: matrix)))
      let result = try scaler.scale(frame)
      return result.row(0, ofPlane: 0)[4]
    }
    // 16 + 219 · 0.7152 and 16 + 219 · 0.587.
    #expect(try luma(.bt709) == 173)
    #expect(try luma(.smpte170M) == 145)
  }

  @Test("rows are written into the caller's memory and not beyond their rounded length")
  func intoMemory() throws {
    let frame = try ramp(34, 18)
    var scaler = try Scaler(from: picture("yuv420p", 34, 18), to: picture("yuv420p", 21, 9))
    var reference = try Scaler(from: picture("yuv420p", 34, 18), to: picture("yuv420p", 21, 9))
    let expected = try reference.scale(frame)
    let (stride, guardRows) = (128, 2)
    let size = stride * (9 + 2 * guardRows)
    let whole = UnsafeMutableRawPointer.allocate(byteCount: 3 * size, alignment: 64)
    unsafe whole.initializeMemory(as: UInt8.self, repeating: 0xEE, count: 3 * size)
    var planes: [Scaler.Plane] = unsafe []
    for plane in 0..<3 {
      unsafe planes.append(
        Scaler.Plane(base: whole + plane * size + stride * guardRows, stride: stride))
    }
    try unsafe scaler.scale(frame, into: planes)
    let memory = (0..<3).map { plane in
      unsafe [UInt8](UnsafeRawBufferPointer(start: whole + plane * size, count: size))
    }
    unsafe whole.deallocate()
    for plane in 0..<3 {
      let (width, height) = plane == 0 ? (21, 9) : (11, 5)
      for y in 0..<height {
        for x in 0..<width {
          #expect(
            memory[plane][(y + guardRows) * stride + x] == expected.row(y, ofPlane: plane)[x])
        }
        #expect(memory[plane][(y + guardRows) * stride + 64] == 0xEE)
      }
      #expect(memory[plane][0..<(stride * guardRows)].allSatisfy { $0 == 0xEE })
      #expect(memory[plane][((height + guardRows) * stride)...].allSatisfy { $0 == 0xEE })
    }
  }

  @Test("impossible conversions and frames that do not fit are errors")
  func misuse() throws {
    #expect(throws: LibAVError.self) {
      _ = try Scaler(from: picture("no", 4, 4), to: picture("gray", 4, 4))
    }
    #expect(throws: LibAVError.self) {
      _ = try Scaler(from: picture("gray", 4, 4), to: picture("pal8", 4, 4))
    }
    for (width, height) in [(0, 4), (-1, 4), (Int.max, 4), (1 << 20, 1 << 20)] {
      #expect(throws: LibAVError.self) {
        _ = try Scaler(from: picture("gray", 4, 4), to: picture("gray", width, height))
      }
    }
    let frame = try ramp(8, 8)
    var scaler = try Scaler(from: picture("yuv420p", 8, 8), to: picture("gray", 4, 4))
    #expect(throws: LibAVError.self) { _ = try scaler.scale(frame, x: 1) }
    #expect(throws: LibAVError.self) { _ = try scaler.scale(frame, y: -2) }
    let other = try ramp(8, 8, format: "yuv444p")
    #expect(throws: LibAVError.self) { _ = try scaler.scale(other) }
  }
}
