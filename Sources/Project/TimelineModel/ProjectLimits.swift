package import Diagnostics

/// How much a project may ask for, so that a stranger's cannot fill the memory or keep a machine busy
/// for days.
///
/// Each limit is far above what edits need. What goes beyond one is a finding that names the limit;
/// the command line can change it within what the program can do.
package struct ProjectLimits: Hashable, Sendable {
  /// One limit, by the name that the command line takes.
  package enum Kind: String, CaseIterable, Sendable {
    case fileBytes = "file-bytes"
    case depth
    case values
    case tracks
    case items
    case layers
    case drawn
    case frames
    case picturePixels = "picture-pixels"
    case sequencePictures = "sequence-pictures"
    case textLength = "text-length"
  }

  private var changed: [Kind: Int] = [:]

  /// The limits that hold where nothing is said.
  package init() {}

  /// The greatest number that is still allowed.
  package subscript(kind: Kind) -> Int { changed[kind] ?? kind.default }

  /// Changes a limit.
  ///
  /// - Returns: whether the number lies between 1 and ``Kind/greatest``; else nothing is changed.
  package mutating func set(_ kind: Kind, to number: Int) -> Bool {
    guard (1...kind.greatest).contains(number) else { return false }
    changed[kind] = number
    return true
  }
}

extension ProjectLimits {
  /// What of it concerns the text alone.
  package var json: JSONLimits {
    JSONLimits(bytes: self[.fileBytes], depth: self[.depth], values: self[.values])
  }
}

extension ProjectLimits.Kind {
  /// What is allowed where nothing is said.
  package var `default`: Int {
    switch self {
    case .fileBytes: JSONLimits().bytes
    case .depth: JSONLimits().depth
    case .values: JSONLimits().values
    case .tracks: 1000
    case .items: 100_000
    case .layers: 500
    case .drawn: 10_000
    case .frames: 5_184_000
    case .picturePixels: greatest
    case .sequencePictures: 1_000_000
    case .textLength: 20_000
    }
  }

  /// What can be allowed at most.
  package var greatest: Int {
    switch self {
    case .fileBytes: 256 << 20
    case .depth: 512
    case .values: 5_000_000
    case .tracks: 100_000
    case .items: 2_000_000
    case .layers: 100_000
    case .drawn: 1_000_000
    case .frames: 1 << 26
    case .picturePixels: 1 << 28
    case .sequencePictures: 1_000_000
    case .textLength: 20_000
    }
  }

  /// What is counted, for people.
  package var summary: String {
    switch self {
    case .fileBytes: "bytes of the project file"
    case .depth: "objects and arrays inside each other in the project file"
    case .values: "values in the project file: texts, numbers, objects, arrays"
    case .tracks: "tracks"
    case .items: "clips, gaps, transitions and titles on all tracks together"
    case .layers: "layers shown at the same time"
    case .drawn:
      "pictures drawn for one frame, with those in groups and every moment of motion blur"
    case .frames: "frames of the movie; 24 hours are the most in any case"
    case .picturePixels: "pixels of a picture of a media file"
    case .sequencePictures: "pictures of a numbered sequence"
    case .textLength: "code points of a text"
    }
  }
}
