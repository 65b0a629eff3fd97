internal import CLibAV

/// Encodes one picture as a PNG file (ISO/IEC 15948).
public enum StillEncoder {
  /// The bytes of a PNG file.
  ///
  /// - Parameter frame: in `rgb24` or `rgba`.
  /// - Throws: `LibAVError` when the frame has another format or libav lacks the encoder.
  public static func png(_ frame: borrowing VideoFrame) throws(LibAVError) -> [UInt8] {
    guard frame.formatName == "rgb24" || frame.formatName == "rgba",
      let width = Int32(exactly: frame.width), let height = Int32(exactly: frame.height)
    else { throw invalidArgument("describe picture to the encoder") }
    var context = try EncoderContext(named: "png")
    let raw = unsafe context.raw
    unsafe raw.pointee.width = width
    unsafe raw.pointee.height = height
    unsafe raw.pointee.pix_fmt = unsafe AVPixelFormat(rawValue: frame.raw.pointee.format)
    unsafe raw.pointee.time_base = AVRational(num: 1, den: 1)
    try context.open()
    let reference = try frame.newReference()
    unsafe reference.raw.pointee.pts = 0
    try unsafe context.send(reference.raw)
    try unsafe context.send(nil)
    guard case .packet(let packet) = try context.receive() else {
      throw invalidArgument("encode picture")
    }
    return packet.data
  }
}
