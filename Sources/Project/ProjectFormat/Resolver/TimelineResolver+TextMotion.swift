import Diagnostics
import BaseValues
import TimelineModel

extension TimelineResolver {
  /// Says how the parts of a layer's text come and go.
  ///
  /// - Returns: whether that can be; else it is reported.
  mutating func addMotions(
    of written: LayerDocument, _ noun: String, _ duration: Rational, to layer: inout TitleLayer
  ) throws(TimeOverflow) -> Bool {
    guard case .text(let style) = layer.content else { return true }
    guard try addWave(of: written, style, to: &layer) else { return false }
    guard let range = (written.leave ?? written.enter)?.range else { return true }
    var whole = Rational.zero
    var parts = 0
    for motion in [written.enter, written.leave] {
      guard let motion else { continue }
      let count = motion.value.unit.parts(of: style.text).count
      guard count + style.runs.count <= TextRun.most / 2 else {
        report(
          ProjectMessages.motionPartsCount(count, most: TextRun.most / 2, range: motion.range))
        return false
      }
      parts = max(parts, count)
    }
    if let enter = written.enter {
      guard let motion = try motion(enter.value, of: style) else { return false }
      layer.enter = motion
      whole = try motion.length(ofParts: motion.unit.parts(of: style.text).count)
    }
    if let leave = written.leave {
      guard let motion = try motion(leave.value, of: style) else { return false }
      layer.leave = motion
      whole = try whole + motion.length(ofParts: motion.unit.parts(of: style.text).count)
    }
    guard whole <= duration else {
      report(
        ProjectMessages.motionLongerThanTitle(
          noun, duration: text(duration), motion: text(whole), parts: parts,
          stagger: try stagger(that: duration, holds: [layer.enter, layer.leave], of: style.text),
          range: range))
      return false
    }
    return true
  }

  private mutating func addWave(
    of written: LayerDocument, _ style: TextStyle, to layer: inout TitleLayer
  ) throws(TimeOverflow) -> Bool {
    guard let wave = written.wave else { return true }
    let count = wave.value.unit.parts(of: style.text).count
    guard count + style.runs.count <= TextRun.most / 2 else {
      report(
        ProjectMessages.motionPartsCount(count, most: TextRun.most / 2, range: wave.range))
      return false
    }
    guard let period = seconds(wave.value.period), let stagger = seconds(wave.value.stagger) else {
      return false
    }
    layer.wave = TextWave(
      unit: wave.value.unit, height: try lengths.pixels(wave.value.height, .both, em: style.size),
      period: period, stagger: stagger)
    return true
  }

  private mutating func motion(
    _ written: TextMotionDocument, of style: TextStyle
  ) throws(TimeOverflow) -> TextMotion? {
    guard let duration = seconds(written.duration), let stagger = seconds(written.stagger) else {
      return nil
    }
    func length(_ length: Length) throws(TimeOverflow) -> Rational {
      try lengths.pixels(length, .both, em: style.size)
    }
    return TextMotion(
      unit: written.unit, order: written.order, duration: duration, stagger: stagger,
      easing: written.easing,
      away: TextMove(
        x: try length(written.offset.x), y: try length(written.offset.y), scale: written.scale,
        opacity: written.opacity, spread: written.spread), scramble: written.scramble)
  }

  /// A stagger with which motions fit into a time, rounded down to a hundredth of a second; `nil` for none.
  private func stagger(
    that duration: Rational, holds motions: [TextMotion?], of text: String
  ) throws(TimeOverflow) -> String? {
    var (rest, steps) = (duration, Int64(0))
    for motion in motions.compactMap(\.self) {
      rest = try rest - motion.duration
      steps += Int64(max(0, motion.unit.parts(of: text).count - 1))
    }
    guard rest > .zero, steps > 0 else { return nil }
    let hundredths = try (rest * Rational(100) / Rational(steps)).floor()
    guard hundredths > 0 else { return nil }
    return Rational(hundredths, 100).map { self.text($0) }
  }
}
