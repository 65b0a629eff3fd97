public import Diagnostics
public import OutputKinds

/// A track of the movie's sound: a mix of some of the project's tracks.
///
/// What ducks, loudness and fades do follows from all of the project, whatever is heard in a mix.
public struct AudioMix: Hashable, Sendable {
  /// How it is encoded; of the sample rate of all others.
  public var encoding: AudioEncoding
  /// The tracks of the project that are heard; `nil` for all.
  public var tracks: Set<TrackID>?
  /// What players call it.
  public var name: String?
  /// Where it stands in the project.
  public var range: SourceRange

  /// A mix of all tracks unless said otherwise.
  public init(
    encoding: AudioEncoding, tracks: Set<TrackID>? = nil, name: String? = nil, range: SourceRange
  ) {
    self.encoding = encoding
    self.tracks = tracks
    self.name = name
    self.range = range
  }

  /// Whether a track of the project is heard.
  public func hears(_ track: TrackID) -> Bool { tracks?.contains(track) ?? true }
}

extension OutputSettings {
  /// The tracks of the movie's sound: those that are written, or one of everything.
  public var mixes: [AudioMix] {
    guard let audio else { return [] }
    return writtenMixes.isEmpty ? [AudioMix(encoding: audio, range: range)] : writtenMixes
  }
}
