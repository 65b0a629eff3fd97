import BaseValues
import Diagnostics
import OutputKinds
import TimelineModel
import Testing

@testable import ProjectFormat

@Suite("Keys of outputs") struct OutputKeyTests {
  @Test("every key of every codec is one of the format, and the schema has its choices")
  func keys() throws {
    let schema = ProjectSchema.text
    for codec in VideoCodec.all {
      for key in codec.keys {
        #expect(VideoEncodingReader.description.hasKey(key.name), "\(codec) \(key.name)")
        #expect(schema.contains("\"\(key.name)\""))
      }
      for name in codec.presets.map(\.name) where codec.keys.contains(where: { $0.role == .preset })
      {
        let value = codec.hasNumberedPresets ? "{\"const\":\(name)}" : "\"\(name)\""
        #expect(schema.contains(value), "\(codec) \(name)")
      }
      for name in codec.profiles { #expect(schema.contains("\"\(name)\""), "\(codec) \(name)") }
    }
    for key in ["bitRate", "sampleRate", "channels"] {
      #expect(AudioEncodingReader.description.hasKey(key))
    }
  }

  @Test("a kind is chosen by a key only where there are several")
  func choices() {
    #expect(OutputReader.description.hasKey("container") == (MovieContainer.all.count > 1))
    #expect(VideoEncodingReader.description.hasKey("codec") == (VideoCodec.all.count > 1))
    #expect(AudioEncodingReader.description.hasKey("codec") == (AudioCodec.all.count > 1))
  }

  @Test("keys of several kinds become one table: one key of a name, which takes what any takes")
  func merging() {
    func key(_ name: String, _ schema: ValueSchema, _ summary: String) -> KeyDescription {
      KeyDescription(
        name: name, schema: schema, isRequired: false, summary: summary, default: nil, examples: [])
    }
    let merged = KeyDescription.merged([
      (
        "One", [key("quality", .integer(0...51), "How good."), key("speed", .boolean, "How fast.")]
      ),
      ("Two", [key("quality", .integer(0...63), "How fine."), key("only", .boolean, "Its own.")]),
    ])
    #expect(merged.map(\.name) == ["quality", "speed", "only"])
    #expect(merged[0].summary == "How good. Two: How fine.")
    guard case .any(let schemas) = merged[0].schema else {
      Issue.record("one schema of two")
      return
    }
    #expect(schemas.count == 2)
    #expect(KeyDescription.merged([("One", merged)]).map(\.summary) == merged.map(\.summary))
  }

  private func document(
    _ output: String, _ outputs: String = "{}", choosing name: String? = nil
  ) -> (ProjectDocument?, [Diagnostic]) {
    let parameters =
      "\"parameters\": { \"use\": { \"type\": \"text\", \"default\": \"archive\" } },"
    let text = """
      { "cutlist": 1, "output": \(output), "outputs": \(outputs),
        \(output.contains("{use}") ? parameters : "")
        "media": { "a": { "color": "red" } },
        "tracks": [ { "video": [ { "clip": "a", "duration": "1s" } ] } ] }
      """
    var file = SourceFile(path: "a.json", bytes: Array(text.utf8))
    return ProjectCompiler.document(
      from: &file, rendition: Rendition(output: name), projects: nil)
  }

  @Test(
    "what a purpose sets can be read, and is what the manual says", arguments: OutputPurpose.all)
  func purposes(_ purpose: OutputPurpose) throws {
    let (document, findings) = document("{ \"purpose\": \"\(purpose.name)\" }")
    #expect(findings.isEmpty, "\(findings)")
    let output = try #require(document?.output)
    let sound = try #require(output.audio)
    let kind = [output.container.name, output.video.codec.name, sound.codec.name].joined(
      separator: " ")
    let wanted = [
      "web": "mp4 h264 aac", "square": "mp4 h264 aac", "vertical": "mp4 h264 aac",
      "preview": "mp4 h264 aac", "proxy": "mov prores pcm_s24le",
      "broadcast": "mov prores pcm_s24le", "archive": "mkv ffv1 flac",
    ]
    #expect(kind == wanted[purpose.name])
    let sizes = [
      "square": Size(width: 1080, height: 1080), "vertical": Size(width: 1080, height: 1920),
    ]
    #expect(output.size?.value == sizes[purpose.name])
    let loudness = ["square": Rational(-14), "vertical": Rational(-14), "broadcast": Rational(-23)]
    #expect(output.mastering.loudness?.value == loudness[purpose.name])
    let qualities = ["web": 210, "square": 210, "vertical": 210, "preview": 300]
    #expect(output.video.rateControl == qualities[purpose.name].map { .crf(tenths: $0) })
  }

  @Test("what an output says goes before its purpose, and a purpose before what it differs from")
  func purposesGiveWay() throws {
    let own = try #require(
      document(
        """
        { "purpose": "web", "size": "640x360", "video": { "crf": 30 }, "audio": { "loudness": -20 } }
        """
      ).0?.output)
    #expect(own.video.rateControl == .crf(tenths: 300) && own.video.preset == "slow")
    #expect(own.audio?.bitRate == 160_000 && own.mastering.loudness?.value == Rational(-20))
    // Of another codec nothing is taken over.
    let other = try #require(
      document("{ \"purpose\": \"web\", \"video\": { \"codec\": \"hevc\" } }").0?.output)
    #expect(
      other.video.codec == .hevc && other.video.rateControl == nil && other.video.preset == nil)

    let base = """
      { "size": "1280x720", "container": "mov", "video": { "codec": "prores", "profile": "hq" }, "audio": false }
      """
    let outputs = """
      { "phone": { "purpose": "vertical", "video": { "crf": 26 } }, "plain": {}, "loud": { "purpose": "web", "audio": {} } }
      """
    let phone = try #require(document(base, outputs, choosing: "phone").0?.output)
    #expect(phone.size?.value == Size(width: 1080, height: 1920) && phone.container == .mp4)
    #expect(phone.video.codec == .h264 && phone.video.rateControl == .crf(tenths: 260))
    #expect(phone.audio == nil)
    let loud = try #require(document(base, outputs, choosing: "loud").0?.output)
    #expect(loud.audio?.bitRate == 160_000 && loud.size?.value == Size(width: 1280, height: 720))
    let plain = try #require(document(base, outputs, choosing: "plain").0?.output)
    #expect(plain.video.codec == .prores && plain.container == .mov)
    let file = SourceFile(
      path: "a.json",
      bytes: Array("{ \"cutlist\": 1, \"output\": \(base), \"outputs\": \(outputs) }".utf8))
    #expect(ProjectCompiler.outputs(of: file).map(\.container) == [.mp4, .mov, .mp4])
  }

  @Test("a parameter may say the purpose, and what is none is told at its place")
  func purposesAreRead() throws {
    let given = try #require(document("{ \"purpose\": \"{use}\" }").0?.output)
    #expect(given.container == .matroska && given.video.codec == .ffv1)
    for (word, meant) in [("Web", "web"), ("tiktok", "vertical"), ("tv", "broadcast")] {
      let findings = document("{ \"purpose\": \"\(word)\" }").1
      #expect(findings.count == 1 && "\(findings)".contains(meant), "\(findings)")
    }
    // A container that is named goes before codecs that the purpose sets.
    let webm = try #require(document("{ \"purpose\": \"web\", \"container\": \"webm\" }").0?.output)
    #expect(webm.container == .webm && webm.video.codec == .vp9 && webm.audio?.codec == .opus)
    let loud = try #require(
      document("{ \"purpose\": \"broadcast\", \"container\": \"mp4\" }").0?.output)
    #expect(loud.video.codec == .h264 && loud.mastering.loudness?.value == Rational(-23))
  }
}
