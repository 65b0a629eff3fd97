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
}
