import BaseValues
import MovieBoxes
import OutputKinds
package import PlanModel
package import Workspace

extension RenderPlan {
  /// Bytes of a file beside its streams: what each packet takes in an index, and room for the rest.
  private static let bytesOfPacket = 24
  private static let bytesOfFile = 48 << 10
  /// In thousandths, what of the rest is given to pictures: chunks do not meet their rate exactly.
  private static let share = 980

  /// The same movie with an average bit rate of pictures at which the whole file has at most so many bytes. The
  /// file is measured in the end, and not kept where it is larger.
  ///
  /// - Throws: `CommandFailure` for codecs without a bit rate, and where nothing is left for pictures.
  package func fitted(to bytes: Int) throws(CommandFailure) -> RenderPlan {
    let codec = output.video.codec
    let name = output.container.holdsPictures ? codec.title : output.container.title
    guard output.container.holdsPictures, codec.keys.contains(where: { $0.name == "bitRate" })
    else {
      throw CommandFailure(
        .usage,
        "--fit-size chooses the bit rate of pictures, and \(name) has none; choose H.264, HEVC, VP9 or "
          + "AV1", helpTells: false)
    }
    let frames = max(1, output.frameCount)
    let seconds: Double = Double(frames) * Double(output.rate.seconds) / Double(output.rate.frames)
    var packets: Int = frames
    var soundBits: Double = 0
    for number in mixes.indices {
      guard let encoding = mix(number).output.audio else { continue }
      let samples = Int64(seconds * Double(encoding.sampleRate))
      packets += Int(encoding.codec.packetCount(samples: samples))
      let whole = encoding.sampleRate * encoding.channels * 24
      soundBits += Double(encoding.codec.isLossless ? whole : encoding.bitRate)
    }
    let described = MovieIndex.size(of: output.description, trackCount: output.tracks.count)
    let beside: Int = packets * Self.bytesOfPacket + Self.bytesOfFile + described
    let share: Double = Double(Self.share) / 1000
    let left: Double = Double(bytes - beside) * 8 / seconds - soundBits
    let rate: Double = left * share
    let lowest = Double(codec.bitRates.lowerBound)
    guard rate >= lowest else {
      let least: Double = Double(beside) + (soundBits + lowest / share) * seconds / 8
      let kilobytes = Int(least / 1000) + 1
      throw CommandFailure(
        .usage,
        "\(bytes) bytes do not hold \(Int(seconds) + 1) s of \(codec.title) with its sound: it takes at "
          + "least \(kilobytes) kB, or fewer bits of sound", helpTells: false)
    }
    var plan = self
    plan.output.video.rateControl = .bitRate(min(Int(rate), codec.bitRates.upperBound))
    plan.output.maxSize = min(plan.output.maxSize ?? bytes, bytes)
    return plan
  }
}
