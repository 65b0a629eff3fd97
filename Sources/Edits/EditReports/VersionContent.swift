package import BaseValues
import OutputKinds
package import PlanModel

/// What a version shows and sounds like.
package struct VersionContent: Sendable {
  var frameRate: FrameRate
  /// 0 for a movie without sound.
  package var sampleRate: Int
  package var pictures: PictureFingerprints
  package var sound: SoundFingerprints
  /// A number for each second of sound.
  package var seconds: [UInt64]
  /// The paths of media that are not there any more: frames that show them are like no others.
  package var absentFiles: [String] = []

  /// What a plan shows.
  package init(_ plan: RenderPlan) {
    frameRate = plan.output.rate
    sampleRate = plan.audio?.sampleRate ?? 0
    pictures = PictureFingerprints(plan)
    sound = SoundFingerprints(plan)
    seconds = plan.secondFingerprints()
  }

  /// The time of a frame, or of a sample; `nil` where it cannot be told.
  package func time(of position: Int64, isSound: Bool) -> Rational? {
    guard isSound else { return try? FrameGrid(frameRate).time(of: FrameIndex(position)) }
    return Rational(position, Int64(max(sampleRate, 1)))
  }

  /// All of it as numbers, to be kept.
  package var numbers: [UInt64] {
    let rate = [frameRate.frames, frameRate.seconds, Int64(sampleRate)]
    return rate.map { UInt64(bitPattern: $0) } + pictures.numbers + sound.numbers
      + [UInt64(seconds.count)] + seconds
  }

  /// What was kept; `nil` where it cannot be that.
  package init?(_ numbers: [UInt64]) {
    guard numbers.count > 3,
      let rate = FrameRate(
        Int64(bitPattern: numbers[0]), per: Int64(bitPattern: numbers[1]))
    else { return nil }
    frameRate = rate
    sampleRate = Int(truncatingIfNeeded: numbers[2])
    var rest = numbers[3...]
    guard let pictures = PictureFingerprints(taking: &rest),
      let sound = SoundFingerprints(taking: &rest), let count = rest.popFirst(),
      count == UInt64(rest.count)
    else { return nil }
    (self.pictures, self.sound, seconds) = (pictures, sound, Array(rest))
  }
}
