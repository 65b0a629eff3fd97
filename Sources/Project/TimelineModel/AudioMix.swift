package import Diagnostics
package import OutputKinds

/// A track of the movie's sound: a mix of some of the project's tracks.
///
/// What ducks, loudness and fades do follows from all of the project, whatever is heard in a mix.
package struct AudioMix: Hashable, Sendable {
  /// How it is encoded; of the sample rate of all others.
  package var encoding: AudioEncoding
  /// The tracks of the project that are heard; `nil` for all.
  package var tracks: Set<TrackID>?
  /// What players call it.
  package var name: String?
  /// Where it stands in the project.
  package var range: SourceRange

  /// A mix of all tracks unless said otherwise.
  package init(
    encoding: AudioEncoding, tracks: Set<TrackID>? = nil, name: String? = nil, range: SourceRange
  ) {
    self.encoding = encoding
    self.tracks = tracks
    self.name = name
    self.range = range
  }

  /// Whether a track of the project is heard.
  package func hears(_ track: TrackID) -> Bool { tracks?.contains(track) ?? true }
}

extension OutputSettings {
  /// The tracks of the movie's sound: those that are written, or one of everything.
  package var mixes: [AudioMix] {
    guard let audio else { return [] }
    return writtenMixes.isEmpty ? [AudioMix(encoding: audio, range: range)] : writtenMixes
  }
}
