import Foundation

/// An edit that is changed commit by commit, and of which is known by construction which commit made
/// each frame what it is and which one put it where it stands.
struct HistoryModel {
  private struct Clip: Hashable {
    /// First picture of the counter, and how many there are; no other clip shows any of them.
    var start: Int
    var length: Int
    /// In thousandths; another for each commit that sets it.
    var opacity = 1000
  }

  private struct Picture: Hashable {
    var number: Int
    var opacity: Int
  }

  /// For each frame the commit that made it, counted from 0.
  private(set) var made: [Int] = []
  /// The last commit that put it at another number since; `nil` for none.
  private(set) var moved: [Int?] = []
  private var clips: [Clip]
  private var pictures: [Picture] = []
  private var note = 0

  init(clips count: Int) {
    clips = (0..<count).map { Clip(start: $0 * 100, length: 6) }
    pictures = flat
    made = pictures.map { _ in 0 }
    moved = pictures.map { _ in nil }
  }

  private var flat: [Picture] {
    clips.flatMap { clip in
      (0..<clip.length).map { Picture(number: clip.start + $0, opacity: clip.opacity) }
    }
  }

  /// The project's text.
  var text: String {
    let items = clips.map { clip in
      """
          { "clip": "counter", "in": "\(clip.start)f", "duration": "\(clip.length)f", \
      "opacity": \(Double(clip.opacity) / 1000) }
      """
    }
    return """
      { "cutlist": 1, "note": "\(note)",
        "output": { "size": "64x36", "frameRate": 10 },
        "media": { "counter": { "generate": "counter" } },
        "tracks": [ { "video": [
      \(items.joined(separator: ",\n"))
        ] } ] }

      """
  }

  /// What somebody does in a commit.
  mutating func change(in commit: Int, _ random: inout some RandomNumberGenerator) {
    note = commit
    let place = clips.indices.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<7, using: &random) {
    case 0: clips.insert(Clip(start: 10_000 + commit * 100, length: 5), at: place)
    case 1 where clips.count > 8: clips.remove(at: place)
    case 2 where clips[place].length > 3: clips[place].length -= 1
    case 3 where clips[place].length > 3:
      clips[place].start += 2
      clips[place].length -= 2
    case 4: clips.insert(clips.remove(at: place), at: clips.count / 2)
    case 5: clips[place].opacity = 999 - commit
    default: break
    }
    let before = pictures
    let (oldMade, oldMoved) = (made, moved)
    pictures = flat
    made = pictures.map { _ in commit }
    moved = pictures.map { _ in nil }
    for (index, picture) in pictures.enumerated() {
      guard let old = before.firstIndex(of: picture) else { continue }
      made[index] = oldMade[old]
      moved[index] = old == index ? oldMoved[old] : commit
    }
  }
}
