import Foundation
import LibAV
import OutputKinds
import Synchronization
import Testing

/// Memory of one 4:2:0 picture that counts how many of its kind are alive.
// Safe: the memory is written once, before it is shared.
@safe private final class ForeignFrame: @unchecked Sendable {
  let size: Int
  let memory: UnsafeMutablePointer<UInt8>
  private let alive: AliveCount

  init(width: Int, height: Int, level: UInt8, alive: AliveCount) {
    size = width * height * 3 / 2
    unsafe memory = .allocate(capacity: size)
    unsafe memory.initialize(repeating: 128, count: size)
    unsafe memory.update(repeating: level, count: width * height)
    self.alive = alive
    alive.value.add(1, ordering: .relaxed)
  }

  deinit {
    // A picture the encoder still wanted would turn into this.
    unsafe memory.update(repeating: 255, count: size)
    unsafe memory.deallocate()
    alive.value.subtract(1, ordering: .relaxed)
  }
}

private final class AliveCount: Sendable {
  let value = Atomic<Int>(0)
  var now: Int { value.load(ordering: .relaxed) }
}

private let configuration = VideoEncoder.Configuration(
  encoder: "libx264", pixelFormat: "yuv420p", width: 64, height: 48, rate: Fraction(30_000, 1001),
  options: [
    LibraryOption("crf", "18.50"), LibraryOption("preset", "medium"), LibraryOption("g", "15"),
    LibraryOption("flags", "+cgop"), LibraryOption("forced-idr", "1"),
    LibraryOption("x264-params", "force-cfr=1:cpu-independent=1"),
  ])

/// Encodes `count` foreign pictures, picture k of level 30 + 4 k.
private func encode(
  _ count: Int, _ configuration: VideoEncoder.Configuration = configuration,
  alive: AliveCount = AliveCount()
) throws -> (parameters: StreamParameters, packets: [EncodedPacket], delay: Int) {
  var encoder = try VideoEncoder(configuration)
  var packets: [EncodedPacket] = []
  let (width, height) = (configuration.width, configuration.height)
  for number in 0..<count {
    let owner = ForeignFrame(
      width: width, height: height, level: UInt8(30 + 4 * number), alive: alive)
    var offset = 0
    var planes = unsafe [PlaneMemory]()
    for (columns, rows) in [(width, height), (width / 2, height / 2), (width / 2, height / 2)] {
      unsafe planes.append(
        PlaneMemory(
          base: UnsafeMutableRawPointer(owner.memory + offset), stride: columns,
          rowBytes: columns, rows: rows))
      offset += columns * rows
    }
    var frame = unsafe try VideoFrame(
      format: "yuv420p", width: width, height: height, planes: planes, keepingAlive: owner)
    frame.timestamp = Int64(number)
    try encoder.send(frame)
    while case .packet(let packet) = try encoder.receive() { packets.append(packet) }
  }
  try encoder.sendEnd()
  var output = try encoder.receive()
  while case .packet(let packet) = output {
    packets.append(packet)
    output = try encoder.receive()
  }
  #expect(output == .endOfStream)
  let parameters = StreamParameters(
    content: .pictures(codec: "h264", format: "yuv420p", width: width, height: height),
    extradata: encoder.extradata)
  return (parameters, packets, encoder.reorderDelay)
}

private func write(
  _ movie: (parameters: StreamParameters, packets: [EncodedPacket], delay: Int), to path: String,
  format: String
) throws {
  let options =
    format == "mp4" || format == "mov"
    ? [LibraryOption("use_editlist", "1"), LibraryOption("movflags", "+faststart")] : []
  var muxer = try Muxer(path: path, format: format, options: options)
  let stream = try muxer.addStream(movie.parameters, timeBase: Fraction(1001, 30_000))
  try muxer.writeHeader()
  for packet in movie.packets { try muxer.write(packet, stream: stream) }
  try muxer.finish()
}

private func temporaryPath() -> String {
  FileManager.default.temporaryDirectory.path + "/cutlist-muxing-\(UUID().uuidString)"
}

@Suite("Encoding and muxing")
struct WritingTests {
  @Test("foreign pictures are let go of, and only when the encoder has done with them")
  func foreignMemory() throws {
    let alive = AliveCount()
    let movie = try encode(40, alive: alive)
    #expect(alive.now == 0)
    #expect(movie.packets.count == 40)
    #expect(movie.packets.map(\.presentation).sorted() == (0..<40).map { Int64($0) })
    #expect(movie.delay == 2)
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(movie, to: path, format: "mp4")
    var input = try InputFile(path: path)
    var decoder = try Decoder(input, stream: 0)
    var levels: [UInt8] = []
    func receive() throws {
      while case .frame(let frame) = try decoder.receiveVideo() {
        levels.append(frame.row(20, ofPlane: 0)[30])
      }
    }
    while let packet = try input.readPacket() {
      _ = try decoder.send(packet)
      try receive()
    }
    _ = try decoder.sendEnd()
    try receive()
    #expect(levels.count == 40)
    for (number, level) in levels.enumerated() {
      #expect(abs(Int(level) - (30 + 4 * number)) <= 2, "picture \(number)")
    }
  }

  @Test("packets and parameters are the same in every run")
  func deterministic() throws {
    let (first, second) = (try encode(30), try encode(30))
    #expect(first.packets == second.packets)
    #expect(first.parameters == second.parameters)
    #expect(!first.parameters.extradata.isEmpty)
  }

  @Test("a preset without B-frames reorders nothing")
  func noReordering() throws {
    var fast = configuration
    fast.options.removeAll { $0.name == "preset" }
    fast.options.append(LibraryOption("preset", "ultrafast"))
    let movie = try encode(12, fast)
    #expect(movie.delay == 0)
    #expect(movie.packets.map(\.presentation) == (0..<12).map { Int64($0) })
  }

  @Test("every container gives the pictures' times back", arguments: ["mp4", "mov", "matroska"])
  func containers(_ format: String) throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    var bytes: [Data] = []
    for _ in 0..<2 {
      try write(encode(12), to: path, format: format)
      bytes.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(bytes[0] == bytes[1])
    var input = try InputFile(path: path)
    let found = input.stream(0)
    let stream = try #require(found)
    #expect(stream.codecName == "h264")
    #expect(stream.video.width == 64 && stream.video.height == 48)
    var times: [Int64] = []
    while let packet = try input.readPacket() { times.append(packet.presentationTimestamp ?? -1) }
    times.sort()
    // Matroska counts milliseconds; the others hold the times exactly.
    let tick = Int64(stream.timeBase.denominator) / Int64(stream.timeBase.numerator)
    for (number, time) in times.enumerated() {
      let exact = Int64(number) * 1001 * tick / 30_000
      let first = format == "matroska" ? times[0] : 0
      #expect(abs(time - first - exact) <= (format == "matroska" ? 1 : 0))
    }
    #expect(times.count == 12)
  }

  @Test("a device without room is a full disk")
  func fullDevice() throws {
    let error = #expect(throws: LibAVError.self) {
      try write(encode(40), to: "/dev/full", format: "matroska")
    }
    #expect(error?.systemErrorNumber == ENOSPC)
  }

  @Test("calls out of turn and numbers out of range are errors, not traps")
  func misuse() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let movie = try encode(2)
    #expect(throws: LibAVError.self) { _ = try Muxer(path: path, format: "no such format") }
    #expect(throws: LibAVError.self) {
      _ = try Muxer(path: path + "/none/a.mp4", format: "mp4")
    }
    #expect(throws: LibAVError.self) {
      var muxer = try Muxer(path: path, format: "mp4")
      try muxer.write(movie.packets[0], stream: 0)
    }
    #expect(throws: LibAVError.self) {
      var muxer = try Muxer(path: path, format: "mp4")
      try muxer.finish()
    }
    #expect(throws: LibAVError.self) {
      var muxer = try Muxer(path: path, format: "mp4")
      _ = try muxer.addStream(movie.parameters, timeBase: Fraction(0, 1))
    }
    #expect(throws: LibAVError.self) {
      var muxer = try Muxer(path: path, format: "mp4")
      let large = StreamParameters(
        content: .pictures(codec: "h264", format: "yuv420p", width: .max, height: 2),
        extradata: [])
      _ = try muxer.addStream(large, timeBase: Fraction(1, 30))
    }
    #expect(throws: LibAVError.self) {
      var muxer = try Muxer(path: path, format: "mp4")
      let unknown = StreamParameters(
        content: .pictures(codec: "h999", format: "yuv420p", width: 2, height: 2), extradata: [])
      _ = try muxer.addStream(unknown, timeBase: Fraction(1, 30))
    }
    #expect(throws: LibAVError.self) {
      var muxer = try Muxer(path: path, format: "mp4")
      let stream = try muxer.addStream(movie.parameters, timeBase: Fraction(1, 30))
      try muxer.writeHeader()
      try muxer.write(movie.packets[0], stream: stream + 1)
    }
    #expect(throws: LibAVError.self) {
      var other = configuration
      other.width = 63
      _ = try VideoEncoder(other)
    }
  }

  @Test("sound is encoded with its padding first and its rest last")
  func sound() throws {
    var encoder = try AudioEncoder(
      AudioEncoderSettings(bitRate: 64_000, sampleRate: 44_100, channels: 1))
    #expect(encoder.frameSize == 1024)
    #expect(encoder.initialPadding == 1024)
    var packets: [EncodedPacket] = []
    let wave = (0..<2148).map { $0 % 50 < 25 ? Float(0.2) : -0.2 }
    for start in [0, 1024, 2048] {
      try encoder.send([wave], start..<min(start + 1024, wave.count), word: { _ in 0 })
      while case .packet(let packet) = try encoder.receive() { packets.append(packet) }
    }
    try encoder.sendEnd()
    while case .packet(let packet) = try encoder.receive() { packets.append(packet) }
    #expect(packets.map(\.presentation) == [-1024, 0, 1024, 2048])
    #expect(packets.last?.duration == 100)
    #expect(encoder.parameters.extradata.count >= 2)
  }
}
