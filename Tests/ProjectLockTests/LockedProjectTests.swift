import Diagnostics
import ProjectLock
import Testing

/// A lock of two files and a font.
let example = LockedProject(
  versions: [
    LockedVersion(name: "libavcodec", version: "59.37.100"),
    LockedVersion(name: "Cutlist", version: "0.1.0"),
  ],
  sources: [
    LockedSource(
      name: "night", path: "shots/%04d.png", hash: "00000000000000ff", bytes: 300,
      facts: [.kind: "sequence", .files: "3", .size: "64x36"], range: .none),
    LockedSource(
      name: "beach", path: "beach.mp4", hash: "0123456789abcdef", bytes: 1234,
      facts: [.frames: "125", .kind: "movie", .frameRate: "30000/1001"], range: .none),
  ],
  fonts: [
    LockedFont(asked: "Serif", file: "B.ttf", hash: "00000000000000bb", range: .none),
    LockedFont(asked: "Serif", file: "A.ttf", hash: "00000000000000aa", range: .none),
    LockedFont(asked: "Serif", file: "A.ttf", hash: "00000000000000aa", range: .none),
  ])

/// The same as it is written.
let exampleText = """
  {
    "cutlistLock": 1,
    "hashes": "xxh64",
    "versions": {
      "Cutlist": "0.1.0",
      "libavcodec": "59.37.100"
    },
    "media": {
      "beach": {
        "path": "beach.mp4",
        "hash": "0123456789abcdef",
        "bytes": 1234,
        "facts": {
          "kind": "movie",
          "frameRate": "30000/1001",
          "frames": 125
        }
      },
      "night": {
        "path": "shots/%04d.png",
        "hash": "00000000000000ff",
        "bytes": 300,
        "facts": {
          "kind": "sequence",
          "files": 3,
          "size": "64x36"
        }
      }
    },
    "fonts": {
      "Serif": [
        {"file": "A.ttf", "hash": "00000000000000aa"},
        {"file": "B.ttf", "hash": "00000000000000bb"}
      ]
    }
  }

  """

func read(_ text: String) -> (lock: LockedProject?, findings: [Diagnostic]) {
  LockReader.read(SourceFile(path: "a.lock.json", text: text))
}

@Suite struct LockedProjectTests {
  @Test("a lock is written sorted, one value a line, whatever the order it was made in")
  func text() {
    #expect(example.text == exampleText)
    #expect(exampleText.hasPrefix(LockedProject.beginning))
    let empty = LockedProject(versions: [], sources: [], fonts: [])
    #expect(read(empty.text).lock == empty)
  }

  @Test("what is written is read back, with its places")
  func back() throws {
    let (lock, findings) = read(exampleText)
    #expect(findings.isEmpty)
    let read = try #require(lock)
    #expect(read.text == exampleText)
    let file = SourceFile(path: "a.lock.json", text: exampleText)
    #expect(read.sources.map { file.text(in: $0.range) } == ["\"beach\"", "\"night\""])
    #expect(
      file.text(in: read.fonts[1].range) == #"{"file": "B.ttf", "hash": "00000000000000bb"}"#)
    #expect(file.text(in: read.versions[0].range) == "\"0.1.0\"")
    #expect(LockComparison(example, read).isEmpty)
  }

  @Test(
    "the lock file lies beside the project",
    arguments: [
      ("cut.json", "cut.lock.json"), ("a/b.json", "a/b.lock.json"), ("cut", "cut.lock.json"),
      ("cut.lock.json", "cut.lock.lock.json"),
    ])
  func path(project: String, lock: String) {
    #expect(LockedProject.path(ofProject: project) == lock)
  }

  @Test(
    "a damaged lock is told with its place, and is none",
    arguments: [
      ("", "json-syntax", nil), ("[]", "lock-wrong", "1:1"), ("7", "lock-wrong", "1:1"),
      ("{}", "lock-wrong", "1:1"), (#"{"cutlistLock": 2}"#, "lock-format", "1:17"),
      (#"{"cutlistLock": "1"}"#, "lock-wrong", "1:17"),
      (#"{"cutlistLock": 1e99}"#, "lock-wrong", "1:17"),
      (#"{"cutlistLock": -1}"#, "lock-wrong", "1:17"),
      (#"{"cutlistLock": 99999999999999999999}"#, "lock-wrong", "1:17"),
      (#"{"cutlistLock": 1}"#, "lock-wrong", "1:1"),
      (exampleText.replacing("xxh64", with: "md5"), "lock-wrong", "3:13"),
      (exampleText.replacing("\"0.1.0\"", with: "[]"), "lock-wrong", "5:16"),
      (exampleText.replacing("0123456789abcdef", with: "0123"), "lock-wrong", "11:15"),
      (exampleText.replacing("0123456789abcdef", with: "+123456789abcdef"), "lock-wrong", "11:15"),
      (exampleText.replacing(": 1234", with: ": -5"), "lock-wrong", "12:16"),
      (exampleText.replacing(": 125", with: ": 1.5"), "lock-wrong", "16:19"),
      (exampleText.replacing("frames", with: "fames"), "lock-wrong", "16:9"),
      (exampleText.replacing("\"path\"", with: "\"pat\""), "lock-wrong", "10:7"),
      (exampleText.replacing("\"file\"", with: "\"fil\""), "lock-wrong", "32:8"),
      (exampleText.replacing("\"night\"", with: "\"beach\""), "json-duplicate-key", "19:5"),
      (exampleText.replacing(",", with: ""), "json-syntax", nil),
      (String(repeating: "[", count: 100_000), "lock-wrong", nil),
      ("<<<<<<< ours\n{\"cutlistLock\": 1}\n=======\n>>>>>>> theirs\n", "unfinished-merge", nil),
    ] as [(String, String, String?)])
  func damaged(text: String, id: String, place: String?) throws {
    let (lock, findings) = read(text)
    #expect(lock == nil)
    let first = try #require(findings.first)
    #expect(first.id.rawValue == id, "\(first)")
    let position = SourceFile(path: "", text: text).position(ofOffset: max(0, first.range.lower))
    if let place { #expect("\(position.line):\(position.column)" == place, "\(first.message)") }
    #expect(findings.count <= 5)
  }

  @Test("every lock with a byte changed or cut off is read or told wrong")
  func bytes() {
    let bytes = Array(exampleText.utf8)
    for place in bytes.indices {
      // Without the line end at its end it is whole.
      #expect(
        (LockReader.read(SourceFile(path: "a", bytes: Array(bytes[..<place]))).lock != nil)
          == (place == bytes.count - 1))
      for byte: UInt8 in [0, 34, 45, 91, 123, 125, 255] {
        var other = bytes
        other[place] = byte
        let (lock, findings) = LockReader.read(SourceFile(path: "a", bytes: other))
        #expect((lock == nil) == !findings.isEmpty)
      }
    }
  }
}
