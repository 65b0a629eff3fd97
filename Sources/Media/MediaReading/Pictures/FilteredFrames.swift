import LibAV
import MediaOpening
import MediaSources
import BaseValues
import PlanModel
import Rendering
import TimelineModel

/// Stored pictures of a source behind a chain of filters, by number: see `FilterBlocks`.
///
/// What has gone through a block's chain depends on the block alone, so a picture is the same whatever
/// was asked for before. Reading on goes on with the chain; going back makes it anew.
final class FilteredFrames: StoredFrames {
  private let base: any StoredFrames
  private let chain: PictureChain
  private let blocks: FilterBlocks
  private let clock: PictureClock
  private let conceals: Bool
  private let noteDamage: (Int) -> Void
  private var run: Run?
  /// The last pictures given or passed, so that going back by a few costs nothing.
  private var recent: [(number: Int, frame: SharedFrame)] = []
  private var asked: Int?
  /// How many pictures before a wanted one are kept while going back; 0 while going on.
  private var window = 0
  private let pictureBytes: Int
  var kept = 1

  /// Going back by no more than so many pictures is playing backwards, not looking elsewhere.
  private static let longestStep = 8
  /// Pictures that are rather passed than another reader is opened.
  private static let worthPassing = 12

  /// A chain at work on a block.
  private struct Run {
    var block: Range<Int>
    var fed: Range<Int>
    var input: PictureChain.Input
    /// What pictures mean that go in, what they do not say filled in.
    var colour: ColorTags
    var isRGB: Bool
    var output: FilterGraph.Output
    /// The picture that goes in next.
    var entering: Int
    /// The picture that comes out next.
    var leaving: Int
    var hasEnded = false
  }

  /// - Parameter noteDamage: is given the number of each damaged picture that goes in.
  init(
    _ filtered: FilteredSource, _ blocks: FilterBlocks, base: any StoredFrames,
    noteDamage: @escaping (Int) -> Void
  ) throws(LibAVError) {
    guard let clock = PictureClock(filtered.source) else { throw .unusable(for: "open pictures") }
    chain = try PictureChain(filtered.chain, program: filtered.program)
    self.blocks = blocks
    self.base = base
    self.clock = clock
    self.noteDamage = noteDamage
    conceals = filtered.source.onDamage == .conceal
    let size = filtered.facts.video?.codedSize
    let bits = filtered.facts.video?.storage.bitsPerPixel ?? 12
    pictureBytes = max(1, (size?.width ?? 0) * (size?.height ?? 0) * bits / 8)
  }

  var count: Int { base.count }

  var restarts: Int { base.restarts }

  func distance(to number: Int) -> Int? {
    if recent.contains(where: { $0.number == number }) { return 0 }
    if blocks.isAlone { return base.distance(to: number) }
    guard let run else { return nil }
    if run.block.contains(number), number >= run.leaving { return number - run.leaving + 1 }
    return number >= run.leaving && number - run.leaving < Self.worthPassing
      ? number - run.leaving + 1 : nil
  }

  func steps(backTo number: Int) -> Bool {
    asked.map { number < $0 && $0 - number <= Self.longestStep } ?? false
  }

  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    if steps(backTo: number) {
      window = min(max(4, MemoryEstimate.backwardBytes / pictureBytes), 250)
    } else if asked != number {
      window = 0
    }
    asked = number
    if let known = recent.last(where: { $0.number == number }) { return known.frame }
    guard number >= 0, number < count else { throw .unusable(for: "find picture") }
    do {
      return try made(number)
    } catch {
      run = nil
      throw error
    }
  }

  private func made(_ number: Int) throws(LibAVError) -> SharedFrame {
    let block = blocks.block(of: number)
    if run?.block != block || (run?.leaving ?? .max) > number { try begin(block) }
    while let run, run.leaving <= number {
      if let frame = try chain.picture() {
        let shared = try check(frame)
        if run.leaving == number {
          remember((number, shared))
          if blocks.isAlone { try finish() }
          return shared
        }
        // What went in before the block is not as it would come out of its own.
        if run.leaving > number - window, run.leaving >= run.block.lowerBound {
          remember((run.leaving, shared))
        }
      } else if run.entering < run.fed.upperBound {
        try feed(run.entering)
      } else if !run.hasEnded {
        try chain.end()
        self.run?.hasEnded = true
      } else {
        throw PictureChain.givesFewer
      }
    }
    throw .unusable(for: "find picture")
  }

  /// Sees to it that a chain for one picture gives no more.
  private func finish() throws(LibAVError) {
    guard let run else { return }
    if !run.hasEnded { try chain.end() }
    while try chain.picture() != nil {}
    self.run = nil
  }

  // MARK: - Running

  private func begin(_ block: Range<Int>) throws(LibAVError) {
    run = nil
    let fed = blocks.fed(for: block, of: count)
    let first = try source(fed.lowerBound)
    let clock = clock
    let (input, tags) = first.withFrame { frame in
      (
        PictureChain.Input(
          format: frame.formatName, width: frame.width, height: frame.height,
          timeBase: clock.timeBase, frameRate: clock.frameRate, sampleAspect: frame.sampleAspect),
        frame.colour
      )
    }
    let format = StoredPixelFormat(named: input.format)
    let output = try chain.begin(input)
    guard output.kind == .video else { throw .unusable(for: "use a chain that gives no pictures") }
    run = Run(
      block: block, fed: fed, input: input,
      colour: ColorGuess.complete(
        tags, format: format, size: Size(width: input.width, height: input.height)),
      isRGB: format?.isRGB ?? false, output: output, entering: fed.lowerBound,
      leaving: fed.lowerBound)
  }

  private func feed(_ number: Int) throws(LibAVError) {
    let frame = try source(number)
    let ticks = clock.ticks(of: number)
    try frame.withFrame { (frame) throws(LibAVError) in
      guard frame.formatName == run?.input.format, frame.width == run?.input.width,
        frame.height == run?.input.height
      else {
        throw .unusable(for: "filter pictures that change their size or format on the way")
      }
      try chain.send(frame, at: ticks)
    }
    run?.entering = number + 1
  }

  /// A picture that came out, with what is not said any more of its colours.
  private func check(_ frame: consuming VideoFrame) throws(LibAVError) -> SharedFrame {
    guard let run else { throw .unusable(for: "find picture") }
    var frame = frame
    let expected =
      Int128(clock.ticks(of: run.leaving)) * Int128(run.input.timeBase.numerator)
      * Int128(run.output.timeBase.denominator)
    guard let time = frame.timestamp,
      Int128(time) * Int128(run.output.timeBase.numerator)
        * Int128(run.input.timeBase.denominator) == expected
    else { throw PictureChain.movesTimes }
    self.run?.leaving = run.leaving + 1
    if !run.isRGB, frame.pixelFormat?.isRGB == false {
      var colour = frame.colour
      if colour.matrix == .unspecified { colour.matrix = run.colour.matrix }
      if colour.primaries == .unspecified { colour.primaries = run.colour.primaries }
      frame.colour = colour
    }
    return SharedFrame(frame)
  }

  private func remember(_ picture: (number: Int, frame: SharedFrame)) {
    recent.removeAll { $0.number == picture.number }
    while recent.count >= max(kept, window) { recent.removeFirst() }
    recent.append(picture)
  }

  // MARK: - What goes in

  /// A picture of the source; in place of one that is damaged, where that is to be concealed, the last
  /// whole one before it, or else the first after it.
  private func source(_ number: Int) throws(LibAVError) -> SharedFrame {
    if let frame = try intact(number) { return frame }
    noteDamage(number)
    guard conceals else { throw .damagedPicture }
    for other in (0..<number).reversed() {
      if let frame = try intact(other) { return frame }
    }
    for other in number + 1..<max(number + 1, count) {
      if let frame = try intact(other) { return frame }
    }
    throw .damagedPicture
  }

  private func intact(_ number: Int) throws(LibAVError) -> SharedFrame? {
    do throws(LibAVError) {
      return try base.frame(number)
    } catch {
      if error == .damagedPicture { return nil }
      throw error
    }
  }
}
