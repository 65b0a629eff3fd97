import Glibc
import LibAV
public import Raster
public import Rendering

/// Turns composed pictures into files, and writes these.
public enum StillWriter {
  /// The picture as PNG, converted from BT.709 limited range to full-range RGB.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  public static func png(_ image: Raster.Image) throws(RenderError) -> [UInt8] {
    try converted(
      image, to: "rgb24", size: image.size, colour: ColourTags(range: 2, matrix: 0)
    ) { (frame) throws(LibAVError) in try StillEncoder.png(frame) }
  }

  /// The picture as JPEG in another size: averaged where it gets smaller.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  public static func jpeg(
    _ image: Raster.Image, size: PixelSize
  ) throws(RenderError) -> [UInt8] {
    try converted(
      image, to: "yuvj420p", size: size, colour: ColourTags(range: 2, matrix: 6)
    ) { (frame) throws(LibAVError) in try StillEncoder.jpeg(frame, quantizer: 4) }
  }

  /// The picture in another size, in the same format and colour: averaged where it gets smaller.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  public static func scaled(
    _ image: Raster.Image, to size: PixelSize
  ) throws(RenderError) -> Raster.Image {
    try converted(image, to: "yuv420p", size: size, colour: ColourGuess.output) {
      (frame) throws(LibAVError) in StillReader.copy(of: frame)
    }
  }

  static func converted<Result>(
    _ image: Raster.Image, to format: String, size: PixelSize, colour: ColourTags,
    _ body: (borrowing VideoFrame) throws(LibAVError) -> Result
  ) throws(RenderError) -> Result {
    do throws(LibAVError) {
      var frame = try VideoFrame(
        format: "yuv420p", width: image.size.width, height: image.size.height)
      for plane in 0..<3 {
        for y in 0..<image.height(of: plane) {
          var row = frame.mutableRow(y, ofPlane: plane)
          let source = image.row(plane, y)
          for x in 0..<min(row.count, source.count) { row[x] = source[x] }
        }
      }
      var scaler = try Scaler(
        from: Scaler.Picture(
          format: "yuv420p", width: image.size.width, height: image.size.height,
          colour: ColourGuess.output),
        to: Scaler.Picture(
          format: format, width: size.width, height: size.height, colour: colour),
        interpolation: size == image.size ? .bicubic : .area)
      return try body(try scaler.scale(frame))
    } catch {
      throw RenderError(.encoder, "the picture cannot be encoded: \(error)")
    }
  }

  /// Writes bytes to a file that appears only when it is complete.
  ///
  /// - Throws: `RenderError` of kind `disk`.
  public static func write(_ bytes: [UInt8], to path: String) throws(RenderError) {
    do throws(MovieWriteError) {
      var file = try PartialFile(destination: path)
      if let number = SystemFile.write(bytes, to: file.path) {
        throw MovieWriteError("write picture", path: path, .system(number))
      }
      try file.publish()
    } catch {
      throw error.renderError
    }
  }
}

/// Whole files through the system's calls.
enum SystemFile {
  /// - Returns: `nil` when done, else the system's error number; what was written is removed.
  static func write(_ bytes: [UInt8], to path: String) -> Int32? {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return errno }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        let number = errno
        close(descriptor)
        unsafe unlink(path)
        return number
      }
      done += count
    }
    guard close(descriptor) == 0 else {
      let number = errno
      unsafe unlink(path)
      return number
    }
    return nil
  }

  /// - Returns: `nil` when the file cannot be read or is larger than `limit`.
  static func read(_ path: String, limit: Int = .max) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    let count = Int(status.st_size)
    // Not filled with zeros first: files are large.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let part = unsafe Glibc.read(
          descriptor, buffer.baseAddress?.advanced(by: done), count - done)
        if part < 0 && errno == EINTR { continue }
        if part <= 0 { return }
        done += part
      }
    }
    return bytes.count == count ? bytes : nil
  }
}
