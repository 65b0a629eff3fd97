import Diagnostics
import Testing

@testable import EditComparison

/// A project around tracks, at 30 frames a second.
func project(_ tracks: String, media: String = #""a": "a.mp4", "b": "b.mp4", "c": "c.mp4""#)
  -> String
{
  #"{ "cutlist": 1, "output": { "frameRate": 30 }, "media": { \#(media) }, "tracks": [ \#(tracks) ] }"#
}

/// A project with one video track.
func video(_ items: String...) -> String {
  project("{ \"video\": [ \(items.joined(separator: ", ")) ] }")
}

func tree(_ text: String) throws -> EditTree {
  let (value, findings) = JSONParser.parse(SourceFile(path: "test.json", text: text))
  #expect(findings.isEmpty)
  return EditTree(try #require(value))
}

func match(_ a: String, _ b: String) throws -> EditMatching {
  EditMatching(try tree(a), try tree(b))
}

extension EditMatching {
  /// The places of the items of a track of the second project, each with that of its partner on its
  /// own track in the first: `0 1 - 2`; `3@1` for the fourth item of the second track, `2*` for
  /// one that has moved.
  func partners(track: Int = 0) -> String {
    let tracks = other.nodes.indices.filter { other[$0].role == .track }
    return other.elements(of: tracks[track]).map { item in
      guard let partner = partner(ofOther: item) else { return "-" }
      let home = base.ancestor(partner, [.track]).map { base[$0].place } ?? -1
      return "\(base[partner].place)" + (home == track ? "" : "@\(home)")
        + (hasMoved(base: partner) ? "*" : "")
    }.joined(separator: " ")
  }

  /// The same for the tracks.
  var trackPartners: String {
    other.nodes.indices.filter { other[$0].role == .track }.map { track in
      partner(ofOther: track).map {
        "\(base[$0].place)" + (hasMoved(base: $0) ? "*" : "")
      } ?? "-"
    }.joined(separator: " ")
  }
}
