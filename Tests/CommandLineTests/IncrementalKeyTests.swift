import AudioMixing
import PlanModel
import Raster
import Rendering
import Testing
@testable import Workspace

@testable import CommandLineInterface

/// What a project's chunks are stored under, and what they show and sound like before encoding.
private struct Rendered {
  var pictureKeys: [String]
  /// For each chunk the hashes of its frames.
  var pictures: [[String]]
  /// Keys of stretches of two seconds of sound.
  var audioKeys: [String]
  var sounds: [String]

  init(_ text: String) throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", text)
    let loader = try ReportingLoader(
      try Arguments(["--no-cache"], flags: [.noCache]),
      Console(isTerminal: false, allowsColor: false) { _, _ in })
    let (project, plan) = try loader.plan(path)
    let backend = project.backend(for: plan)
    let contexts = plan.contexts(texts: project.texts)
    pictureKeys = plan.chunks.map { plan.key(ofFrames: $0.frames, context: contexts[$0.index]) }
    let compositor = Compositor(
      plan: plan, images: backend.makeImageSource(), texts: backend.textSource)
    pictures = try plan.chunks.map { chunk in
      try chunk.frames.map { ImageHash(try compositor.compose($0)).description }
    }
    let audio = try #require(plan.audio)
    let renderer = AudioRenderer(plan: audio, source: backend.makeAudioSource())
    let length = Int64(2 * audio.sampleRate)
    let stretches = stride(from: 0, to: audio.sampleCount, by: Int(length)).map {
      $0..<min($0 + length, audio.sampleCount)
    }
    audioKeys = stretches.map { plan.key(ofSamples: $0) }
    sounds = try stretches.map { AudioHash(try renderer.mix($0)).description }
  }

  /// The places at which two lists differ; what only one of them has differs.
  static func changes<Value: Equatable>(_ old: [Value], _ new: [Value]) -> [Int] {
    (0..<max(old.count, new.count)).filter { place in
      !old.indices.contains(place) || !new.indices.contains(place) || old[place] != new[place]
    }
  }
}

@Suite struct IncrementalKeyTests {
  private static let base = Result { try Rendered(IncrementalProject.text) }

  @Test(
    "an edit changes the keys of exactly the chunks whose frames or samples it changes",
    arguments: IncrementalProject.edits)
  func exact(edit: IncrementalProject.Edit) throws {
    let pieces = IncrementalProject.text.split(
      separator: edit.old, omittingEmptySubsequences: false)
    try #require(pieces.count == 2, "'\(edit.old)' must stand there once")
    let old = try Self.base.get()
    let new = try Rendered(pieces.joined(separator: edit.new))
    let pictures = Rendered.changes(old.pictures, new.pictures)
    let pictureKeys = Rendered.changes(old.pictureKeys, new.pictureKeys)
    let sounds = Rendered.changes(old.sounds, new.sounds)
    let audioKeys = Rendered.changes(old.audioKeys, new.audioKeys)

    switch edit.effect {
    case .pictureEncoding:
      #expect(pictures.isEmpty)
      #expect(pictureKeys == Array(old.pictureKeys.indices))
      #expect(audioKeys == sounds)
    case .audioEncoding:
      #expect(sounds.isEmpty)
      #expect(audioKeys == Array(old.audioKeys.indices))
      #expect(pictureKeys == pictures)
    default:
      #expect(pictureKeys == pictures, "pictures")
      #expect(audioKeys == sounds, "sound")
    }
    // The edit must do what the table says, or nothing has been shown.
    let changesPictures = [.pictures, .both].contains(edit.effect)
    let changesSound = [.sound, .both].contains(edit.effect)
    #expect(pictures.isEmpty != changesPictures, "\(pictures)")
    #expect(sounds.isEmpty != changesSound, "\(sounds)")
    #expect(pictures.count < old.pictures.count)
  }

  @Test("names of media and their order in the list do not count")
  func renamed() throws {
    let old = try Self.base.get()
    let renamed = IncrementalProject.text
      .replacing("\"bars\": {", with: "\"stripes\": {")
      .replacing("\"clip\": \"bars\"", with: "\"clip\": \"stripes\"")
    let line = "    \"a\": { \"generate\": \"counter\", \"clip\": 1 },\n"
    let moved = IncrementalProject.text.replacing(line, with: "")
      .replacing("  \"media\": {\n", with: "  \"media\": {\n")
      .replacing(
        "    \"glass\": {", with: line + "    \"glass\": {")
    #expect(renamed != IncrementalProject.text && moved != IncrementalProject.text)
    for text in [renamed, moved] {
      let new = try Rendered(text)
      #expect(new.pictureKeys == old.pictureKeys && new.audioKeys == old.audioKeys)
      #expect(new.pictures == old.pictures && new.sounds == old.sounds)
    }
  }

  @Test("changing the gain of a clip renders no picture again, a title only its own chunks")
  func rendered() throws {
    let sandbox = try Sandbox()
    func reused(_ text: String) throws -> ProgressLine {
      try sandbox.write("a.json", text)
      let outcome = sandbox.render("a.json", to: "a.mp4", "--progress", "json")
      #expect(outcome.status == 0, "\(outcome.messages)")
      let done = try #require(ProgressLine.all(in: outcome.messages).last ?? nil)
      // As if there had never been a cache.
      let fresh = sandbox.run(
        "render", sandbox.file("a.json"), "-o", sandbox.file("fresh.mp4"), "--no-cache")
      #expect(fresh.status == 0)
      #expect(try sandbox.bytes("a.mp4") == sandbox.bytes("fresh.mp4"))
      return done
    }
    let text = IncrementalProject.text
    #expect(try reused(text).chunksRendered == 4)
    #expect(sandbox.files(below: "cache", ending: ".chunk").count == 5)
    let gain = try reused(text.replacing("\"gain\": 0.9", with: "\"gain\": 0.5"))
    #expect(gain.chunksRendered == 0 && gain.chunksReused == 4)
    #expect(sandbox.files(below: "cache", ending: ".chunk").count == 6)
    let title = try reused(text.replacing("\"Title\"", with: "\"Other\""))
    #expect(title.chunksRendered == 1 && title.chunksReused == 3)
    #expect(sandbox.files(below: "cache", ending: ".chunk").count == 7)
  }
}
