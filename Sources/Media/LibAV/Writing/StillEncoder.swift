internal import CLibAV
package import OutputKinds

/// Encodes one picture as a file.
package enum StillEncoder {
  /// The bytes of a file, without our mark.
  ///
  /// - Parameter frame: in the format that the kind of file has.
  /// - Throws: `LibAVError` when the frame has another format or libav lacks the encoder.
  package static func encode(
    _ frame: borrowing VideoFrame, as kind: PictureFormat
  ) throws(LibAVError) -> [UInt8] {
    guard [kind.pixelFormat, kind.alphaPixelFormat].contains(frame.formatName),
      let width = Int32(exactly: frame.width),
      let height = Int32(exactly: frame.height)
    else { throw .unusable(for: "describe picture to the encoder") }
    var context = try EncoderContext(named: kind.encoder)
    let raw = unsafe context.raw
    unsafe raw.pointee.width = width
    unsafe raw.pointee.height = height
    unsafe raw.pointee.pix_fmt = unsafe AVPixelFormat(rawValue: frame.raw.pointee.format)
    unsafe raw.pointee.time_base = AVRational(num: 1, den: 1)
    try context.set(kind.options)
    let reference = try frame.newReference()
    unsafe reference.raw.pointee.pts = 0
    unsafe reference.raw.pointee.quality = raw.pointee.global_quality
    try context.open()
    try unsafe context.send(reference.raw)
    try unsafe context.send(nil)
    guard case .packet(let packet) = try context.receive() else {
      throw .unusable(for: "encode picture")
    }
    return packet.data
  }
}
