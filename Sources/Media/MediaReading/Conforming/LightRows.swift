import LibAV
import MediaSources
import BaseValues
import Raster

/// A row of R′G′B′ in 0…65535.
struct ColorRow {
  var red: [UInt16]
  var green: [UInt16]
  var blue: [UInt16]

  init(_ count: Int) {
    red = Array(repeating: 0, count: count)
    green = red
    blue = red
  }

  mutating func withSpans(
    _ body: (
      _ red: inout MutableSpan<UInt16>, _ green: inout MutableSpan<UInt16>,
      _ blue: inout MutableSpan<UInt16>
    ) -> Void
  ) {
    func lend(_ red: inout [UInt16], _ green: inout [UInt16], _ blue: inout [UInt16]) {
      var red = red.mutableSpan
      var green = green.mutableSpan
      var blue = blue.mutableSpan
      body(&red, &green, &blue)
    }
    lend(&red, &green, &blue)
  }

  mutating func divide(by alpha: [UInt16]) {
    func straight(_ value: UInt16, _ alpha: UInt16) -> UInt16 {
      alpha == 0 ? 0 : UInt16(min(65535, Int(value) * 65535 / Int(alpha)))
    }
    for x in alpha.indices {
      red[x] = straight(red[x], alpha[x])
      green[x] = straight(green[x], alpha[x])
      blue[x] = straight(blue[x], alpha[x])
    }
  }

  mutating func multiply(by alpha: [UInt16]) {
    func multiplied(_ value: UInt16, _ alpha: UInt16) -> UInt16 {
      UInt16((Int(value) * Int(alpha) + 32767) / 65535)
    }
    for x in alpha.indices {
      red[x] = multiplied(red[x], alpha[x])
      green[x] = multiplied(green[x], alpha[x])
      blue[x] = multiplied(blue[x], alpha[x])
    }
  }
}

/// Scales pictures to components of 16 bits and gives them as rows of R′G′B′.
struct LightRows: ~Copyable {
  private var scaler: Scaler
  private var frame: VideoFrame
  private let decoder: ComponentDecoder
  private let isRGB: Bool
  private let bitDepth: Int

  /// - Parameter size: what pictures are scaled to.
  init(_ plan: RoutePlan, size: Size) throws(LibAVError) {
    let colour = plan.source.colour
    let isRGB = colour.matrix == .rgb
    let format = (isRGB ? "gbr" : "yuv") + (plan.hasAlpha ? "a" : "") + (isRGB ? "p" : "444p")
    var source = plan.source
    if !isRGB { source.colour = plan.numbers }
    let target = Scaler.Picture(
      format: format + "16le", width: size.width, height: size.height, colour: source.colour)
    // What overshoots a little in HDR's codes is far too bright as light, and beside an edge a seam of
    // another colour: broad ones where a picture is enlarged.
    let isEnlarged = size.width > source.width || size.height > source.height
    let scaler = try Scaler(
      from: source, to: target, interpolation: isEnlarged ? .bilinear : .bicubic)
    let frame = try VideoFrame(format: target.format, width: size.width, height: size.height)
    self.scaler = scaler
    self.frame = frame
    self.isRGB = isRGB
    bitDepth = min(max(plan.bitDepth, 8), 16)
    decoder = ComponentDecoder(
      colour.componentMatrix, isFullRange: colour.range == .full, bitDepth: bitDepth)
  }

  mutating func scale(
    _ source: borrowing VideoFrame, x: Int, y: Int
  ) throws(LibAVError) {
    try scaler.scale(source, x: x, y: y, into: &frame)
  }

  /// Reads a row in the codes of its own primaries and transfer function.
  func read(_ y: Int, into row: inout ColorRow) {
    // Planes of RGB are stored as green, blue, red.
    let first = frame.row(y, ofPlane: isRGB ? 2 : 0)
    let second = frame.row(y, ofPlane: isRGB ? 0 : 1)
    let third = frame.row(y, ofPlane: isRGB ? 1 : 2)
    guard min(first.count, second.count, third.count) >= 2 * row.red.count else { return }
    row.withSpans {
      unsafe decoder.read(first.bytes, second.bytes, third.bytes, red: &$0, green: &$1, blue: &$2)
    }
  }

  /// Reads a row with its alpha, as R, G, B, A with all bits of the type, colours as they were: straight or
  /// multiplied by alpha. They are BT.709's if there is a transform to them.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func read<Sample: PixelSample>(
    _ y: Int, isPremultiplied: Bool, by transform: LightTransform?, through row: inout ColorRow,
    alpha: inout [UInt16],
    into components: inout MutableSpan<Sample>
  ) {
    read(y, into: &row)
    copy(y, ofPlane: 3, into: &alpha)
    let full = Int((1 << bitDepth - 1) << (16 - bitDepth))
    for x in alpha.indices { alpha[x] = UInt16(min(65535, Int(alpha[x]) * 65535 / full)) }
    if let transform {
      // Light is that of the colour itself.
      if isPremultiplied { row.divide(by: alpha) }
      row.withSpans { transform.apply(red: &$0, green: &$1, blue: &$2) }
      if isPremultiplied { row.multiply(by: alpha) }
    }
    for x in alpha.indices {
      components[4 * x] = Sample(component: row.red[x])
      components[4 * x + 1] = Sample(component: row.green[x])
      components[4 * x + 2] = Sample(component: row.blue[x])
      components[4 * x + 3] = Sample(component: alpha[x])
    }
  }

  private func copy(_ y: Int, ofPlane plane: Int, into row: inout [UInt16]) {
    let bytes = frame.row(y, ofPlane: plane)
    guard bytes.count >= 2 * row.count else { return }
    let stored = unsafe bytes.bytes
    var row = row.mutableSpan
    for x in row.indices {
      // Safe: there are two bytes for each sample of the row.
      row[x] = UInt16(
        littleEndian: unsafe stored.unsafeLoadUnaligned(
          fromUncheckedByteOffset: 2 &* x, as: UInt16.self))
    }
  }
}

extension PixelSample {
  /// A component of 16 bits in as many as the type has, to the nearest: there is none in the middle of two.
  @inline(__always)
  init(component: UInt16) {
    let full = UInt32(Self.max)
    self = Self(truncatingIfNeeded: (UInt32(component) &* full &+ 32767) / 65535)
  }
}
