internal import CLibAV
import Glibc

extension Photo {
  /// Decodes all tiles of a packet and puts them together.
  ///
  /// - Parameters:
  ///   - context: a decoder for the tiles; `alpha` one for those of the alpha plane.
  /// - Returns: a picture of the size of `window`, with what the file says of it.
  /// - Throws: `LibAVError`; `isInvalidData` where a tile is not what it should be.
  func picture(
    _ packet: borrowing Packet, _ context: UnsafeMutablePointer<AVCodecContext>,
    alpha alphaContext: UnsafeMutablePointer<AVCodecContext>?
  ) throws(LibAVError) -> VideoFrame {
    var offset = 0
    guard let firstTile = plane.tiles.first else { throw Self.invalid }
    let first = try unsafe Self.decoded(packet, &offset, firstTile, context)
    let picture = try canvas(first)
    var isDamaged = first.isDamaged
    try copy(first, plane, 0, to: picture, planes: 0..<3, as: 0)
    for (index, tile) in plane.tiles.enumerated().dropFirst() {
      let decoded = try unsafe Self.decoded(packet, &offset, tile, context)
      isDamaged = isDamaged || decoded.isDamaged
      try copy(decoded, plane, index, to: picture, planes: 0..<3, as: 0)
    }
    if let alpha {
      guard let alphaContext = unsafe alphaContext else { throw Self.invalid }
      for (index, tile) in alpha.tiles.enumerated() {
        let decoded = try unsafe Self.decoded(packet, &offset, tile, alphaContext)
        isDamaged = isDamaged || decoded.isDamaged
        try copy(decoded, alpha, index, to: picture, planes: 0..<1, as: 3)
      }
    }
    if isDamaged { unsafe picture.raw.pointee.flags |= AV_FRAME_FLAG_CORRUPT }
    unsafe picture.raw.pointee.pts = packet.presentationTimestamp ?? cutlist_no_pts
    unsafe picture.raw.pointee.best_effort_timestamp = unsafe picture.raw.pointee.pts
    return picture
  }

  private static var invalid: LibAVError {
    .library(status: cutlist_averror_invaliddata, doing: "decode picture")
  }

  /// A tile is a stream of one picture.
  private static func decoded(
    _ packet: borrowing Packet, _ offset: inout Int, _ tile: Tile,
    _ context: UnsafeMutablePointer<AVCodecContext>
  ) throws(LibAVError) -> VideoFrame {
    let count = tile.count
    guard count <= packet.size - offset, let size = Int32(exactly: count),
      let source = unsafe packet.raw.pointee.data
    else { throw invalid }
    let part = try Packet()
    try check(unsafe av_new_packet(part.raw, size), "decode picture")
    // Safe: both have so many bytes.
    unsafe part.raw.pointee.data.update(from: source + offset, count: count)
    offset += count
    guard let frame = unsafe av_frame_alloc() else { throw outOfMemory("decode picture") }
    let picture = unsafe VideoFrame(adopting: frame)
    defer { unsafe avcodec_flush_buffers(context) }
    try check(unsafe avcodec_send_packet(context, part.raw), "decode picture")
    try check(unsafe avcodec_send_packet(context, nil), "decode picture")
    let status = unsafe avcodec_receive_frame(context, frame)
    if status == cutlist_averror_eof || status == cutlist_averror(11) { throw invalid }
    try check(status, "decode picture")
    return picture
  }

  // MARK: - Putting together

  /// An empty picture like its tiles, with what is said of it.
  private func canvas(_ tile: borrowing VideoFrame) throws(LibAVError) -> VideoFrame {
    var format = tile.formatName
    // What `yuvj` means is said by the range.
    if format.hasPrefix("yuvj") { format = "yuv" + format.dropFirst(4) }
    if alpha != nil {
      guard format.hasPrefix("yuv4") else { throw Self.invalid }
      format = "yuva" + format.dropFirst(3)
    }
    let picture = try VideoFrame(format: format, width: window.width, height: window.height)
    let raw = unsafe picture.raw
    try check(unsafe av_frame_copy_props(raw, tile.raw), "decode picture")
    unsafe raw.pointee.key_frame = 1
    if let codes {
      unsafe raw.pointee.color_range = codes.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
      unsafe raw.pointee.colorspace = AVColorSpace(rawValue: UInt32(codes.matrix))
      unsafe raw.pointee.color_primaries = AVColorPrimaries(rawValue: UInt32(codes.primaries))
      unsafe raw.pointee.color_trc = AVColorTransferCharacteristic(
        rawValue: UInt32(codes.transfer))
    }
    // As of JPEG, by ISO/IEC 23000-22, 7.3.6.4.
    if unsafe raw.pointee.colorspace == AVCOL_SPC_UNSPECIFIED {
      unsafe raw.pointee.colorspace = AVCOL_SPC_SMPTE170M
    }
    if let sampleAspect { unsafe raw.pointee.sample_aspect_ratio = sampleAspect.raw }
    if let displayMatrix {
      let bytes = displayMatrix.flatMap { number in
        unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
      }
      try Self.attach(bytes, AV_FRAME_DATA_DISPLAYMATRIX, to: picture)
    }
    if let profile { try Self.attach(profile, AV_FRAME_DATA_ICC_PROFILE, to: picture) }
    return picture
  }

  private static func attach(
    _ bytes: [UInt8], _ type: AVFrameSideDataType, to picture: borrowing VideoFrame
  ) throws(LibAVError) {
    unsafe av_frame_remove_side_data(picture.raw, type)
    guard let side = unsafe av_frame_new_side_data(picture.raw, type, bytes.count) else {
      throw outOfMemory("decode picture")
    }
    // Safe: there is room for as many bytes.
    for (index, byte) in bytes.enumerated() { unsafe side.pointee.data[index] = byte }
  }

  /// Copies what of a tile lies in the window.
  ///
  /// - Parameters:
  ///   - planes: of the tile, those that it has of them.
  ///   - first: the plane of the picture that the first of them becomes.
  private func copy(
    _ tile: borrowing VideoFrame, _ plane: Plane, _ index: Int, to picture: borrowing VideoFrame,
    planes: Range<Int>, as first: Int
  ) throws(LibAVError) {
    let (row, column) = (index / plane.columns, index % plane.columns)
    guard tile.width == plane.tileWidth, tile.height == plane.tileHeight,
      let stored = tile.pixelFormat, let format = picture.pixelFormat,
      stored.bitDepth == format.bitDepth, !stored.isBitstream,
      first > 0
        || stored.chromaShiftX == format.chromaShiftX && stored.chromaShiftY == format.chromaShiftY
          && format.planeCount == stored.planeCount + (alpha == nil ? 0 : 1)
    else { throw Self.invalid }
    let sampleBytes = (stored.bitDepth + 7) / 8
    for number in planes where number < stored.planeCount {
      guard let source = unsafe tile.planeMemory(number),
        let target = unsafe picture.planeMemory(first + number)
      else { throw Self.invalid }
      let isChroma = first == 0 && (number == 1 || number == 2)
      let (shiftX, shiftY) = isChroma ? (stored.chromaShiftX, stored.chromaShiftY) : (0, 0)
      let x = (column * plane.tileWidth) >> shiftX - window.left >> shiftX
      let y = (row * plane.tileHeight) >> shiftY - window.top >> shiftY
      let columns =
        unsafe max(
          0, -x)..<max(
          max(0, -x), min(source.rowBytes / sampleBytes, target.rowBytes / sampleBytes - x))
      let rows = unsafe max(0, -y)..<max(max(0, -y), min(source.rows, target.rows - y))
      for line in rows where !columns.isEmpty {
        // Safe: rows and columns lie in both planes.
        unsafe memcpy(
          target.base + (y + line) * target.stride + (x + columns.lowerBound) * sampleBytes,
          source.base + line * source.stride + columns.lowerBound * sampleBytes,
          columns.count * sampleBytes)
      }
    }
  }
}
