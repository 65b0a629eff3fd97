import Foundation
import LibAV
import Testing

struct ReadingDecoderTests {
  private func sendNext(_ input: inout InputFile, to decoder: inout Decoder) throws {
    guard let packet = try input.readPacket() else {
      Issue.record("no packet")
      return
    }
    let isTaken = try decoder.send(packet)
    #expect(isTaken)
  }

  @Test("every picture comes out once, in order, with its time")
  func decodesVideo() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.y4m", rawVideoFile(width: 35, height: 17, pictures: 5))
    var input = try InputFile(path: path)
    let pass = try decodeVideo(&input, stream: 0)
    #expect(pass.timestamps == [0, 1, 2, 3, 4])
    #expect(pass.sums == (0..<5).map { (16 + $0) * 35 * 4 })
  }

  @Test("frames tell their shape and give their rows, chroma rounded up")
  func frameShape() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.y4m", rawVideoFile(width: 35, height: 17, pictures: 1))
    var input = try InputFile(path: path)
    var decoder = try Decoder(input, stream: 0)
    try sendNext(&input, to: &decoder)
    guard case .frame(let frame) = try decoder.receiveVideo() else {
      Issue.record("no picture")
      return
    }
    #expect(frame.formatName == "yuv420p")
    #expect(frame.planeCount == 3)
    let lengths = [(0, 0), (8, 2), (9, 2), (-1, 0), (0, 3)].map { y, plane in
      frame.row(y, ofPlane: plane).count
    }
    #expect(lengths == [35, 18, 0, 0, 0])
    #expect(frame.row(8, ofPlane: 2)[17] == 128)
    #expect(frame.isKey && !frame.isInterlaced && !frame.isDamaged)
    #expect(frame.crop == Crop(left: 0, top: 0, right: 0, bottom: 0))
    #expect(frame.displayMatrix == nil)
    let copy = try frame.newReference()
    #expect(copy.timestamp == 0)
  }

  @Test("samples come out exactly as written")
  func decodesAudio() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.wav", waveFile(frames: 3000))
    var input = try InputFile(path: path)
    var next = 0
    let result = try decodeAudio(&input, stream: 0) { block in
      #expect(block.timestamp == Int64(next))
      #expect(block.formatName == "s16")
      #expect(block.channelCount == 2)
      #expect(block.sampleRate == 48_000)
      // Interleaved samples are not floats.
      let floats = block.channel(0).count
      #expect(floats == 0)
      next += block.sampleCount
    }
    #expect(result.samples == 3000)
  }

  @Test("a decoder says end of stream after its end, and goes on after a reset")
  func resets() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.y4m", rawVideoFile(width: 4, height: 4, pictures: 2))
    var input = try InputFile(path: path)
    var decoder = try Decoder(input, stream: 0)
    #expect(decoder.decoderName == "rawvideo")
    for _ in 0..<2 {
      guard case .needsInput = try decoder.receiveVideo() else {
        Issue.record("a decoder without packets has nothing to give")
        return
      }
      try sendNext(&input, to: &decoder)
      #expect(try decoder.sendEnd())
      guard case .frame = try decoder.receiveVideo() else {
        Issue.record("no picture")
        return
      }
      guard case .endOfStream = try decoder.receiveVideo() else {
        Issue.record("no end")
        return
      }
      decoder.reset()
    }
  }

  @Test("a decoder for no stream, or of the other kind, is an error")
  func misuse() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.y4m", rawVideoFile(width: 4, height: 4, pictures: 1))
    let input = try InputFile(path: path)
    #expect(throws: LibAVError.self) { _ = try Decoder(input, stream: 1) }
    var decoder = try Decoder(input, stream: 0)
    #expect(throws: LibAVError.self) { _ = try decoder.receiveAudio() }
    var options = Decoder.Options()
    options.settings = [Setting("no_such_option", "1")]
    let unknown = #expect(throws: LibAVError.self) {
      _ = try Decoder(input, stream: 0, options: options)
    }
    #expect(unknown?.operation == "set decoder option")
    options.settings = []
    options.preferredDecoder = "libvpx-vp9"
    #expect(try Decoder(input, stream: 0, options: options).decoderName == "rawvideo")
  }

  @Test("a picture larger than the limit is refused")
  func pixelLimit() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.y4m", rawVideoFile(width: 64, height: 64, pictures: 1))
    let input = try InputFile(path: path)
    var options = Decoder.Options()
    options.maximumPixels = 1000
    #expect(throws: LibAVError.self) { _ = try Decoder(input, stream: 0, options: options) }
  }

  @Test("a frame made here holds what is written and reports its tags")
  func madeFrames() throws {
    var frame = try VideoFrame(format: "yuva420p", width: 5, height: 3)
    #expect(frame.planeCount == 4)
    var row = frame.mutableRow(1, ofPlane: 3)
    for x in row.indices { row[x] = UInt8(x) }
    #expect(frame.row(1, ofPlane: 3)[4] == 4)
    frame.colour = ColorTags(
      range: .full, matrix: .bt2020, primaries: .bt2020, transfer: .pq, chromaLocation: .left)
    #expect(frame.colour.matrix.name == "bt2020nc")
    #expect(frame.colour.transfer.name == "smpte2084")
    #expect(frame.colour.range.name == "pc")
    #expect(frame.timestamp == nil)
    frame.timestamp = -7
    #expect(frame.timestamp == -7)
    frame.sampleAspect = Fraction(4, 3)
    #expect(frame.sampleAspect == Fraction(4, 3))
    let shared = try frame.newReference()
    let writable = frame.mutableRow(0, ofPlane: 0).count
    #expect(writable == 0, "shared memory is not written")
    #expect(shared.row(1, ofPlane: 3)[4] == 4)
    #expect(throws: LibAVError.self) { _ = try VideoFrame(format: "no", width: 5, height: 3) }
    #expect(throws: LibAVError.self) { _ = try VideoFrame(format: "gray", width: 0, height: 3) }
    #expect(throws: LibAVError.self) {
      _ = try VideoFrame(format: "gray", width: .max, height: 3)
    }
    #expect(throws: LibAVError.self) {
      _ = try VideoFrame(format: "gray", width: 1 << 20, height: 1 << 20)
    }
  }

  @Test("a frame over foreign memory keeps its owner until the last reference is gone")
  func wrapsMemory() throws {
    @safe final class Owner: Sendable {
      // Safe: only this test writes it, before it is shared.
      nonisolated(unsafe) let memory = UnsafeMutableRawPointer.allocate(
        byteCount: 256, alignment: 64)
      let released: @Sendable () -> Void
      init(_ released: @escaping @Sendable () -> Void) {
        self.released = released
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 9, count: 256)
      }
      deinit {
        unsafe memory.deallocate()
        released()
      }
    }
    final class Flag: @unchecked Sendable { var isSet = false }
    let flag = Flag()
    do {
      let reference: VideoFrame
      do {
        let owner = Owner { flag.isSet = true }
        let plane = unsafe PlaneMemory(base: owner.memory, stride: 64, rowBytes: 10, rows: 4)
        let frame = try unsafe VideoFrame(
          format: "gray", width: 10, height: 4, planes: [plane], keepingAlive: owner)
        #expect(unsafe frame.planeMemory(0)?.base == owner.memory)
        reference = try frame.newReference()
      }
      #expect(!flag.isSet)
      #expect(reference.row(3, ofPlane: 0)[9] == 9)
    }
    #expect(flag.isSet)
  }
}
