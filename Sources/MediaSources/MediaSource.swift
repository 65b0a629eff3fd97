public import MediaOpening
public import TimelineModel

/// What was found out about a media item, for planning and for opening it again.
public enum MediaSource: Hashable, Sendable {
  case file(MediaFile)
  case sequence(SequenceSource)
  case color(Color, MediaFacts)
  case generator(Generator, MediaFacts)
  case look(LookFile)
  /// A graph of filters, run by a program in a process of its own; `nil` to run it in this one.
  case filter(String, MediaFacts, ReaderProgram?)
}

extension MediaSource {
  /// What planning knows of it.
  public var facts: MediaFacts {
    switch self {
    case .file(let file): file.facts
    case .sequence(let sequence): sequence.facts
    case .look(let file): file.facts
    case .color(_, let facts), .generator(_, let facts), .filter(_, let facts, _): facts
    }
  }

  /// What a person should know who uses it: lower case, no full stop, about "it".
  public var notes: [String] {
    switch self {
    case .file(let file): file.notes
    case .sequence(let sequence): sequence.notes
    case .color, .generator, .filter, .look: []
    }
  }

  /// The file itself, or the first one of a sequence, which the others are like.
  package var file: MediaFile? {
    switch self {
    case .file(let file): file
    case .sequence(let sequence): sequence.first
    case .color, .generator, .filter, .look: nil
    }
  }

  /// How the pictures are meant.
  public var reading: Interpretation { file?.reading ?? Interpretation() }

  /// What is done where it is damaged.
  package var onDamage: DamagePolicy { file?.onDamage ?? .error }

  /// What people may want to know; nothing depends on it.
  public var details: FileDetails { file?.details ?? FileDetails() }

  /// The program that runs a filter in a process of its own.
  package var program: ReaderProgram? {
    if case .filter(_, _, let program) = self { program } else { nil }
  }
}
