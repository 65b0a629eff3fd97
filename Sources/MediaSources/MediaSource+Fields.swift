import Hashing
package import MediaTime
package import TimelineModel

extension MediaSource {
  /// The source as it is counted in a movie: by fields where its pictures have two and the movie's
  /// frames fall on the times of both, else as it is.
  package func counted(in rate: FrameRate) -> MediaSource {
    guard isDeinterlaced, let video = facts.video, let fields = video.countingFields(in: rate)
    else {
      return self
    }
    switch self {
    case .file(var file):
      file.storedFrames = video.frames
      file.facts.video = fields
      return .file(file)
    case .sequence(var sequence):
      sequence.facts.video = fields
      sequence.facts.frameHashes = sequence.facts.frameHashes.flatMap { [$0, Self.later($0)] }
      sequence.first.storedFrames = video.frames
      return .sequence(sequence)
    case .color, .generator, .filter:
      return self
    }
  }

  /// The hash of a picture's later field.
  private static func later(_ picture: UInt64) -> UInt64 {
    var hash = XXH64()
    hash.update(Array("later field of \(picture)".utf8).span)
    return hash.finalize()
  }

  /// The stored picture that a frame is made of first, and which of its fields it shows.
  package func stored(ofFrame number: Int) -> StoredFrame {
    StoredFrame(number, counting: facts.video?.unit ?? .pictures)
  }
}

/// Where a frame of a source comes from.
package struct StoredFrame: Hashable, Sendable {
  /// Number of the stored picture, from 0 in order of presentation.
  package var picture: Int
  /// Of an interlaced one, the field at whose time it is shown.
  package var field: FieldChoice

  package init(_ frame: Int, counting unit: FrameUnit) {
    switch unit {
    case .pictures: (picture, field) = (frame, .earlier)
    case .fields: (picture, field) = (frame >> 1, frame & 1 == 0 ? .earlier : .later)
    }
  }
}

/// One of the two fields of an interlaced picture.
package enum FieldChoice: Sendable {
  case earlier
  case later
}
