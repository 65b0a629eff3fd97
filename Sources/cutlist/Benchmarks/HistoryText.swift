/// The history of an edit for `git fast-import`: commits of clips that are trimmed, slipped and made
/// fainter at places that follow from the number of the commit.
enum HistoryText {
  private struct Clip {
    var start: Int
    var length = 20
    var opacity = 1000
  }

  static func text(clips count: Int, commits: Int) -> String {
    var clips = (0..<count).map { Clip(start: $0 * 100) }
    var stream = ""
    for commit in 0..<commits {
      let index = commit * 7919 % count
      switch commit % 3 {
      case 0: clips[index].length -= 2
      case 1: clips[index].opacity = 999 - commit
      default: clips[index].start += 30
      }
      let project = text(of: clips)
      stream += "commit refs/heads/main\n"
      stream += "committer Bench <bench@example.org> \(1_700_000_000 + commit * 60) +0000\n"
      stream += "data \("\(commit)".utf8.count)\n\(commit)\n"
      stream += "M 100644 inline film.json\ndata \(project.utf8.count)\n\(project)\n"
    }
    return stream
  }

  private static func text(of clips: [Clip]) -> String {
    let items = clips.map { clip in
      "        { \"clip\": \"counter\", \"in\": \"\(clip.start)f\", "
        + "\"duration\": \"\(clip.length)f\", \"opacity\": \(Double(clip.opacity) / 1000) }"
    }
    return """
      {
        "cutlist": 1,
        "output": { "size": "64x36", "frameRate": 10 },
        "media": { "counter": { "generate": "counter" } },
        "tracks": [
          {
            "video": [
      \(items.joined(separator: ",\n"))
            ]
          }
        ]
      }

      """
  }
}
