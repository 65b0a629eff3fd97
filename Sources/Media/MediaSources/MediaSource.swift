package import MediaOpening
package import TimelineModel

/// What was found out about a media item, for planning and for opening it again.
package enum MediaSource: Hashable, Sendable {
  case file(MediaFile)
  case sequence(SequenceSource)
  case color(Color, MediaFacts)
  case generator(Generator, MediaFacts)
  case look(LookFile)
  /// A graph of filters, run by a program in a process of its own; `nil` to run it in this one.
  case filter(String, MediaFacts, ReaderProgram?)
  /// Another source behind a chain of filters.
  indirect case filtered(FilteredSource)
  /// A chain of filters for composed pictures, run by a program; `nil` to run it in this process.
  case canvasFilter(CanvasFilter, MediaFacts, ReaderProgram?)
  /// A chain of filters for sound, run by a program; `nil` to run it in this process.
  case audioFilter(AudioFilter, MediaFacts, ReaderProgram?)
}

/// The pictures of a source behind a chain of filters.
package struct FilteredSource: Hashable, Sendable {
  /// Where the pictures come from that go through the chain.
  package var source: MediaSource
  /// libavfilter's text for it.
  package var chain: String
  /// Of what comes out; sound does not go through the chain, and counts as none.
  package var facts: MediaFacts
  /// Runs the chain in a process of its own; `nil` to run it in this one.
  package var program: ReaderProgram?

  package init(source: MediaSource, chain: String, facts: MediaFacts, program: ReaderProgram?) {
    self.source = source
    self.chain = chain
    self.facts = facts
    self.program = program
  }
}

extension MediaSource {
  /// What planning knows of it.
  package var facts: MediaFacts {
    switch self {
    case .file(let file): file.facts
    case .sequence(let sequence): sequence.facts
    case .look(let file): file.facts
    case .filtered(let filtered): filtered.facts
    case .color(_, let facts), .generator(_, let facts), .filter(_, let facts, _),
      .canvasFilter(_, let facts, _), .audioFilter(_, let facts, _):
      facts
    }
  }

  /// What a person should know who uses it: lower case, no full stop, about "it".
  package var notes: [String] {
    switch self {
    case .file(let file): file.notes
    case .sequence(let sequence): sequence.notes
    // What is to be said of the source is said of it.
    case .color, .generator, .filter, .filtered, .canvasFilter, .audioFilter, .look: []
    }
  }

  /// The file itself, or the first one of a sequence, which the others are like.
  package var file: MediaFile? {
    switch self {
    case .file(let file): file
    case .sequence(let sequence): sequence.first
    case .filtered(let filtered): filtered.source.file
    case .color, .generator, .filter, .canvasFilter, .audioFilter, .look: nil
    }
  }

  /// How the pictures are meant.
  package var reading: Interpretation { file?.reading ?? Interpretation() }

  /// What is done where it is damaged.
  package var onDamage: DamagePolicy { file?.onDamage ?? .error }

  /// What people may want to know; nothing depends on it.
  package var details: FileDetails { file?.details ?? FileDetails() }

  /// The program that runs a filter or a chain in a process of its own.
  package var program: ReaderProgram? {
    switch self {
    case .filter(_, _, let program), .canvasFilter(_, _, let program),
      .audioFilter(_, _, let program):
      program
    case .filtered(let filtered): filtered.program
    case .file, .sequence, .color, .generator, .look: nil
    }
  }
}
