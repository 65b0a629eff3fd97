import LibAV
import MediaOpening
import MediaSources
import BaseValues
import TimelineModel

/// What is known of a stream of pictures.
extension FileProbe {
  /// What is known of a stream of pictures.
  struct Pictures {
    var stream: PictureStream
    var facts: VideoFacts
    var origin: Rational
    var notes: [String]

    func add(to file: inout MediaFile) {
      file.pictures = stream
      file.facts.video = facts
      file.notes += notes
    }
  }

  /// The decoder knows better than the container: size after cropping, alpha, EXIF.
  func describePictures(
    _ stream: StreamDescription, _ first: FirstFrame, _ contents: Contents,
    from start: Rational, _ effort: ReadingEffort?
  ) throws(LibAVError) -> Pictures {
    let scan = contents.scan
    let container = stream.video.sampleAspect
    var pictures = Pictures(
      stream: PictureStream(
        stream: stream.index, fields: StoredFields(first, stream),
        peakLuminance: first.peakLuminance, unknownMatrix: Self.unknownMatrix(first)),
      facts: VideoFacts(
        codedSize: Size(width: first.width, height: first.height),
        pixelAspect: (container.isPositive ? container : first.sampleAspect).rational ?? .one,
        orientation:
          Orientation(displayMatrix: first.displayMatrix ?? stream.video.displayMatrix) ?? .upright,
        frames: .still, hasAlpha: first.hasAlpha, storage: first.storage),
      origin: start, notes: notes(stream, first))
    if contents.streams.isImage && scan.video.count <= 1 {
      if first.isDamaged {
        pictures.notes.append(
          "its picture is damaged: a part of it cannot be decoded as it should, and it will not be shown; "
            + "repair or replace the file")
      }
      return pictures
    }
    let hints = hints(stream, first, contents)
    guard var index = scan.pictureIndex(stream, origin: start),
      let times = index.frameTimes(hints)
    else { throw .unusable(for: "index pictures") }
    pictures.facts.frames = times
    if !contents.hasTimeline, let origin = try? Self.origin(start, alignedWith: times),
      origin != start
    {
      pictures.origin = origin
      index = index.moved(to: origin)
      pictures.facts.frames = index.frameTimes(hints) ?? times
    }
    pictures.stream.index = index
    return pictures
  }

  /// What the file says of its rate.
  func hints(
    _ stream: StreamDescription, _ first: FirstFrame, _ contents: Contents
  ) -> RateHints {
    RateHints(
      header: contents.header?.video, stream: stream.video, coded: first.codedRate,
      format: contents.streams.format)
  }

  /// The source time 0 that lies on the pictures' own grid.
  ///
  /// Containers for broadcast and streaming let sound begin a few milliseconds before the pictures.
  /// Counted from there every picture would begin a little after the output's frame, which shows the
  /// one before it: all pictures would be late by nearly a frame. So less than a frame of sound is
  /// left out, and both begin together.
  private static func origin(
    _ start: Rational, alignedWith times: FrameTimes
  ) throws(TimeOverflow) -> Rational {
    switch times {
    case .still: return start
    case .regular(let first, let rate, _):
      guard first > .zero else { return start }
      let whole = try Rational((first * rate.rational).floor()) / rate.rational
      return try start + (first - whole)
    case .irregular(let times, _, let timeBase):
      // A stream with a picture missing still has a grid where it begins.
      guard times.count > 1, times[0] > 0, times[1] > times[0] else { return start }
      return try start + Rational(times[0] % (times[1] - times[0])) * timeBase
    }
  }

  /// Decodes pictures whose times do not say in which order they are shown.
  func orderPictures(_ contents: inout Contents, _ part: FilePart = FilePart()) {
    guard let stream = contents.streams.video, let base = stream.timeBase.rational,
      case .success(let first)? = contents.first, contents.scan.needsOutputOrder,
      !contents.streams.isImage || contents.scan.video.count > 1
    else { return }
    do throws(LibAVError) {
      try contents.scan.orderPictures(coded: first.codedRate, timeBase: base) {
        (times) throws(LibAVError) in
        try OutputOrder(
          place, part: part, stream: stream.index, protocols: protocols, times: times)
      }
    } catch {
      contents.first = .failure(error)
    }
  }

  /// What is not done to the pictures although they ask for it.
  private func notes(_ stream: StreamDescription, _ first: FirstFrame) -> [String] {
    var notes: [String] = []
    let matrix = first.displayMatrix ?? stream.video.displayMatrix
    if matrix != nil, Orientation(displayMatrix: matrix) == nil {
      notes.append("its display matrix is no multiple of a quarter turn: it is not turned")
    }
    if let fault = first.codePointsFault {
      notes.append(
        "its cICP is left out of account: \(fault); write it anew, or say with \"colorSpace\" what it means"
      )
    }
    if let fault = first.profileFault {
      notes.append(
        "its colour profile is left out of account, so its colours are taken for \(Self.assumed(first)): "
          + "\(fault); convert the picture to sRGB if they are off")
    }
    return notes
  }

  private static func assumed(_ first: FirstFrame) -> String {
    first.colour.lightSource(peak: nil) == nil ? "sRGB's" : "those of its tags"
  }

  /// What a matrix is called that cannot be undone: BT.2020 with constant luminance, YCgCo, ICtCp
  /// and the like.
  private static func unknownMatrix(_ first: FirstFrame) -> String? {
    let matrix = first.colour.matrix
    switch matrix {
    case .rgb, .bt709, .unspecified, .reserved, .fcc, .bt470BG, .smpte170M, .smpte240M, .bt2020:
      return nil
    case .ycgco, .bt2020ConstantLuminance, .smpte2085, .chromaticityDerived,
      .chromaticityDerivedConstantLuminance, .ictcp:
      return first.isRGB ? nil : matrix.name
    }
  }
}
