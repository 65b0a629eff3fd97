import Diagnostics
import BaseValues
import OutputKinds
import TimelineModel

extension TimelineResolver {
  /// Says what the counters of a layer's text count, and puts what they say at first into it.
  ///
  /// - Parameter placed: of the title, in times of the edit.
  /// - Returns: whether that can be; else it is reported.
  mutating func addCounters(
    of written: LayerDocument, _ placed: TimeRange, to layer: inout TitleLayer
  ) throws(TimeOverflow) -> Bool {
    guard case .text(let text) = written.content, !text.counters.isEmpty,
      case .text(var style) = layer.content
    else { return true }
    let motions = [
      written.enter.map { ($0.value.unit, $0.range) },
      written.leave.map { ($0.value.unit, $0.range) },
      written.wave.flatMap { $0.value.isStill ? nil : ($0.value.unit, $0.range) },
    ]
    for case let (unit, range)? in motions where unit != .text {
      report(TextCounterMessages.motionOfCounter(unit.rawValue, range: range))
    }
    let clock = CounterClock(rate: rate, first: firstTimecode(document.output), start: placed.start)
    var texts: [String] = []
    for document in text.counters {
      guard let counter = counter(document, clock) else { return false }
      let end = try counter.begin + (counter.duration ?? .zero)
      if end > placed.duration || end == placed.duration && counter.duration == nil {
        report(
          TextCounterMessages.counterLongerThanTitle(
            end: self.text(end), duration: self.text(placed.duration), range: document.range))
        return false
      }
      layer.counters.append(counter)
      texts.append(try counter.firstText(of: placed.duration))
    }
    style.replace(layer.counters, by: texts)
    layer.content = .text(style)
    // From here on they stand where their first texts do.
    var shift = 0
    for (index, text) in texts.enumerated() {
      let place = layer.counters[index].place
      let count = text.unicodeScalars.count
      layer.counters[index].place =
        place.lowerBound + shift..<place.lowerBound + shift + count
      shift += count - place.count
    }
    return true
  }

  private mutating func counter(
    _ written: TextCounterDocument, _ clock: CounterClock
  ) -> TextCounter? {
    if written.kind == .timecode, !rate.isTimecodeCapable {
      report(TextCounterMessages.counterTimecode(rate: "\(rate)", range: written.range))
      return nil
    }
    var counter = TextCounter(written.kind, place: written.place, clock: clock)
    counter.from = written.from ?? .zero
    counter.to = written.to ?? .zero
    counter.digits = written.digits ?? 1
    counter.decimals = written.decimals ?? 0
    counter.separator = written.separator ?? ""
    counter.point = written.point ?? "."
    counter.form = written.form ?? .minutes
    counter.easing = written.easing ?? .linear
    if let begin = written.begin {
      guard let seconds = seconds(begin) else { return nil }
      counter.begin = seconds
    }
    if let duration = written.duration {
      guard let seconds = seconds(duration) else { return nil }
      counter.duration = seconds
    }
    return counter
  }

  /// The timecode of the edit's first frame, where its output says one.
  mutating func firstTimecode(_ written: OutputDocument) -> StartTimecode? {
    guard let timecode = written.startTimecode, let start = seconds(timecode) else { return nil }
    var isDropFrame = false
    if case .timecode(let fields, _) = timecode.value.value { isDropFrame = fields.isDropFrame }
    return StartTimecode(
      frame: FrameGrid(rate).nearestFrame(to: start).value, isDropFrame: isDropFrame)
  }
}
