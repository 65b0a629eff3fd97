package import FileSystem
package import BaseValues
package import TimelineModel

/// What was found out about a file of media, for planning and for opening it again.
package struct MediaFile: Hashable, Sendable {
  /// As the project says it.
  package var writtenPath: String
  /// Where it was found, and where it must still lie when it is opened again.
  package var place: MediaLocator.Place
  /// What planning knows of it, alpha that the project ignores left out.
  package var facts: MediaFacts
  /// How the pictures are meant.
  package var reading = Interpretation()
  /// What is done where it is damaged.
  package var onDamage = DamagePolicy.error
  /// What a person should know who uses it: lower case, no full stop, about "it".
  package var notes: [String] = []
  /// When its stored pictures are shown, where `facts` counts others; `nil` where they are its frames.
  package var storedFrames: FrameTimes?
  /// The stream of pictures; `nil` for a file of sound alone.
  package var pictures: PictureStream?
  /// The streams of sound, which are put together in this order or mixed.
  package var sounds: [AudioTrack] = []
  /// Source time 0 on the container's clock, in seconds.
  package var origin: Rational = .zero
  /// libav's name of the container format.
  package var formatName = ""
  package var headerSuffices = HeaderSufficiency()
  /// Whether what an edit list shows is in `pictures` and `sounds`, and libav is to leave it alone.
  package var ignoresEditLists = false
  /// What people may want to know; nothing depends on it.
  package var details = FileDetails()

  package init(_ writtenPath: String, at place: MediaLocator.Place, facts: MediaFacts) {
    self.writtenPath = writtenPath
    self.place = place
    self.facts = facts
  }

  /// Whether it is a single picture.
  package var isStill: Bool { pictures.map { $0.index == nil } ?? false }
}

/// A stream of pictures that is shown.
package struct PictureStream: Hashable, Sendable {
  /// Number in the container.
  package var stream: Int
  /// All pictures as they are shown; `nil` for a single picture.
  package var index: FrameTable?
  /// Parts of the file that are decoded each on its own; empty where the file is decoded as a whole,
  /// each picture of it shown once, in order.
  package var parts: [PicturePart] = []
  /// Which pictures of the parts are shown, one run after another.
  package var runs: [PictureRun] = []
  package var fields: StoredFields
  /// Brightest light of an HDR programme in cd/m²; `nil` if it is unknown.
  package var peakLuminance: Int?
  /// The name of a matrix that cannot be undone, which the pictures say they were made with.
  package var unknownMatrix: String?

  package init(
    stream: Int, index: FrameTable? = nil, fields: StoredFields,
    peakLuminance: Int? = nil, unknownMatrix: String? = nil
  ) {
    self.stream = stream
    self.index = index
    self.fields = fields
    self.peakLuminance = peakLuminance
    self.unknownMatrix = unknownMatrix
  }
}

extension MediaFile {
  /// Whether its picture is an SVG drawing.
  private var isDrawing: Bool {
    details.streams.contains { $0.index == pictures?.stream && $0.codec == "svg" }
  }

  /// The file with its pictures meant, and damage treated, as a project says.
  package func read(as item: MediaItem) -> MediaFile {
    var file = self
    file.reading = item.reading
    // librsvg multiplies colours by alpha, and libav hands them on as they are.
    if item.reading.alpha == .straight, isDrawing { file.reading.alpha = .premultiplied }
    file.onDamage = item.onDamage
    if item.reading.alpha == .ignore { file.facts.video?.hasAlpha = false }
    if let shown = item.reading.orientation { file.facts.video?.orientation = shown.orientation }
    if let unknownMatrix = pictures?.unknownMatrix, item.reading.colors.matrix == nil {
      file.notes.append(
        "its matrix (\(unknownMatrix)) is not known: colours will be wrong unless \"colorSpace\" "
          + "says another")
    }
    return file
  }
}
