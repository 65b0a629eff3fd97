import LibAV
import Testing

struct ReadingFilterTests {
  /// Receives up to `limit` pictures; each is reduced to `value`.
  private func pictures<Value>(
    _ graph: inout FilterGraph, limit: Int, _ value: (borrowing VideoFrame) -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    while values.count < limit {
      switch try graph.receiveVideo() {
      case .frame(let frame): values.append(value(frame))
      case .needsInput: return values
      case .endOfStream: return values
      }
    }
    return values
  }

  @Test("a generated picture has the size, rate and format asked for, and times that count up")
  func generatesVideo() throws {
    var options = FilterGraph.Options()
    options.pixelFormats = ["yuv420p"]
    var graph = try FilterGraph("testsrc=size=64x36:rate=30000/1001", options: options)
    #expect(graph.output.kind == .video)
    #expect(graph.output.width == 64)
    #expect(graph.output.height == 36)
    #expect(graph.output.format == "yuv420p")
    #expect(graph.output.frameRate == Fraction(30_000, 1001))
    #expect(graph.output.timeBase == Fraction(1001, 30_000))
    let times = try pictures(&graph, limit: 4) { frame -> Int64? in frame.timestamp }
    #expect(times == [0, 1, 2, 3])
    #expect(graph.filterNames.contains("testsrc"))
  }

  @Test("a generated source ends when it says so")
  func ends() throws {
    var graph = try FilterGraph("color=size=16x16:rate=10:duration=0.5")
    #expect(try pictures(&graph, limit: 100) { frame in frame.height }.count == 5)
    guard case .endOfStream = try graph.receiveVideo() else {
      Issue.record("no end")
      return
    }
  }

  @Test("generated sound comes in the format asked for")
  func generatesAudio() throws {
    var options = FilterGraph.Options()
    options.sampleFormats = ["fltp"]
    var graph = try FilterGraph(
      "sine=frequency=440:sample_rate=48000:duration=0.1", options: options)
    #expect(graph.output.kind == .audio)
    #expect(graph.output.sampleRate == 48_000)
    #expect(graph.output.layout == "mono")
    #expect(graph.output.format == "fltp")
    var (count, peak) = (0, Float(0))
    receiving: while true {
      switch try graph.receiveAudio() {
      case .frame(let block):
        #expect(block.timestamp == Int64(count))
        count += block.sampleCount
        let samples = block.channel(0)
        for index in samples.indices { peak = max(peak, abs(samples[index])) }
      case .needsInput: break receiving
      case .endOfStream: break receiving
      }
    }
    #expect(count == 4800)
    // The filter generates at an eighth of full scale.
    #expect(abs(peak - 0.125) < 0.001)
    #expect(throws: LibAVError.self) { _ = try graph.receiveVideo() }
  }

  @Test("a graph with an input gives back what was sent, through its filters")
  func filtersVideo() throws {
    let input = FilterGraph.Input.video(
      Scaler.Picture(format: "gray", width: 8, height: 4), timeBase: Fraction(1, 25),
      frameRate: Fraction(25, 1), sampleAspect: Fraction(1, 1))
    var graph = try FilterGraph("negate,hflip", input: input)
    for time in 0..<3 {
      var frame = try VideoFrame(format: "gray", width: 8, height: 4)
      for y in 0..<4 {
        var row = frame.mutableRow(y, ofPlane: 0)
        for x in row.indices { row[x] = UInt8(x + 10 * time) }
      }
      frame.timestamp = Int64(time)
      try graph.send(frame)
      #expect(frame.row(0, ofPlane: 0)[3] == UInt8(3 + 10 * time), "the sender's frame is kept")
    }
    try graph.sendEnd()
    let made = try pictures(&graph, limit: 10) { frame in
      [Int(frame.timestamp ?? -1), Int(frame.row(0, ofPlane: 0)[0])]
    }
    #expect(made == (0..<3).map { [$0, 255 - (7 + 10 * $0)] })
    guard case .endOfStream = try graph.receiveVideo() else {
      Issue.record("no end")
      return
    }
  }

  @Test("deinterlacing to fields doubles the rate and the times")
  func deinterlaces() throws {
    let input = FilterGraph.Input.video(
      Scaler.Picture(format: "yuv420p", width: 16, height: 16), timeBase: Fraction(1, 25),
      frameRate: Fraction(25, 1), sampleAspect: Fraction(0, 1))
    var graph = try FilterGraph("yadif=mode=send_field", input: input)
    #expect(graph.output.frameRate == Fraction(50, 1))
    for time in 0..<4 {
      var frame = try VideoFrame(format: "yuv420p", width: 16, height: 16)
      frame.timestamp = Int64(time)
      frame.isInterlaced = true
      frame.isTopFieldFirst = true
      try graph.send(frame)
    }
    try graph.sendEnd()
    let times = try pictures(&graph, limit: 100) { frame -> Int64? in frame.timestamp }
    #expect(graph.output.timeBase == Fraction(1, 50))
    #expect(times == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test("sound goes through a graph too")
  func filtersAudio() throws {
    let input = FilterGraph.Input.audio(
      AudioFormat(sampleFormat: "fltp", layout: "5.1(side)", sampleRate: 48_000),
      timeBase: Fraction(1, 48_000))
    var graph = try FilterGraph("volume=0.5:precision=float", input: input)
    var block = try AudioFrame(layout: "5.1(side)", sampleRate: 48_000, sampleCount: 100)
    for channel in 0..<6 {
      var samples = block.mutableChannel(channel)
      for index in samples.indices { samples[index] = 0.5 }
    }
    try graph.send(block)
    guard case .frame(let made) = try graph.receiveAudio() else {
      Issue.record("no sound")
      return
    }
    #expect(made.channelCount == 6)
    #expect(made.channel(5)[99] == 0.25)
  }

  @Test(
    "graphs that cannot be read, or with other ends than asked for, are errors",
    arguments: [
      "", "no_such_filter", "testsrc=no_such_option=1", "testsrc,", "testsrc[a][b]", "scale",
      "testsrc;testsrc", "testsrc=size=0x0", "anullsrc,scale", "a\0b", "[", "testsrc[",
    ])
  func badGraphs(text: String) throws {
    #expect(throws: LibAVError.self) { _ = try FilterGraph(text) }
  }

  @Test("frames that were not announced are errors")
  func misuse() throws {
    let input = FilterGraph.Input.video(
      Scaler.Picture(format: "gray", width: 8, height: 4), timeBase: Fraction(1, 25),
      frameRate: Fraction(0, 1), sampleAspect: Fraction(0, 1))
    var graph = try FilterGraph("null", input: input)
    let frame = try VideoFrame(format: "gray", width: 9, height: 4)
    #expect(throws: LibAVError.self) { try graph.send(frame) }
    let block = try AudioFrame(layout: "mono", sampleRate: 8000, sampleCount: 4)
    #expect(throws: LibAVError.self) { try graph.send(block) }
    guard case .needsInput = try graph.receiveVideo() else {
      Issue.record("something came from nothing")
      return
    }
    var source = try FilterGraph("testsrc")
    #expect(throws: LibAVError.self) { try source.send(frame) }
    #expect(throws: LibAVError.self) { try source.sendEnd() }
    #expect(throws: LibAVError.self) { _ = try FilterGraph("null") }
    #expect(throws: LibAVError.self) { _ = try FilterGraph("testsrc", input: input) }
    var options = FilterGraph.Options()
    options.pixelFormats = ["no"]
    #expect(throws: LibAVError.self) { _ = try FilterGraph("testsrc", options: options) }
  }

  @Test(
    "the filters of a text are listed without making them",
    arguments: [
      ("mandelbrot=size=64x64", ["mandelbrot"]),
      ("movie=a.mp4,scale=2:2", ["movie", "scale"]),
      ("movie@x=a.mp4", ["movie"]),
      (" sws_flags=area; [in] scale = 4:4 [a] ;\n[a]null[out]", []),
      ("sws_flags=area;[in]scale=4:4[a];[a]null[out]", ["scale", "scale", "null"]),
      ("drawtext=text='a,movie=b;c\\, d',negate", ["drawtext", "negate"]),
      ("'mov'ie=x", ["movie"]),
      ("mov\\ie=x", ["movie"]),
      ("color[a];color[b];[a][b]hstack", ["color", "color", "hstack"]),
    ])
  func listsFilters(text: String, names: [String]) throws {
    if names.isEmpty {
      #expect(try FilterGraph.filters(in: text).map(\.name) == ["scale", "scale", "null"])
    } else {
      #expect(try FilterGraph.filters(in: text).map(\.name) == names)
    }
  }

  @Test("arguments are listed as libav would unquote them once")
  func listsArguments() throws {
    let filters = try FilterGraph.filters(in: "movie='a, b.mp4':si=1,null")
    #expect(filters.map(\.arguments) == ["a, b.mp4:si=1", ""])
  }

  @Test(
    "a text libav would not read is not listed", arguments: ["", ",", "a,,b", "a=[", "[a"])
  func refusesToList(text: String) {
    #expect(throws: LibAVError.self) { _ = try FilterGraph.filters(in: text) }
    #expect(throws: LibAVError.self) { _ = try FilterGraph(text) }
  }

  @Test("messages of a graph go to its ring")
  func logs() throws {
    var options = FilterGraph.Options()
    let log = LogRing()
    options.log = log
    #expect(throws: LibAVError.self) { _ = try FilterGraph("testsrc=rate=abc", options: options) }
    #expect(log.lines.contains { $0.text.contains("abc") })
    let missing = LogRing()
    options.log = missing
    #expect(throws: LibAVError.self) { _ = try FilterGraph("no_such_filter", options: options) }
    #expect(missing.lines.contains { $0.text.contains("no_such_filter") })
  }
}
