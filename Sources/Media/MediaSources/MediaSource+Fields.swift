package import BaseValues
package import TimelineModel

extension MediaSource {
  /// The source as its frames are counted: by pictures of film where the project calls it telecined; by
  /// fields where its pictures have two and a movie's frames fall on the times of both; else as it is.
  ///
  /// - Parameter rate: the movie's; `nil` for none.
  package func counted(in rate: FrameRate?) -> MediaSource {
    guard let stored = facts.video else { return self }
    let video: VideoFacts?
    if reading.interlace == .telecine {
      video = stored.countingFilm()
    } else {
      video = isDeinterlaced ? rate.flatMap { stored.countingFields(in: $0) } : nil
    }
    guard let video else { return self }
    switch self {
    case .file(var file):
      file.storedFrames = stored.frames
      file.facts.video = video
      return .file(file)
    case .sequence(var sequence):
      sequence.facts.frameHashes = Self.hashes(ofFrames: video, of: sequence.facts.frameHashes)
      sequence.facts.video = video
      sequence.first.storedFrames = stored.frames
      return .sequence(sequence)
    // Counted like the source that goes through the chain.
    case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .look:
      return self
    }
  }

  /// - Parameter pictures: hashes of the stored pictures.
  private static func hashes(ofFrames video: VideoFacts, of pictures: [UInt64]) -> [UInt64] {
    func hash(_ text: String) -> UInt64 {
      var hash = XXH64()
      hash.update(Array(text.utf8).span)
      return hash.finalize()
    }
    switch video.unit {
    case .pictures:
      return pictures
    case .fields:
      return pictures.flatMap { [$0, hash("later field of \($0)")] }
    case .film:
      return (0..<max(1, pictures.count * 4 / 5)).map { number in
        // Which pictures it is made of is found out from five of them and the next one.
        let first = number / 4 * 5
        return hash("film \(number % 4) of \(pictures[first..<min(first + 6, pictures.count)])")
      }
    }
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
    // Or the next one.
    case .film: (picture, field) = (frame / 4 * 5 + frame % 4, .earlier)
    }
  }
}

/// One of the two fields of an interlaced picture.
package enum FieldChoice: Sendable {
  case earlier
  case later
}
