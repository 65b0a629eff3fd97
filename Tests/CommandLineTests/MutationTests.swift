import Foundation
import Synchronization
import Testing

@Suite("Golden tests of edited projects")
struct MutationTests {
  /// The movies of the projects before any edit, each hashed once.
  private static let unedited = Mutex<[String: MovieHashes]>([:])

  private static func hashes(of project: GalleryProject) throws -> MovieHashes {
    let key = project.description
    if let known = unedited.withLock({ $0[key] }) { return known }
    let hashes = try MovieHashes(of: project.file.path)
    unedited.withLock { $0[key] = hashes }
    return hashes
  }

  @Test("fifty edits spread over the gallery, each once")
  func spread() {
    #expect(Mutation.all.count >= 50)
    #expect(Set(Mutation.all.map(\.description)).count == Mutation.all.count)
    #expect(Set(Mutation.all.map(\.project.description)).count >= 25)
  }

  @Test(
    "a single edit fails, and what is reported is what has changed", arguments: Mutation.all)
  func caught(_ mutation: Mutation) throws {
    let sandbox = try Sandbox()
    // The folder's name stays as it is: the names of golden files depend on it.
    let folder = mutation.project.file.deletingLastPathComponent()
    let copy = sandbox.file(folder.lastPathComponent)
    try sandbox.copyContents(of: folder, to: folder.lastPathComponent)
    let path = copy + "/" + mutation.project.file.lastPathComponent
    try mutation.edited().write(toFile: path, atomically: true, encoding: .utf8)

    let test = GalleryRun(["test", path, "--json", "--junit", sandbox.file("junit.xml")])
    #expect(test.status == 1, "\(test.printed)\(test.said)")
    let report = try ProjectReport(test.printed)
    let old = try Self.hashes(of: mutation.project)
    let new = try MovieHashes(of: path)
    let kept = try KeptPlaces(of: mutation.project)

    // Of a movie of which single frames are kept, only these can be known to differ.
    let frames = old.frames(otherThan: new).intersection(kept.frames)
    #expect(Set(report.differingFrames) == frames)
    #expect(report.missingFrames == frames.filter { $0 >= new.frames.count }.sorted())
    let samples = old.samples(otherThan: new).intersection(kept.samples)
    #expect(Set(report.differingSamples) == samples)
    #expect(report.missingSamples == samples.filter { new.sound[$0] == nil }.sorted())
    #expect(frames.isEmpty == (mutation.change == .sound))
    #expect(samples.isEmpty == (mutation.change == .pictures))
    #expect(report.frameCount == new.frames.count)
    if new.frames.count != old.frames.count { #expect(report.sameSizeAndLength == false) }

    // What is told of the edit names what differs in the whole movies, and each of it with a change.
    let told = try ToldEdit(of: mutation.project.file.path, and: path)
    #expect(told.total.frames == old.frames(otherThan: new).union(new.frames(otherThan: old)))
    let starts = Set(old.sound.keys).union(new.sound.keys).sorted()
    let heard = old.samples(otherThan: new).union(new.samples(otherThan: old))
    #expect(told.total.seconds == Set(starts.indices.filter { heard.contains(starts[$0]) }))
    #expect(told.changes.reduce(into: Set()) { $0.formUnion($1.frames) } == told.total.frames)
    #expect(told.changes.reduce(into: Set()) { $0.formUnion($1.seconds) } == told.total.seconds)

    // The words for people name the same frames.
    let words = try FrameWords(junit: String(decoding: sandbox.bytes("junit.xml"), as: UTF8.self))
    #expect(words.frames(of: kept.frames) == report.differingFrames)
  }
}

/// The hashes that `cutlist frames` prints, by the place of what they are of.
private struct MovieHashes {
  var frames: [Int: String] = [:]
  /// By the sample with which a second begins.
  var sound: [Int: String] = [:]

  init(of path: String) throws {
    let run = GalleryRun(["frames", path])
    try #require(run.status == 0, "\(run.said)")
    for line in run.printed.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let place = try #require(Int(words[1]))
      if words[0] == "frame" { frames[place] = words[2] } else { sound[place] = words[2] }
    }
  }

  /// The frames that another movie has not, or has with another hash.
  func frames(otherThan other: MovieHashes) -> Set<Int> {
    Set(frames.filter { other.frames[$0.key] != $0.value }.keys)
  }

  func samples(otherThan other: MovieHashes) -> Set<Int> {
    Set(sound.filter { other.sound[$0.key] != $0.value }.keys)
  }
}

/// What `cutlist diff --json` says of two projects.
private struct ToldEdit {
  struct Part {
    var frames: Set<Int>
    var seconds: Set<Int>

    init(_ part: [String: Any]) throws {
      func numbers(_ key: String) throws -> Set<Int> {
        let runs = try #require(part[key] as? [[Int]])
        return runs.reduce(into: []) { $0.formUnion($1[0]...$1[1]) }
      }
      frames = try numbers("differingFrames")
      seconds = try numbers("differingSeconds")
    }
  }

  var total: Part
  var changes: [Part]

  init(of a: String, and b: String) throws {
    let run = GalleryRun(["diff", a, b, "--json"])
    try #require(run.status == 1, "\(run.said)")
    let document = try JSONSerialization.jsonObject(with: Data(run.printed.utf8))
    let members = try #require(document as? [String: Any])
    total = try Part(try #require(members["movie"] as? [String: Any]))
    changes = try #require(members["changes"] as? [[String: Any]]).map { try Part($0) }
  }
}

/// Of which frames and seconds a project keeps hashes.
private struct KeptPlaces {
  var frames: [Int] = []
  var samples: [Int] = []

  init(of project: GalleryProject) throws {
    let text = try String(contentsOf: project.golden("frames.txt"), encoding: .utf8)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let place = Int(words[1]) else { continue }
      if words[0] == "frame" { frames.append(place) }
      if words[0] == "sound" { samples.append(place) }
    }
  }
}

/// What `cutlist test --json` says of one project.
private struct ProjectReport {
  var frameCount: Int?
  var sameSizeAndLength: Bool?
  var differingFrames: [Int] = []
  var missingFrames: [Int] = []
  var differingSamples: [Int] = []
  var missingSamples: [Int] = []

  init(_ printed: String) throws {
    let line = try #require(printed.split(separator: "\n").first)
    let report = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
    frameCount = report.frameCount
    sameSizeAndLength = report.sameSizeAndLength
    let frames = report.frames?.differences ?? []
    differingFrames = frames.compactMap(\.frame)
    missingFrames = frames.filter { $0.actual == nil }.compactMap(\.frame)
    let sound = report.sound?.differences ?? []
    differingSamples = sound.compactMap(\.sample)
    missingSamples = sound.filter { $0.actual == nil }.compactMap(\.sample)
  }

  private struct Line: Decodable {
    var frameCount: Int?
    var sameSizeAndLength: Bool?
    var frames: Part?
    var sound: Part?
  }

  private struct Part: Decodable { var differences: [Difference] }

  private struct Difference: Decodable {
    var frame: Int?
    var sample: Int?
    var actual: String?
  }
}

/// The runs of frames that a report names: `frames 12..17 of 45 differ (6)`.
private struct FrameWords {
  var runs: [ClosedRange<Int>]

  /// - Parameter junit: the file that `cutlist test --junit` writes; a run begins a line of text.
  init(junit: String) throws {
    let run = #/^(?:.*>)?frames? (\d+)(?:\.\.(\d+))? /#.anchorsMatchLineEndings()
    runs = try junit.matches(of: run).map { match in
      let first = try #require(Int(match.1))
      return first...(match.2.flatMap { Int($0) } ?? first)
    }
  }

  /// Those of the kept frames that lie in a run.
  func frames(of kept: [Int]) -> [Int] {
    kept.filter { frame in runs.contains { $0.contains(frame) } }
  }
}
