internal import CLibAV

/// Encodes one picture as a file.
public enum StillEncoder {
  /// The bytes of a PNG file (ISO/IEC 15948), each row stored as its difference from the one above: little
  /// more than half as large as rows that stand alone, and quicker to compress.
  ///
  /// - Parameter frame: in `rgb24` or `rgba`.
  /// - Throws: `LibAVError` when the frame has another format or libav lacks the encoder.
  public static func png(_ frame: borrowing VideoFrame) throws(LibAVError) -> [UInt8] {
    guard frame.formatName == "rgb24" || frame.formatName == "rgba" else {
      throw .unusable(for: "describe picture to the encoder")
    }
    return try encode(frame, as: "png")
  }

  /// The bytes of a JPEG file (ITU-T T.81, JFIF).
  ///
  /// - Parameters:
  ///   - frame: in `yuvj420p`, of BT.601's matrix and full range as JFIF has it.
  ///   - quantizer: 1 (best) to 31.
  /// - Throws: `LibAVError` when the frame has another format or libav lacks the encoder.
  public static func jpeg(
    _ frame: borrowing VideoFrame, quantizer: Int
  ) throws(LibAVError) -> [UInt8] {
    guard frame.formatName == "yuvj420p", (1...31).contains(quantizer) else {
      throw .unusable(for: "describe picture to the encoder")
    }
    return try encode(frame, as: "mjpeg", quantizer: quantizer)
  }

  private static func encode(
    _ frame: borrowing VideoFrame, as encoder: String, quantizer: Int? = nil
  ) throws(LibAVError) -> [UInt8] {
    guard let width = Int32(exactly: frame.width), let height = Int32(exactly: frame.height) else {
      throw .unusable(for: "describe picture to the encoder")
    }
    var context = try EncoderContext(named: encoder)
    let raw = unsafe context.raw
    unsafe raw.pointee.width = width
    unsafe raw.pointee.height = height
    unsafe raw.pointee.pix_fmt = unsafe AVPixelFormat(rawValue: frame.raw.pointee.format)
    unsafe raw.pointee.time_base = AVRational(num: 1, den: 1)
    let reference = try frame.newReference()
    unsafe reference.raw.pointee.pts = 0
    if encoder == "png" {
      try context.set("pred", "up")
      unsafe raw.pointee.compression_level = 2
    }
    if let quantizer {
      unsafe raw.pointee.flags |= AV_CODEC_FLAG_QSCALE
      unsafe raw.pointee.global_quality = Int32(quantizer) * FF_QP2LAMBDA
      unsafe reference.raw.pointee.quality = Int32(quantizer) * FF_QP2LAMBDA
    }
    try context.open()
    try unsafe context.send(reference.raw)
    try unsafe context.send(nil)
    guard case .packet(let packet) = try context.receive() else {
      throw .unusable(for: "encode picture")
    }
    return packet.data
  }
}
