import Foundation
import LibAV
import Synchronization
import Testing

struct ReadingInputTests {
  private func isAtEnd(_ input: inout InputFile) throws -> Bool {
    switch try input.readPacket() {
    case .some: false
    case .none: true
    }
  }

  @Test("a WAV file tells its format before anything is decoded")
  func describesWave() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tone.wav", waveFile(frames: 4800))
    let input = try InputFile(path: path)
    #expect(input.formatName == "wav")
    #expect(input.streamCount == 1)
    #expect(input.durationMicroseconds == 100_000)
    #expect(input.bestStream(.audio) == 0)
    #expect(input.bestStream(.video) == nil)
    let described = input.stream(0)
    let stream = try #require(described)
    #expect(stream.kind == .audio)
    #expect(stream.codecName == "pcm_s16le")
    #expect(stream.timeBase == Fraction(1, 48_000))
    #expect(stream.duration == 4800)
    #expect(stream.audio.sampleRate == 48_000)
    #expect(stream.audio.channelCount == 2)
    #expect(stream.audio.sampleFormat == "s16")
    #expect(input.stream(1) == nil)
    #expect(input.stream(-1) == nil)
  }

  @Test("a raw video file tells size, rate, shape and field order")
  func describesRawVideo() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.y4m", rawVideoFile(width: 35, height: 17, pictures: 3, rate: "30000:1001"))
    let input = try InputFile(path: path)
    let described = input.stream(0)
    let stream = try #require(described)
    #expect(stream.kind == .video)
    #expect(stream.video.width == 35)
    #expect(stream.video.height == 17)
    #expect(stream.video.pixelFormat == "yuv420p")
    #expect(stream.video.bitDepth == 8)
    #expect(!stream.video.hasAlpha)
    #expect(stream.video.averageFrameRate == Fraction(30_000, 1001))
    #expect(stream.video.sampleAspect == Fraction(1, 1))
    #expect(stream.video.fieldOrder == .progressive)
    #expect(stream.video.colour.chromaLocation.name == "left")
    #expect(stream.video.displayMatrix == nil)
  }

  @Test(
    "a name means a file, whatever characters it holds",
    arguments: ["-dash.wav", "http:x.wav", "a%03d.wav", "it's [a] *, {b}?.wav", "é 文.wav", "wav"])
  func oddNames(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, waveFile(frames: 10))
    var input = try InputFile(path: path)
    let decoded = try decodeAudio(&input, stream: 0)
    #expect(decoded.samples == 10)
  }

  @Test("a picture whose name looks like a pattern is that one picture")
  func patternLikePicture() throws {
    let folder = try TemporaryFolder()
    let picture = Array("P6 4 2 255\n".utf8) + [UInt8](repeating: 200, count: 24)
    _ = try folder.write("a001.ppm", Array("not a picture".utf8))
    let path = try folder.write("a%03d.ppm", picture)
    var input = try InputFile(path: path)
    let pass = try decodeVideo(&input, stream: 0)
    #expect(pass.sums == [24 * 200])
  }

  @Test("a missing file is the system's error, a text is invalid data, a zero byte is refused")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: LibAVError.self) { _ = try InputFile(path: folder.path + "/no") }
    #expect(missing?.systemErrorNumber == 2)
    #expect(missing?.description == "libav could not open input (No such file or directory)")
    let text = try folder.write("text", [UInt8](repeating: 0x41, count: 500))
    let unknown = #expect(throws: LibAVError.self) { _ = try InputFile(path: text) }
    #expect(unknown?.isInvalidData == true)
    #expect(unknown?.systemErrorNumber == nil)
    let zero = try folder.write("a", waveFile(frames: 1))
    let refused = #expect(throws: LibAVError.self) { _ = try InputFile(path: zero + "\0b") }
    #expect(refused == .unusable(for: "open input"))
  }

  @Test(
    "files that list other files are refused",
    arguments: [
      ("list.ffconcat", "ffconcat version 1.0\nfile tone.wav\n"),
      ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\ntone.wav\n#EXT-X-ENDLIST\n"),
    ])
  func refusesLists(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("tone.wav", waveFile(frames: 100))
    let path = try folder.write(name, Array(text.utf8))
    let refused = #expect(throws: LibAVError.self) { _ = try InputFile(path: path) }
    #expect(refused == .refusedFormat(.list))
  }

  @Test("a protocol that is not allowed is refused")
  func refusesProtocols() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tone.wav", waveFile(frames: 100))
    for address in [
      "file:" + path, path, "subfile,,start,0,end,9,,:" + path, "data:text/plain,RIFF",
    ] {
      let refused = #expect(throws: LibAVError.self) { _ = try InputFile(address: address) }
      #expect(refused?.operation == "open input")
    }
    var options = InputFile.Options()
    options.allowedProtocols = ["file"]
    _ = try InputFile(address: "file:" + path, options: options)
  }

  @Test("an interrupt hook stops opening and says so")
  func interrupts() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.y4m", rawVideoFile(width: 64, height: 64, pictures: 40))
    final class Counter: Sendable { let calls = Mutex(0) }
    let counter = Counter()
    var options = InputFile.Options()
    options.shouldStop = {
      counter.calls.withLock {
        $0 += 1
        return true
      }
    }
    let stopped = #expect(throws: LibAVError.self) {
      _ = try InputFile(path: path, options: options)
    }
    #expect(stopped?.isInterrupted == true)
    #expect(counter.calls.withLock { $0 } > 0)
  }

  @Test("packets carry stream, times, duration and payload; the end is nil, again and again")
  func packets() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.y4m", rawVideoFile(width: 4, height: 4, pictures: 2))
    var input = try InputFile(path: path)
    var times: [Int64?] = []
    while let packet = try input.readPacket() {
      #expect(packet.streamIndex == 0)
      let flags = [packet.isKey, packet.isCorrupt, packet.isDiscard]
      #expect(flags == [true, false, false])
      #expect(packet.size == 24)
      #expect(packet.payload[0] == UInt8(16 + times.count))
      #expect(packet.skip == nil)
      #expect(packet.duration == 1)
      times.append(packet.presentationTimestamp)
    }
    #expect(times == [0, 1])
    #expect(try isAtEnd(&input))
  }

  @Test("the file's own bytes can be read at any moment without disturbing the packets")
  func content() throws {
    let folder = try TemporaryFolder()
    let bytes = rawVideoFile(width: 64, height: 48, pictures: 60)
    var input = try InputFile(path: try folder.write("a.y4m", bytes))
    var payloads: [UInt8] = []
    while let packet = try input.readPacket() {
      payloads.append(packet.payload[0])
      let start = bytes.count * payloads.count / 61
      #expect(
        try input.bytes(at: Int64(start), count: 16) == Array(bytes[start...].prefix(16)))
      if payloads.count % 20 == 3 {
        var all: [UInt8] = []
        try input.readContent { block in for index in block.indices { all.append(block[index]) } }
        #expect(all == bytes)
      }
      // Behind the end, near and far.
      for beyond in [0, 1, 5000, 1 << 40] {
        #expect(try input.bytes(at: Int64(bytes.count + beyond), count: 16).isEmpty)
      }
    }
    #expect(payloads == (0..<60).map { UInt8(16 + $0) })
    #expect(try isAtEnd(&input))
  }

  @Test("seeking goes back and forth, to the packet asked for or before it")
  func seeks() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.y4m", rawVideoFile(width: 4, height: 4, pictures: 9))
    var input = try InputFile(path: path)
    for target: Int64 in [5, 0, 8, 3, 3] {
      try input.seek(stream: 0, to: target)
      guard let packet = try input.readPacket() else {
        Issue.record("no packet at \(target)")
        continue
      }
      // The format decides how far before the target reading goes on; it must not be after it.
      let time = packet.presentationTimestamp ?? -1
      #expect((max(0, target - 1)...target).contains(time))
      #expect(packet.payload[0] == UInt8(16 + time))
    }
    #expect(throws: LibAVError.self) { try input.seek(stream: 7, to: 0) }
  }

  @Test("a discarded stream gives no packets until it is wanted again")
  func discards() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.wav", waveFile(frames: 100))
    var input = try InputFile(path: path)
    input.setDiscarded(true, stream: 0)
    #expect(try isAtEnd(&input))
    input.setDiscarded(false, stream: 0)
    try input.seek(stream: 0, to: 0)
    #expect(try !isAtEnd(&input))
  }

  @Test("messages of an input go to its ring and to no other")
  func logs() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.wav", waveFile(frames: 100))
    let (own, other) = (LogRing(level: .debug), LogRing(level: .debug))
    var options = InputFile.Options()
    options.log = own
    _ = try InputFile(path: path, options: options)
    _ = try InputFile(path: path)
    #expect(!own.lines.isEmpty)
    #expect(other.lines.isEmpty)
    #expect(own.take().count > 0)
    #expect(own.lines.isEmpty)
  }

  @Test("a ring keeps the newest messages and none below its level")
  func ringKeepsNewest() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tone.wav", waveFile(frames: 100))
    var options = InputFile.Options()
    let (many, few) = (LogRing(level: .debug, capacity: 1000), LogRing(level: .debug, capacity: 2))
    options.log = many
    _ = try InputFile(path: path, options: options)
    options.log = few
    _ = try InputFile(path: path, options: options)
    #expect(many.lines.count > 2)
    #expect(few.lines.count == 2)
    #expect(few.lines.last?.source == many.lines.last?.source)
    let quiet = LogRing(level: .error)
    options.log = quiet
    _ = try InputFile(path: path, options: options)
    #expect(quiet.lines.isEmpty)
  }

  @Test("the libraries are those the package was made for")
  func versions() {
    #expect(LibAVInfo.versions.map(\.library).contains("libavcodec"))
    #expect(LibAVInfo.versions.allSatisfy { $0.major > 0 })
    #expect(!LibAVInfo.release.isEmpty)
    #expect(LibAVInfo.hasEncoder("aac"))
    #expect(!LibAVInfo.hasEncoder("no such encoder"))
    #expect(LibAVInfo.hasDecoder("h264"))
    #expect(LibAVInfo.hasFilter("yadif"))
    #expect(!LibAVInfo.hasFilter(""))
  }
}
