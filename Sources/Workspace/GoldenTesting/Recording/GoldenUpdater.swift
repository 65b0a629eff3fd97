import AudioMixing
import PlanModel
import Raster
import Rendering
import TimelineModel

/// Writes the golden files of a project where they are not as its movie is now.
struct GoldenUpdater {
  private let subject: TestSubject
  private let selection: FrameSelection
  private let choice: GoldenChoice
  /// What was done so far, in the order of the files' names.
  private(set) var updates: [GoldenUpdate] = []

  init(_ subject: TestSubject) {
    self.subject = subject
    choice = subject.expectations?.golden ?? GoldenChoice()
    selection = FrameSelection(subject.plan, choice)
  }

  /// - Parameters:
  ///   - old: what is kept now, as far as it can be read.
  ///   - hasRecord: whether there is a file of it.
  mutating func update(from old: GoldenRecord, hasRecord: Bool) throws(RenderError) {
    var record = GoldenRecord(movie: MovieShape(subject.plan))
    let pictures = subject.pictures()
    defer { updates.sort { $0.path < $1.path } }
    for frame in selection.frames {
      let image = try pictures.actual(frame)
      record.frames.append(GoldenFrame(number: frame, hash: ImageHash(image)))
      if selection.pictures.contains(frame) { try keep(image, of: frame) }
    }
    if choice.sound, let audio = subject.plan.audio {
      let measurement = try AudioMeasurement(
        audio, source: subject.sources.sound(), starts: AudioMeasurement.starts(audio))
      record.sound = measurement.blocks
      record.loudness = measurement.loudness
    }
    let names = subject.names
    if record.isEmpty {
      if hasRecord { try remove(names.frames) }
    } else {
      let changes = hasRecord ? RecordChanges(old, record).text : nil
      let lines = GoldenText.text(record).split(separator: "\n").map { PlanDump.Line($0) }
      try write(lines, to: names.frames, changes: changes)
    }
    try write(PlanComparison.lines(subject.plan), to: names.plan, changes: nil)
    try removeStalePictures()
  }

  private mutating func keep(_ image: Image, of frame: Int) throws(RenderError) {
    let path = subject.names.picture(frame)
    let isThere = try subject.storage.read(path) != nil
    if isThere, let old = try? subject.storage.picture(at: path),
      ImageHash(old) == ImageHash(try subject.storage.asKept(image))
    {
      // Another version of the encoder may write other bytes; the picture is what counts.
      return
    }
    try subject.storage.write(try subject.storage.png(image), to: path)
    updates.append(
      GoldenUpdate(path: path, action: isThere ? .changed("another picture") : .new))
  }

  private mutating func write(
    _ lines: [PlanDump.Line], to path: String, changes: String?
  ) throws(RenderError) {
    let old = try subject.storage.read(path)
    let new = lines.flatMap { $0.text.utf8 + [UInt8(ascii: "\n")] }
    guard old != new else { return }
    try subject.storage.write(new, to: path)
    guard let old else {
      updates.append(GoldenUpdate(path: path, action: .new))
      return
    }
    let count = PlanComparison.compare(lines, with: String(decoding: old, as: UTF8.self))
      .differingCount
    let words = count == 0 ? "how sources are named" : Counted.text(count, "line", "changed")
    updates.append(GoldenUpdate(path: path, action: .changed(changes ?? words)))
  }

  private mutating func removeStalePictures() throws(RenderError) {
    for name in subject.storage.names(in: subject.names.folder) {
      guard let frame = subject.names.frame(ofPicture: name),
        !selection.pictures.contains(frame)
      else { continue }
      try remove(subject.names.folder + name)
    }
  }

  private mutating func remove(_ path: String) throws(RenderError) {
    try subject.storage.remove(path)
    updates.append(GoldenUpdate(path: path, action: .removed))
  }
}

/// What is different between two records, in words.
struct RecordChanges {
  var text: String

  init(_ old: GoldenRecord, _ new: GoldenRecord) {
    let before = Dictionary(old.frames.map { ($0.number, $0.hash) }) { first, _ in first }
    let after = Set(new.frames.map(\.number))
    let sound = Dictionary(old.sound.map { ($0.sample, $0.hash) }) { first, _ in first }
    var parts: [String] = []
    func add(_ frames: [Int], _ word: String) {
      guard !frames.isEmpty else { return }
      parts.append(
        "\(Counted.text(frames.count, "frame", word)): \(Counted.ranges(of: frames))")
    }
    add(
      new.frames.filter { before[$0.number].map { [hash = $0.hash] in $0 != hash } ?? false }
        .map(\.number), "changed")
    add(new.frames.map(\.number).filter { before[$0] == nil }, "new")
    add(old.frames.map(\.number).filter { !after.contains($0) }, "gone")
    let sounds = new.sound.count { sound[$0.sample] != $0.hash }
    if sounds > 0 { parts.append(Counted.text(sounds, "second", "of sound changed")) }
    // Only what belongs to no frame or second: the movie's length, levels.
    text = parts.isEmpty ? "what is said of the movie changed" : parts.joined(separator: ", ")
  }
}
