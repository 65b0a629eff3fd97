import BaseValues
import Rendering

/// Puts the packets of two tracks in order of decoding time, pictures first where it is equal.
///
/// A packet comes out only when nothing earlier can come in, so the order does not depend on which
/// track was appended first.
struct PacketInterleaver {
  enum Track: Hashable {
    case video
    case sound
  }

  private struct Queue {
    private var packets: [MoviePacket] = []
    private var head = 0

    var first: MoviePacket? { head < packets.count ? packets[head] : nil }

    mutating func append(_ packet: MoviePacket) { packets.append(packet) }

    mutating func removeFirst() {
      head += 1
      // Taking away in blocks keeps the cost of each packet constant.
      if head >= 256 || head == packets.count {
        packets.removeFirst(head)
        head = 0
      }
    }
  }

  private let rate: FrameRate?
  private let sampleRate: Int?
  private var video = Queue()
  private var sound = Queue()
  private var lastSound: Int64?

  /// Whether a packet of sound has come.
  var hasAudio: Bool { lastSound != nil }

  /// Rates of the tracks; `nil` for a track that does not exist.
  init(rate: FrameRate?, sampleRate: Int?) {
    self.rate = rate
    self.sampleRate = sampleRate
  }

  /// Adds a chunk's packets, whose times count from frame `start` of the movie.
  mutating func addVideo(_ packets: [MoviePacket], startingAt start: Int64) {
    for var packet in packets {
      packet.presentation += start
      packet.decoding += start
      video.append(packet)
    }
  }

  /// Adds packets of sound. False, with nothing added, when their times do not rise.
  mutating func addSound(_ packets: [MoviePacket]) -> Bool {
    var last = lastSound
    for packet in packets {
      if let last, packet.decoding <= last { return false }
      last = packet.decoding
    }
    for packet in packets { sound.append(packet) }
    lastSound = last
    return true
  }

  /// The next packet of the file; `nil` when it is not known yet, or with `flushing` when there is
  /// none.
  mutating func next(flushing: Bool) -> (Track, MoviePacket)? {
    switch (video.first, sound.first) {
    case (let picture?, let block?):
      if isVideoFirst(picture, block) {
        video.removeFirst()
        return (.video, picture)
      }
      sound.removeFirst()
      return (.sound, block)
    case (let picture?, nil):
      guard flushing || sampleRate == nil else { return nil }
      video.removeFirst()
      return (.video, picture)
    case (nil, let block?):
      guard flushing || rate == nil else { return nil }
      sound.removeFirst()
      return (.sound, block)
    case (nil, nil): return nil
    }
  }

  private func isVideoFirst(_ picture: MoviePacket, _ block: MoviePacket) -> Bool {
    guard let rate, let sampleRate else { return rate != nil }
    return Int128(picture.decoding) * Int128(rate.seconds) * Int128(sampleRate)
      <= Int128(block.decoding) * Int128(rate.frames)
  }
}
