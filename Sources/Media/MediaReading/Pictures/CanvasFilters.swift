import LibAV
import MediaOpening
import MediaSources
import BaseValues
import Raster

/// Sends composed pictures through chains of filters, each by itself: with the output's colours in 8 bits
/// of 4:2:0, and straight alpha where they have some. Used by one worker.
final class CanvasFilters {
  private var chains: [Key: PictureChain] = [:]

  private struct Key: Hashable {
    var chain: String
    var hasAlpha: Bool
  }

  /// - Parameter frame: its number, which is its time at the rate.
  /// - Throws: also where not one picture of the same size comes out.
  func image(
    _ image: Raster.Image, by text: String, _ program: ReaderProgram?, frame number: Int,
    rate: FrameRate, pool: ImagePool
  ) throws(LibAVError) -> Raster.Image {
    let hasAlpha = image.format.hasAlpha
    let format = hasAlpha ? "yuva420p" : "yuv420p"
    let key = Key(chain: text, hasAlpha: hasAlpha)
    let chain: PictureChain
    if let known = chains[key] {
      chain = known
    } else {
      chain = try PictureChain(text, format: format, program: program)
      chains[key] = chain
    }
    do throws(LibAVError) {
      let frame = try Self.frame(image, format)
      let output = try chain.begin(
        PictureChain.Input(
          format: format, width: image.size.width, height: image.size.height,
          timeBase: Fraction(Int32(clamping: rate.seconds), Int32(clamping: rate.frames)),
          frameRate: Fraction(Int32(clamping: rate.frames), Int32(clamping: rate.seconds)),
          sampleAspect: Fraction(1, 1)))
      guard output.kind == .video, output.format == format, output.width == image.size.width,
        output.height == image.size.height
      else { throw .unusable(for: "use a chain that changes the size of composed pictures") }
      try chain.send(frame, at: Int64(number))
      var found = try chain.picture()
      try chain.end()
      if found == nil { found = try chain.picture() }
      while try chain.picture() != nil {}
      guard let filtered = found.take() else { throw PictureChain.givesFewer }
      guard filtered.formatName == format, filtered.width == image.size.width,
        filtered.height == image.size.height
      else { throw .unusable(for: "use a chain that changes the size of composed pictures") }
      return Self.image(of: filtered, hasAlpha: hasAlpha, pool: pool)
    } catch {
      chains[key] = nil
      throw error
    }
  }

  // MARK: - Codes

  private static func frame(
    _ image: Raster.Image, _ format: String
  ) throws(LibAVError) -> VideoFrame {
    var frame = try VideoFrame(
      format: format, width: image.size.width, height: image.size.height)
    frame.colour = ColorGuess.output
    frame.sampleAspect = Fraction(1, 1)
    for plane in 0..<3 {
      for y in 0..<image.height(of: plane) {
        var codes = bytes(image, plane, y)
        if image.format.hasAlpha {
          let isChroma = image.format.isChroma(plane: plane)
          let alpha = bytes(image, isChroma ? Plane.chromaAlpha : Plane.alpha, y)
          for x in codes.indices {
            codes[x] = straight(codes[x], alpha[x], clear: isChroma ? 128 : 16)
          }
        }
        write(codes, y, plane, &frame)
      }
    }
    if image.format.hasAlpha {
      for y in 0..<image.size.height { write(bytes(image, Plane.alpha, y), y, 3, &frame) }
    }
    return frame
  }

  private static func write(
    _ codes: [UInt8], _ y: Int, _ plane: Int, _ frame: inout VideoFrame
  ) {
    var row = frame.mutableRow(y, ofPlane: plane)
    for x in 0..<min(row.count, codes.count) { row[x] = codes[x] }
  }

  /// A row in 8 bits; one of 10 rounded to nearest.
  private static func bytes(_ image: Raster.Image, _ plane: Int, _ y: Int) -> [UInt8] {
    if image.format.bytesPerSample == 1 {
      let row = image.row(plane, y)
      return row.indices.map { row[$0] }
    }
    let row = image.row(plane, y, as: UInt16.self)
    let isAlpha = plane == Plane.alpha || plane == Plane.chromaAlpha
    return row.indices.map { x in
      let code = Int(row[x])
      return UInt8(clamping: isAlpha ? (code * 255 + 511) / 1023 : (code + 2) / 4)
    }
  }

  /// A premultiplied code as it was before; `clear` where nothing is.
  private static func straight(_ code: UInt8, _ alpha: UInt8, clear: UInt8) -> UInt8 {
    alpha == 0 ? clear : UInt8(clamping: (Int(code) * 255 + Int(alpha) / 2) / Int(alpha))
  }

  private static func image(
    of frame: borrowing VideoFrame, hasAlpha: Bool, pool: ImagePool
  ) -> Raster.Image {
    let size = Size(width: frame.width, height: frame.height)
    var image = MutableImage(
      format: hasAlpha ? .yuva420p8 : .yuv420p8, size: size, pool: pool)
    var alpha: [[UInt8]] = []
    var chromaAlpha: [[UInt8]] = []
    if hasAlpha {
      alpha = (0..<size.height).map { copy(frame, 3, $0) }
      chromaAlpha = means(of: alpha, size)
    }
    for plane in 0..<3 {
      let isChroma = image.format.isChroma(plane: plane)
      for y in 0..<image.height(of: plane) {
        var codes = copy(frame, plane, y)
        if hasAlpha {
          let share = isChroma ? chromaAlpha[y] : alpha[y]
          for x in codes.indices { codes[x] = UInt8((Int(codes[x]) * Int(share[x]) + 127) / 255) }
        }
        put(codes, y, plane, &image)
      }
    }
    if hasAlpha {
      for y in alpha.indices { put(alpha[y], y, Plane.alpha, &image) }
      for y in chromaAlpha.indices { put(chromaAlpha[y], y, Plane.chromaAlpha, &image) }
    }
    return image.freeze()
  }

  private static func put(_ codes: [UInt8], _ y: Int, _ plane: Int, _ image: inout MutableImage) {
    var row = image.mutableRow(plane, y, as: UInt8.self)
    for x in 0..<min(row.count, codes.count) { row[x] = codes[x] }
  }

  private static func copy(_ frame: borrowing VideoFrame, _ plane: Int, _ y: Int) -> [UInt8] {
    let row = frame.row(y, ofPlane: plane)
    return row.indices.map { row[$0] }
  }

  /// Of each two by two samples, as far as there are so many, rounded to nearest.
  private static func means(of rows: [[UInt8]], _ size: Size) -> [[UInt8]] {
    let chroma = size.chroma
    return (0..<chroma.height).map { y in
      (0..<chroma.width).map { x in
        var (sum, count) = (0, 0)
        for row in 2 * y..<min(2 * y + 2, size.height) {
          for column in 2 * x..<min(2 * x + 2, size.width) {
            sum += Int(rows[row][column])
            count += 1
          }
        }
        return UInt8((sum + count / 2) / count)
      }
    }
  }
}
