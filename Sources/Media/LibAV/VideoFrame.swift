internal import CLibAV

/// One plane of a picture in memory.
@unsafe package struct PlaneMemory {
  /// First byte of the top row.
  package let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next; negative in pictures stored bottom up.
  package let stride: Int
  /// Visible bytes in a row.
  package let rowBytes: Int
  /// Rows in the plane (chroma of 4:2:0: half, rounded up).
  package let rows: Int

  /// A plane; `stride` and `rowBytes` in bytes.
  package init(base: UnsafeMutableRawPointer, stride: Int, rowBytes: Int, rows: Int) {
    unsafe (self.base, self.stride) = (base, stride)
    unsafe (self.rowBytes, self.rows) = (rowBytes, rows)
  }
}

// Safe: one owner; libav reads but never writes a frame's memory once it was handed out, and
// reference counts inside libav are atomic.
/// A picture owned by libav: decoded, filtered, or made here to be filled and encoded.
///
/// Planes are rows of `stride` bytes of which `rowBytes` are visible. A frame that came from a
/// decoder may share its memory with the decoder's reference pictures: read it, never write it.
@safe package struct VideoFrame: ~Copyable, @unchecked Sendable {
  let raw: UnsafeMutablePointer<AVFrame>

  /// Takes over a frame that nobody else frees.
  init(adopting raw: UnsafeMutablePointer<AVFrame>) {
    unsafe self.raw = raw
  }

  /// Makes a frame with memory of its own; the samples are undefined.
  ///
  /// - Parameter format: libav's name of a pixel format, for example `yuv420p`.
  /// - Throws: `LibAVError` for a name that is unknown, a size libav cannot allocate.
  package init(format: String, width: Int, height: Int) throws(LibAVError) {
    let pixelFormat = unsafe av_get_pix_fmt(format)
    guard pixelFormat != AV_PIX_FMT_NONE, let width = Int32(exactly: width),
      let height = Int32(exactly: height),
      av_image_check_size(UInt32(bitPattern: width), UInt32(bitPattern: height), 0, nil) >= 0
    else { throw .unusable(for: "describe picture") }
    guard let frame = unsafe av_frame_alloc() else { throw outOfMemory("allocate frame") }
    unsafe frame.pointee.format = pixelFormat.rawValue
    unsafe frame.pointee.width = width
    unsafe frame.pointee.height = height
    let status = unsafe av_frame_get_buffer(frame, 0)
    guard status >= 0 else {
      var unused: UnsafeMutablePointer<AVFrame>? = unsafe frame
      unsafe av_frame_free(&unused)
      throw .library(status: status, doing: "allocate picture")
    }
    unsafe self.raw = frame
  }

  /// Makes a frame over memory that belongs to `owner`, without copying.
  ///
  /// `owner` is kept alive until the last reference to the frame is gone, which may be later
  /// than this value (encoders keep references) and on another thread.
  ///
  /// - Parameters:
  ///   - planes: One a plane of `format`; `rows` and `rowBytes` are taken as given.
  /// - Throws: `LibAVError` when the format, the size or the number of planes does not fit.
  @unsafe package init(
    format: String, width: Int, height: Int, planes: [PlaneMemory],
    keepingAlive owner: any AnyObject & Sendable
  ) throws(LibAVError) {
    let pixelFormat = unsafe av_get_pix_fmt(format)
    guard pixelFormat != AV_PIX_FMT_NONE, let width = Int32(exactly: width),
      let height = Int32(exactly: height),
      av_image_check_size(UInt32(bitPattern: width), UInt32(bitPattern: height), 0, nil)
        >= 0,
      unsafe planes.count == Int(av_pix_fmt_count_planes(pixelFormat)), unsafe planes.count <= 4
    else { throw .unusable(for: "describe picture") }
    guard let frame = unsafe av_frame_alloc() else { throw outOfMemory("allocate frame") }
    unsafe frame.pointee.format = pixelFormat.rawValue
    unsafe frame.pointee.width = width
    unsafe frame.pointee.height = height
    var status: Int32 = 0
    for index in unsafe planes.indices {
      let plane = unsafe planes[index]
      guard unsafe plane.stride >= plane.rowBytes, let stride = unsafe Int32(exactly: plane.stride)
      else {
        status = cutlist_averror(22)
        break
      }
      let base = unsafe plane.base.assumingMemoryBound(to: UInt8.self)
      let retained = unsafe Unmanaged.passRetained(owner as AnyObject)
      let buffer = unsafe av_buffer_create(
        base, plane.stride &* plane.rows,
        { opaque, _ in
          if let opaque = unsafe opaque {
            unsafe Unmanaged<AnyObject>.fromOpaque(opaque).release()
          }
        }, retained.toOpaque(), AV_BUFFER_FLAG_READONLY)
      if let buffer = unsafe buffer {
        unsafe cutlist_frame_set_plane(frame, Int32(index), base, stride, buffer)
      } else {
        unsafe retained.release()
        status = cutlist_averror(12)
        break
      }
    }
    unsafe frame.pointee.extended_data = unsafe frame.pointer(to: \.data.0)
    guard status >= 0 else {
      var unused: UnsafeMutablePointer<AVFrame>? = unsafe frame
      unsafe av_frame_free(&unused)
      throw .library(status: status, doing: "wrap picture")
    }
    unsafe self.raw = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe raw
    unsafe av_frame_free(&frame)
  }

  /// Gives a picture of the format `pal8` its colours: alpha, red, green and blue, a byte each from the highest.
  package mutating func setPalette(_ colours: [UInt32]) {
    guard formatName == "pal8", let memory = unsafe cutlist_frame_plane(raw, 1) else { return }
    // Safe: a palette has 256 entries of four bytes.
    unsafe memory.withMemoryRebound(to: UInt32.self, capacity: 256) { entries in
      for (index, colour) in colours.prefix(256).enumerated() { unsafe entries[index] = colour }
    }
  }

  /// Whether nobody else holds the picture's memory.
  package var isWritable: Bool { unsafe av_frame_is_writable(raw) > 0 }

  /// A second owner of the same memory; timestamps and tags are copied.
  package func newReference() throws(LibAVError) -> VideoFrame {
    guard let copy = unsafe av_frame_clone(raw) else { throw outOfMemory("reference frame") }
    return unsafe VideoFrame(adopting: copy)
  }
}

// MARK: - Shape

extension VideoFrame {
  /// Fields that it is shown for: 2, or more where it repeats some.
  package var fieldCount: Int { unsafe 2 + max(0, Int(raw.pointee.repeat_pict)) }

  /// Pixels in a row of the first plane.
  package var width: Int { unsafe Int(raw.pointee.width) }
  /// Rows of the first plane.
  package var height: Int { unsafe Int(raw.pointee.height) }

  /// libav's name of the pixel format, for example `yuv420p10le`; empty when it has none.
  package var formatName: String { unsafe StoredPixelFormat.name(raw.pointee.format) }

  /// What is known of the pixel format; `nil` when libav does not know it.
  package var pixelFormat: StoredPixelFormat? { StoredPixelFormat(named: formatName) }

  /// Planes with memory, 0…4.
  package var planeCount: Int {
    let count = unsafe av_pix_fmt_count_planes(AVPixelFormat(rawValue: raw.pointee.format))
    return max(0, Int(count))
  }

  /// A plane's memory, valid while this frame or a reference to it lives.
  ///
  /// The address does not change when the frame is moved, so a class that stores the frame may
  /// store the pointer beside it.
  /// - Returns: `nil` for a plane the picture does not have, or pictures not in main memory.
  @unsafe package func planeMemory(_ plane: Int) -> PlaneMemory? {
    guard plane >= 0, plane < planeCount,
      let format = unsafe av_pix_fmt_desc_get(AVPixelFormat(rawValue: raw.pointee.format)),
      let base = unsafe cutlist_frame_plane(raw, Int32(plane))
    else { return nil }
    let rowBytes = unsafe av_image_get_linesize(
      AVPixelFormat(rawValue: raw.pointee.format), raw.pointee.width, Int32(plane))
    guard rowBytes > 0 else { return nil }
    return unsafe PlaneMemory(
      base: UnsafeMutableRawPointer(base), stride: Int(cutlist_frame_stride(raw, Int32(plane))),
      rowBytes: Int(rowBytes),
      rows: StoredPixelFormat.rows(
        ofPlane: plane, height: height, chromaShift: Int(format.pointee.log2_chroma_h)))
  }

  /// Row `y` of a plane: its visible bytes; samples over 8 bits are two bytes, little-endian in
  /// formats named `…le`. Empty for a plane or row the picture does not have.
  @_lifetime(borrow self)
  package func row(_ y: Int, ofPlane plane: Int) -> Span<UInt8> {
    guard let memory = unsafe planeMemory(plane), unsafe y >= 0 && y < memory.rows else {
      return unsafe _overrideLifetime(Span<UInt8>(), borrowing: self)
    }
    // Safe: the row lies inside the plane, which lives as long as this frame is borrowed.
    let start = unsafe memory.base + y * memory.stride
    let row = unsafe Span<UInt8>(
      _unsafeStart: UnsafePointer(start.assumingMemoryBound(to: UInt8.self)),
      count: memory.rowBytes)
    return unsafe _overrideLifetime(row, borrowing: self)
  }

  /// Row `y` of a plane, to be written. Only for frames made by `init(format:width:height:)`.
  /// Empty for a plane or row the picture does not have, and for shared memory.
  @_lifetime(&self)
  package mutating func mutableRow(_ y: Int, ofPlane plane: Int) -> MutableSpan<UInt8> {
    guard let memory = unsafe planeMemory(plane), unsafe y >= 0 && y < memory.rows,
      unsafe av_frame_is_writable(raw) > 0
    else { return unsafe _overrideLifetime(MutableSpan<UInt8>(), mutating: &self) }
    // Safe: as in `row`, and no other reference to the memory exists.
    let start = unsafe memory.base + y * memory.stride
    let row = unsafe MutableSpan<UInt8>(
      _unsafeStart: start.assumingMemoryBound(to: UInt8.self), count: memory.rowBytes)
    return unsafe _overrideLifetime(row, mutating: &self)
  }
}

// MARK: - Time

extension VideoFrame {
  /// Presentation time in time base units; `nil` where there is none. Reading gives libav's best
  /// effort (decoded time, or else that of the packet); writing sets the time an encoder sees.
  package var timestamp: Int64? {
    get {
      let guessed = unsafe raw.pointee.best_effort_timestamp
      let own = unsafe raw.pointee.pts
      let time = guessed != cutlist_no_pts ? guessed : own
      return time == cutlist_no_pts ? nil : time
    }
    set {
      unsafe raw.pointee.pts = newValue ?? cutlist_no_pts
      unsafe raw.pointee.best_effort_timestamp = newValue ?? cutlist_no_pts
    }
  }

  /// Decoding time of the packet this came from, in time base units.
  package var packetDecodingTimestamp: Int64? {
    let time = unsafe raw.pointee.pkt_dts
    return time == cutlist_no_pts ? nil : time
  }

  /// Duration of the packet this came from in time base units; 0 when unknown.
  package var duration: Int64 {
    get { unsafe raw.pointee.pkt_duration }
    set { unsafe raw.pointee.pkt_duration = newValue }
  }
}
