import TimelineModel

/// The edit as a person wants to see it: what lies where, on which track, with small pictures and
/// the shape of the sound.
struct TimelinePicture: Sendable {
  var frameCount: Int
  /// The composed movie.
  var program: ProgramImage
  /// From the front to the back: the last track of the project is on top.
  var lanes: [Lane]
  /// In the order of the project.
  var markers: [Marker] = []

  struct ProgramImage: Sendable {
    var thumbnails: [Thumbnail] = []
    /// `nil` without sound.
    var sound: AudioPicture?
    /// How loud it is; `nil` without sound.
    var loudness: LoudnessCurve?
    /// First frames of chunks.
    var chunkStarts: [Int] = []
  }

  /// One track.
  struct Lane: Sendable {
    var name: String
    var kind: Track.Kind
    /// What is said beside the name: `muted`, `ducks under voice`.
    var notes: [String]
    var items: [Item]
    var transitions: [Transition]
    /// What was done to the track itself.
    var marks: [Mark] = []
    var ripples: [Ripple] = []
  }

  /// A clip or title.
  struct Item: Sendable {
    var label: String
    /// Output frames, half-open; may be empty where an item is shorter than a frame.
    var frames: Range<Int>
    /// `line:column` in the project file.
    var place: String
    /// What a pointer resting on it shows, a line each.
    var details: [String]
    var thumbnails: [Thumbnail] = []
    var sound: AudioPicture?
    /// Where its sound begins and ends, where that is elsewhere than its picture does.
    var heard: Heard?
    var form = Form.whole
    var marks: [Mark] = []

    /// A sound that is split from its picture.
    struct Heard: Sendable {
      /// Output frames, half-open.
      var frames: Range<Int>
      /// `sound 12 frames before its picture`, a line each.
      var words: [String]
    }

    /// How it is drawn.
    enum Form: String, Sendable {
      case whole
      /// Nothing is shown.
      case gap
      /// Where it ends is not known.
      case open
    }
  }

  struct Transition: Sendable {
    var name: String
    var frames: Range<Int>
    var place: String
    var note: String?
    var marks: [Mark] = []
  }

  /// What a change has done to a part of an edit.
  struct Mark: Hashable, Sendable {
    enum Kind: String, Sendable {
      case added, removed, moved, changed, rippled
    }
    var kind: Kind
    /// The change's, as the page lists it.
    var number: Int
  }

  /// A stretch of a track that stands earlier or later as a whole.
  struct Ripple: Sendable {
    var mark: Mark
    var frames: Range<Int>
    var words: String
  }

  struct Marker: Sendable {
    /// Empty where it has none.
    var name: String
    /// May be after the movie's end.
    var frame: Int
    /// `line:column` in the project file.
    var place: String
    /// Empty where it has none.
    var note: String
    /// `#rrggbb`; `nil` for the page's own.
    var color: String?
    var marks: [Mark] = []
  }

  /// A small JPEG.
  struct Thumbnail: Sendable {
    var frame: Int
    var jpeg: [UInt8]
  }

  /// The shape of a stretch of sound.
  struct AudioPicture: Sendable {
    /// Highest absolute sample of each of evenly long parts, as heard; 1 is full scale.
    var peaks: [Float]
    /// Gain over the stretch: places 0…1 from left to right, and factors.
    var gain: [(place: Double, factor: Double)] = []
    /// Seconds of the movie in which it is heard; `nil` for all of what it is drawn in.
    var seconds: (start: Double, length: Double)?
  }
}
