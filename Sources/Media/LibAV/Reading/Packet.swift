internal import CLibAV

// Safe: one owner; the payload is reference counted and not written after reading.
/// A coded picture or block of sound, as the container holds it.
@safe package struct Packet: ~Copyable, @unchecked Sendable {
  let raw: UnsafeMutablePointer<AVPacket>

  /// Takes over a packet that nobody else frees.
  init(adopting raw: UnsafeMutablePointer<AVPacket>) {
    unsafe self.raw = raw
  }

  /// An empty packet, to be filled by libav.
  init() throws(LibAVError) {
    guard let packet = unsafe av_packet_alloc() else { throw outOfMemory("allocate packet") }
    unsafe raw = packet
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe raw
    unsafe av_packet_free(&packet)
  }

  /// A second owner of the same payload.
  package func newReference() throws(LibAVError) -> Packet {
    guard let copy = unsafe av_packet_clone(raw) else { throw outOfMemory("reference packet") }
    return unsafe Packet(adopting: copy)
  }

  /// The stream's position in the container, from 0.
  package var streamIndex: Int { unsafe Int(raw.pointee.stream_index) }

  /// Presentation time in the stream's time base; `nil` where the container gives none.
  package var presentationTimestamp: Int64? {
    let time = unsafe raw.pointee.pts
    return time == cutlist_no_pts ? nil : time
  }

  /// Decoding time in the stream's time base; `nil` where the container gives none.
  package var decodingTimestamp: Int64? {
    let time = unsafe raw.pointee.dts
    return time == cutlist_no_pts ? nil : time
  }

  /// Moves it to another time of presentation.
  package mutating func present(at time: Int64) { unsafe raw.pointee.pts = time }

  /// Gives it one time, of presentation and of decoding, in whatever unit the reader counts; `nil`
  /// takes both from it.
  package mutating func place(at time: Int64?) {
    unsafe raw.pointee.pts = time ?? cutlist_no_pts
    unsafe raw.pointee.dts = time ?? cutlist_no_pts
  }

  /// Lets it be shown even if an edit list leaves it out.
  package mutating func clearDiscard() { unsafe raw.pointee.flags &= ~AV_PKT_FLAG_DISCARD }

  /// Duration in the stream's time base; 0 when unknown.
  package var duration: Int64 { unsafe raw.pointee.duration }

  /// Whether decoding can begin here.
  package var isKey: Bool { unsafe raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Whether it must be decoded but not shown: material before an edit list's beginning.
  package var isDiscard: Bool { unsafe raw.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Whether the container found the payload damaged.
  package var isCorrupt: Bool { unsafe raw.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

  /// Byte offset in the file; `nil` when unknown.
  package var position: Int64? {
    let position = unsafe raw.pointee.pos
    return position < 0 ? nil : position
  }

  /// Bytes of payload.
  package var size: Int { unsafe max(0, Int(raw.pointee.size)) }

  /// The payload; empty when there is none.
  package var payload: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      guard let data = unsafe raw.pointee.data, size > 0 else {
        return unsafe _overrideLifetime(Span<UInt8>(), borrowing: self)
      }
      // Safe: the payload lives as long as the packet and holds `size` bytes.
      let bytes = unsafe Span<UInt8>(_unsafeStart: UnsafePointer(data), count: size)
      return unsafe _overrideLifetime(bytes, borrowing: self)
    }
  }

  /// Whether the payload is encrypted (common encryption, ISO/IEC 23001-7).
  package var isEncrypted: Bool {
    var size = 0
    return unsafe av_packet_get_side_data(raw, AV_PKT_DATA_ENCRYPTION_INFO, &size) != nil
  }

  /// Samples the container says are not part of the sound: encoder delay and padding.
  package var skip: SkippedSamples? {
    var size = 0
    let data = unsafe av_packet_get_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, &size)
    return unsafe SkippedSamples(data, size: size)
  }
}
