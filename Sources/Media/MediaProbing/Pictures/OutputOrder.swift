import FileSystem
import LibAV
import MediaSources
import BaseValues

/// Pictures in the order in which a decoder gives them, which is the one in which they are shown.
///
/// A container's times do not always tell it: program and transport streams may leave out the time
/// of a picture, and some programs write the times at which pictures are decoded in place of those
/// at which they are shown.
struct OutputOrder {
  private(set) var pictures: [FilledTimes.Picture] = []

  /// Decodes a whole stream.
  init(
    _ place: MediaLocator.Place, part: FilePart, stream: Int, protocols: [String],
    times: FrameDecoder.Times
  ) throws(LibAVError) {
    var decoder = try FrameDecoder(
      place, part: part, stream: stream, protocols: protocols, times: times)
    while let picture = try decoder.next() {
      pictures.append(
        FilledTimes.Picture(time: picture.time, fieldCount: max(1, picture.fieldCount)))
    }
  }

  /// Whether the pictures' times rise, as they do where they are times of presentation.
  var isRising: Bool {
    let times = pictures.compactMap(\.time)
    return !zip(times, times.dropFirst()).contains { $0 >= $1 }
  }

  /// The time of presentation of each stored time: stored times rise in decoding order, and the
  /// pictures take them in the order in which they are shown. `nil` where some lack one or share
  /// one.
  var moved: [Int64: Int64]? {
    let stored = pictures.compactMap(\.time)
    guard stored.count == pictures.count else { return nil }
    let moved = Dictionary(zip(stored, stored.sorted())) { first, _ in first }
    return moved.count == stored.count ? moved : nil
  }
}

extension PacketScan {
  /// Whether only decoding tells when the pictures are shown.
  var needsOutputOrder: Bool {
    lacksVideoTimes || isBidirectional && isStoredInOrder && video.count > 2
  }

  /// Finds out when pictures are shown whose times do not say so.
  ///
  /// - Parameters:
  ///   - coded: pictures a second as the codec says.
  ///   - timeBase: seconds of a tick.
  mutating func orderPictures(
    coded: Fraction, timeBase: Rational,
    decode: (FrameDecoder.Times) throws(LibAVError) -> OutputOrder
  ) throws(LibAVError) {
    if lacksVideoTimes {
      let order = try decode(.stored)
      let field = coded.rational.flatMap { try? Rational(1, over: 2) / $0 / timeBase }
      if video.isEmpty, order.pictures.allSatisfy({ $0.time == nil }), !order.pictures.isEmpty,
        let rate = coded.rational.flatMap(FrameRate.init(rational:)) ?? FrameRate(25)
      {
        // A bare stream: its order is that of the decoder, its rate what the codec says, or else what
        // libav takes.
        var pictures = order.pictures
        pictures[0].time = 0
        let field = try? rate.frameDuration / Rational(2) / timeBase
        counted = FilledTimes.times(pictures, fieldTicks: field)
        filledTimes = pictures.count
        assumedRate = "\(rate.rational.decimalApproximation(places: 3))"
      } else if let times = FilledTimes.times(order.pictures, fieldTicks: field) {
        counted = times
        filledTimes = order.pictures.count { $0.time == nil }
      } else {
        counted = sortedDecodingTimes(count: order.pictures.count)
        filledTimes = order.pictures.count
      }
      return
    }
    // Without heed to edit lists, which go by the stored times as well.
    let order = try decode(.moved([:]))
    if order.isRising { return }
    hasOnlyDecodingTimes = true
    guard let moved = order.moved, moved.count == video.count,
      video.allSatisfy({ moved[$0.presentation] != nil })
    else {
      // Some packets give no picture: only counting tells the others apart.
      counted = sortedDecodingTimes(count: try decode(.filledIn).pictures.count)
      return
    }
    let hidden = Set(video.lazy.filter { !$0.isShown }.map(\.presentation))
    for index in video.indices {
      let time = moved[video[index].presentation] ?? 0
      video[index].presentation = time
      video[index].isShown = !hidden.contains(time)
    }
    movedTimes = moved
  }

  /// Times for pictures that have none of their own, each once.
  private func sortedDecodingTimes(count: Int) -> [Int64] {
    var times: [Int64] = []
    for time in video.lazy.filter(\.isShown).map(\.decoding).sorted()
    where time != times.last && times.count < count {
      times.append(time)
    }
    return times
  }
}
