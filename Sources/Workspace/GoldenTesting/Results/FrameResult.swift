package import Raster
package import TimelineModel

/// The frames that are kept, compared with those of the movie.
package struct FrameResult: Sendable {
  /// The frames that were compared, rising.
  package var tested: [Int]
  /// Those with another hash, rising; within a tolerance too.
  package var differences: [FrameDifference]

  /// Whether all frames that differ are within their tolerance.
  package var passes: Bool { differences.allSatisfy(\.passes) }
}

/// A frame that is not to the bit what it was.
package struct FrameDifference: Sendable {
  /// What follows from it.
  package enum Finding: Hashable, Sendable {
    /// Every part is within its tolerance.
    case tolerated
    /// A part is not within its tolerance.
    case exceeded
    /// It was compared with a frame of another movie.
    case compared
    /// The project tolerates nothing.
    case noTolerance
    /// The frame was not kept as a picture, so only the hashes can be compared.
    case noPicture
    /// The kept picture cannot be read, or is none of this movie: why.
    case badPicture(String)
    /// The movie ends before it.
    case noFrame
  }

  /// The output frame, counted from 0.
  package var frame: Int
  /// The hash that was kept; of the other movie where two are compared.
  package var expected: ImageHash
  /// `nil` where the movie ends before it.
  package var actual: ImageHash?
  /// The path of the kept picture; `nil` where there is none.
  package var expectedPicture: String?
  /// Why the frame fails or passes.
  package var finding: Finding
  /// The whole frame first, then the regions with a tolerance of their own, in the project's order.
  /// Empty where nothing could be measured.
  package var areas: [AreaDifference] = []
  /// What the frame shows, from back to front: clips and titles by the names people call them.
  package var shows: [String] = []

  /// Whether the difference is tolerated; one of two movies that are compared never is.
  package var passes: Bool { finding == .tolerated }
}

/// How a part of a frame differs from the kept picture.
///
/// Both are compared after the way through a PNG file: converted to RGB and back.
package struct AreaDifference: Sendable {
  /// `nil` for the whole frame, in which regions with a tolerance of their own count as equal.
  package var region: ExpectedRegion?
  /// From the kept picture to the movie's.
  package var difference: ImageDifference
  /// What may differ; `nil` for nothing.
  package var tolerance: FrameTolerance?
  /// The limits that are not kept: `PSNR 31.20 dB, at least 40`.
  package var exceeded: [String]
}

/// Neighbours among the tested frames that differ and have the same finding.
package struct FrameRun: Sendable {
  /// Rising; at least one.
  package var differences: ArraySlice<FrameDifference>

  /// The output frame of the first difference.
  package var firstFrame: Int { differences.first?.frame ?? 0 }
  /// That of the last difference; it belongs to the run.
  package var lastFrame: Int { differences.last?.frame ?? 0 }
}

extension FrameRun {
  /// The run in parts that show the same clips and titles.
  package var parts: [FrameRun] {
    var parts: [FrameRun] = []
    var start = differences.startIndex
    for index in differences.indices where differences[index].shows != differences[start].shows {
      parts.append(FrameRun(differences: differences[start..<index]))
      start = index
    }
    if start < differences.endIndex { parts.append(FrameRun(differences: differences[start...])) }
    return parts
  }
}

extension FrameResult {
  /// The differences in runs: `frames 48..71 differ`.
  package var runs: [FrameRun] {
    var runs: [FrameRun] = []
    var start = 0
    var place = 0
    for index in differences.indices {
      // The place of this difference among the tested frames.
      let before = place
      while place < tested.count, tested[place] < differences[index].frame { place += 1 }
      if index > start,
        place != before + 1 || differences[index].finding != differences[start].finding
      {
        runs.append(FrameRun(differences: differences[start..<index]))
        start = index
      }
    }
    if start < differences.count { runs.append(FrameRun(differences: differences[start...])) }
    return runs
  }
}
