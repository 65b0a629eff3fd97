import ChunkStorage
import LibAV
import MediaOpening
import MediaSources
import BaseValues
import TimelineModel

extension MediaProber {
  /// The largest picture that a chain may give, in each direction.
  private static let largestSide = 16_384
  /// So many empty pictures go through a chain to see that each gives one.
  private static let trialCount = 12

  /// What a chain of filters makes of a source.
  ///
  /// The chain is made for pictures like the source's, and empty ones go through it: together, and where
  /// it is to treat each by itself, one alone.
  func probeFiltered(
    _ item: MediaItem, _ content: FilteredContent, source: MediaSource
  ) throws(MediaProblem) -> MediaSource {
    let chain = content.chain
    try checkRules(chain, item)
    guard var video = source.facts.video, let clock = PictureClock(source) else {
      throw MediaProblem(refusing: "there are no pictures to be filtered", item: item)
    }
    let output = try trial(
      item, content,
      PictureChain.Input(
        format: try pixelFormat(of: source, item), width: video.codedSize.width,
        height: video.codedSize.height, timeBase: clock.timeBase, frameRate: clock.frameRate,
        sampleAspect: video.pixelAspect.fraction), clock)
    let format = StoredPixelFormat(named: output.format)
    video.codedSize = Size(width: output.width, height: output.height)
    video.pixelAspect = output.sampleAspect.rational ?? .one
    video.hasAlpha = (format?.hasAlpha ?? false) && source.reading.alpha != .ignore
    video.storage = FrameStorage(
      bitsPerPixel: format?.bitsPerPixel ?? 12, bitDepth: format?.bitDepth ?? 8)
    let hash = ContentHash.of(
      filter: chain, release: LibAVInfo.release, filters.isExceptional(chain) ? hashes : nil)
    return .filtered(
      FilteredSource(
        source: source, chain: chain,
        facts: MediaFacts(
          video: video, audio: nil, contentHash: "\(source.facts.contentHash) through \(hash)"),
        program: program))
  }

  /// Refuses a chain that may not be made, or not here.
  private func checkRules(_ chain: String, _ item: MediaItem) throws(MediaProblem) {
    let refusal: FilterRules.Refusal?
    do throws(LibAVError) {
      refusal = try filters.refusal(ofChain: chain)
    } catch {
      throw MediaProblem(chain: error, log: [], text: chain, item: item)
    }
    if let refusal { throw MediaProblem(refusal, item: item) }
  }

  /// A chain of filters for composed pictures, which are tried out with alpha and without.
  func probeCanvasFilter(
    _ item: MediaItem, _ filter: CanvasFilter
  ) throws(MediaProblem) -> MediaSource {
    try checkRules(filter.chain, item)
    for format in ["yuv420p", "yuva420p"] {
      let output = try trial(
        item, FilteredContent(source: .filter(""), chain: filter.chain, isAlone: true),
        PictureChain.Input(
          format: format, width: filter.size.width, height: filter.size.height,
          timeBase: outputRate.tick, frameRate: outputRate.fraction,
          sampleAspect: Fraction(1, 1)), nil, format: format)
      guard output.width == filter.size.width, output.height == filter.size.height else {
        throw MediaProblem(
          filteredSize: "\(output.width)x\(output.height)",
          canvas: "\(filter.size.width)x\(filter.size.height)", item: item)
      }
    }
    let hash = ContentHash.of(
      filter: filter.chain, release: LibAVInfo.release,
      filters.isExceptional(filter.chain) ? hashes : nil)
    return .canvasFilter(
      filter, MediaFacts(video: nil, audio: nil, contentHash: "canvas \(hash)"), program)
  }

  /// libav's name of the format in which the source's pictures are decoded.
  private func pixelFormat(
    of source: MediaSource, _ item: MediaItem
  ) throws(MediaProblem) -> String {
    if case .filter(let text, _, let program) = source {
      do throws(LibAVError) {
        return try SourceGraph(text, program: program).output.format
      } catch {
        throw MediaProblem(filter: error, log: [], text: text, item: item)
      }
    }
    return source.details.coding?.pixelFormat ?? "yuv420p"
  }

  /// Lets empty pictures through a chain.
  ///
  /// - Returns: what comes out of it.
  private func trial(
    _ item: MediaItem, _ content: FilteredContent, _ input: PictureChain.Input,
    _ clock: PictureClock?, format: String? = nil
  ) throws(MediaProblem) -> FilterGraph.Output {
    let chain: PictureChain
    let output: FilterGraph.Output
    do throws(LibAVError) {
      chain = try PictureChain(content.chain, format: format, program: program, isTrial: true)
    } catch {
      throw problem(error, [], content.chain, item)
    }
    do throws(LibAVError) {
      output = try chain.begin(input)
    } catch {
      throw problem(error, chain.complaints, content.chain, item)
    }
    if output.kind != .video {
      throw MediaProblem(refusing: "the chain gives no pictures", item: item)
    }
    let (pixels, isTooMuch) = output.width.multipliedReportingOverflow(by: output.height)
    if max(output.width, output.height) > Self.largestSide || isTooMuch
      || pixels > limits[.picturePixels]
    {
      throw MediaProblem(
        filteredSize: "\(output.width)x\(output.height)", largest: Self.largestSide, item: item)
    }
    do throws(LibAVError) {
      for count in content.isAlone ? [Self.trialCount, 1] : [Self.trialCount] {
        try Self.run(count, through: chain, input, clock)
      }
    } catch {
      throw problem(error, chain.complaints, content.chain, item)
    }
    return output
  }

  private func problem(
    _ error: LibAVError, _ complaints: [String], _ text: String, _ item: MediaItem
  ) -> MediaProblem {
    program.flatMap { MediaProblem(apart: error, of: "the chain of filters", $0, item) }
      ?? MediaProblem(chain: error, log: complaints, text: text, item: item)
  }

  /// Lets so many pictures through a chain that is made anew.
  ///
  /// - Throws: also where not as many come out, with their times.
  private static func run(
    _ count: Int, through chain: PictureChain, _ input: PictureChain.Input, _ clock: PictureClock?
  ) throws(LibAVError) {
    let output = try chain.begin(input)
    let picture = try VideoFrame.empty(input)
    var leaving = 0
    for number in 0...count {
      if number < count {
        try chain.send(picture, at: clock?.ticks(of: number, beyond: count) ?? Int64(number))
      } else {
        try chain.end()
      }
      while let frame = try chain.picture() {
        let due =
          Int128(clock?.ticks(of: leaving, beyond: count) ?? Int64(leaving))
          * Int128(input.timeBase.numerator)
          * Int128(output.timeBase.denominator)
        guard let time = frame.timestamp,
          Int128(time) * Int128(output.timeBase.numerator) * Int128(input.timeBase.denominator)
            == due
        else { throw PictureChain.movesTimes }
        leaving += 1
      }
    }
    if leaving < count { throw PictureChain.givesFewer }
  }
}

extension VideoFrame {
  /// A picture all of whose bytes are 0.
  fileprivate static func empty(_ input: PictureChain.Input) throws(LibAVError) -> VideoFrame {
    let bytes = try VideoFrame(format: input.format, width: input.width, height: input.height)
      .packed().count
    var frame = try unsafe VideoFrame(
      packed: input.format, width: input.width, height: input.height, byteCount: bytes
    ) { memory in
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
      return true
    }
    frame.sampleAspect = input.sampleAspect
    return frame
  }
}

extension FrameRate {
  /// For libav; 0/1 where its numbers are too large.
  fileprivate var fraction: Fraction {
    guard let frames = Int32(exactly: frames), let seconds = Int32(exactly: seconds) else {
      return Fraction(0, 1)
    }
    return Fraction(frames, seconds)
  }

  /// Seconds of a frame.
  fileprivate var tick: Fraction {
    let rate = fraction
    return rate.isPositive ? Fraction(rate.denominator, rate.numerator) : Fraction(1, 25)
  }
}

extension Rational {
  /// The same for libav; 0/1 where its numbers are too large.
  fileprivate var fraction: Fraction {
    guard let numerator = Int32(exactly: numerator), let denominator = Int32(exactly: denominator)
    else { return Fraction(0, 1) }
    return Fraction(numerator, denominator)
  }
}
