import LibAV
import MediaOpening
import MediaSources
import BaseValues
import Raster

/// Sends composed pictures through chains of filters, each by itself: with the output's colours and depth, in
/// 4:2:0, and straight alpha where they have some. Used by one worker.
final class CanvasFilters {
  private var chains: [Key: PictureChain] = [:]

  private struct Key: Hashable {
    var chain: String
    var format: String
  }

  /// - Parameter frame: its number, which is its time at the rate.
  /// - Throws: also where not one picture of the same size comes out.
  func image(
    _ image: Raster.Image, by text: String, _ program: ReaderProgram?, frame number: Int,
    rate: FrameRate, pool: ImagePool
  ) throws(LibAVError) -> Raster.Image {
    image.format.depth == UInt8.depth
      ? try filtered(image, text, program, number, rate, pool, as: UInt8.self)
      : try filtered(image, text, program, number, rate, pool, as: UInt16.self)
  }

  private func filtered<Sample: PixelSample>(
    _ image: Raster.Image, _ text: String, _ program: ReaderProgram?, _ number: Int,
    _ rate: FrameRate, _ pool: ImagePool, as sample: Sample.Type
  ) throws(LibAVError) -> Raster.Image {
    let hasAlpha = image.format.hasAlpha
    let format = (hasAlpha ? "yuva420p" : "yuv420p") + (Sample.depth > UInt8.depth ? "10le" : "")
    let key = Key(chain: text, format: format)
    let chain: PictureChain
    if let known = chains[key] {
      chain = known
    } else {
      chain = try PictureChain(text, format: format, program: program)
      chains[key] = chain
    }
    do throws(LibAVError) {
      let frame = try Self.frame(image, format, as: sample)
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
      return Self.image(of: filtered, hasAlpha: hasAlpha, as: sample, pool: pool)
    } catch {
      chains[key] = nil
      throw error
    }
  }

  // MARK: - Codes

  private static func frame<Sample: PixelSample>(
    _ image: Raster.Image, _ format: String, as sample: Sample.Type
  ) throws(LibAVError) -> VideoFrame {
    var frame = try VideoFrame(
      format: format, width: image.size.width, height: image.size.height)
    frame.colour = ColorGuess.output
    frame.sampleAspect = Fraction(1, 1)
    for plane in 0..<3 {
      for y in 0..<image.height(of: plane) {
        var codes = codes(image, plane, y, as: sample)
        if image.format.hasAlpha {
          let isChroma = image.format.isChroma(plane: plane)
          let alpha = self.codes(
            image, isChroma ? Plane.chromaAlpha : Plane.alpha, y, as: sample)
          for x in codes.indices {
            let black = ColorCodes<Sample>.black
            codes[x] = StraightCodes.code(
              codes[x], alpha: alpha[x], clear: isChroma ? black.cb : black.y)
          }
        }
        write(codes, y, plane, &frame)
      }
    }
    if image.format.hasAlpha {
      for y in 0..<image.size.height {
        write(codes(image, Plane.alpha, y, as: sample), y, 3, &frame)
      }
    }
    return frame
  }

  private static func write<Sample: PixelSample>(
    _ codes: [Sample], _ y: Int, _ plane: Int, _ frame: inout VideoFrame
  ) {
    var row = frame.mutableRow(y, ofPlane: plane)
    if Sample.depth == UInt8.depth {
      for x in 0..<min(row.count, codes.count) { row[x] = UInt8(truncatingIfNeeded: codes[x]) }
      return
    }
    for x in 0..<min(row.count / 2, codes.count) {
      row[2 * x] = UInt8(truncatingIfNeeded: codes[x])
      row[2 * x + 1] = UInt8(truncatingIfNeeded: codes[x].code >> 8)
    }
  }

  private static func codes<Sample: PixelSample>(
    _ image: Raster.Image, _ plane: Int, _ y: Int, as sample: Sample.Type
  ) -> [Sample] {
    let row = image.row(plane, y, as: sample)
    return row.indices.map { row[$0] }
  }

  private static func image<Sample: PixelSample>(
    of frame: borrowing VideoFrame, hasAlpha: Bool, as sample: Sample.Type, pool: ImagePool
  ) -> Raster.Image {
    let size = Size(width: frame.width, height: frame.height)
    var image = MutableImage(
      format: PixelFormat(sample, hasAlpha: hasAlpha), size: size, pool: pool)
    var alpha: [[Sample]] = []
    var chromaAlpha: [[Sample]] = []
    if hasAlpha {
      alpha = (0..<size.height).map { copy(frame, 3, $0, as: sample) }
      chromaAlpha = means(of: alpha, size)
    }
    for plane in 0..<3 {
      let isChroma = image.format.isChroma(plane: plane)
      for y in 0..<image.height(of: plane) {
        var codes = copy(frame, plane, y, as: sample)
        if hasAlpha {
          let share = isChroma ? chromaAlpha[y] : alpha[y]
          for x in codes.indices {
            codes[x] = Sample(code: Sample.product(codes[x].code, share[x].code))
          }
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

  private static func put<Sample: PixelSample>(
    _ codes: [Sample], _ y: Int, _ plane: Int, _ image: inout MutableImage
  ) {
    var row = image.mutableRow(plane, y, as: Sample.self)
    for x in 0..<min(row.count, codes.count) { row[x] = codes[x] }
  }

  private static func copy<Sample: PixelSample>(
    _ frame: borrowing VideoFrame, _ plane: Int, _ y: Int, as sample: Sample.Type
  ) -> [Sample] {
    let row = frame.row(y, ofPlane: plane)
    if Sample.depth == UInt8.depth {
      return row.indices.map { Sample(truncatingIfNeeded: row[$0]) }
    }
    return (0..<row.count / 2).map { x in
      let code = UInt32(row[2 * x]) | UInt32(row[2 * x + 1]) << 8
      return Sample(code: min(code, Sample.maximum))
    }
  }

  /// Of each two by two samples, as far as there are so many, rounded to nearest.
  private static func means<Sample: PixelSample>(
    of rows: [[Sample]], _ size: Size
  ) -> [[Sample]] {
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
        return Sample(truncatingIfNeeded: (sum + count / 2) / count)
      }
    }
  }
}
