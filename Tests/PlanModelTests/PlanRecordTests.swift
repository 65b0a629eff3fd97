import AudioMixing
import BaseValues
import Diagnostics
import OutputKinds
import Testing
import TimelineModel

@testable import PlanModel

/// Records however deep they lie, found by reflection and not by their lists.
private func records(in value: Any) -> [any PlanRecord] {
  let own = (value as? any PlanRecord).map { [$0] } ?? []
  return own + Mirror(reflecting: value).children.flatMap { records(in: $0.value) }
}

/// A plan with all that `wholePlan` has and everything that two channels take.
private func stereoPlan() -> RenderPlan {
  var plan = wholePlan()
  plan.output.video.bitDepth = 10
  plan.output.video.color = .hdr10
  plan.output.video.masteringDisplay = MasteringDisplay(primaries: .bt2020, peak: 40_000_000)
  plan.output.video.tune = "film"
  plan.output.video.hasAlpha = true
  plan.rasters[2].style.runs[1].move = wholeMove
  plan.rasters[2].style.runs[1].shown = "x"
  plan.rasters.append(TextRaster(shape: wholeShape(), anchorX: 32768, anchorY: 0, scale: 2))
  plan.audio?.channels = 2
  plan.audio?.ceiling = -150
  plan.conforms[0].filter = FilterBlocks(first: 12, memory: 5, isEndless: true)
  plan.audio?.spans[0].routes = [ChannelRoute(output: 1, input: 5, gain: 77)]
  plan.audio?.spans[1].matrix = ChannelMatrix(channels: 2, factors: [1, 2, 3, 4])
  plan.audio?.buses[0].matrix = ChannelMatrix(channels: 2, factors: [5, 6, 7, 8])
  plan.audio?.spans[2].loop?.crossFade = Rational(1, 9)
  plan.audio?.spans[2].joint = LoopJoint(
    length: 5, first: 2, startsInside: true, endsInside: true)
  return plan
}

@Suite struct PlanRecordTests {
  private let plan = stereoPlan()

  @Test("every stored property of every record is a field, and only what is named here is no key's")
  func complete() {
    var labels: [String: Set<String>] = [:]
    func check<Record: PlanRecord>(_ record: Record) {
      let properties = Mirror(reflecting: record).children.compactMap(\.label)
      #expect(properties.sorted() == Record.fields.map(\.member.name).sorted(), "\(Record.self)")
      #expect(Record.fields.allSatisfy { (0...RecordOrder.last).contains($0.order) })
      labels["\(Record.self)"] = Set(Record.fields.filter { $0.key == nil }.map(\.member.name))
    }
    for record in records(in: plan) { check(record) }
    #expect(
      labels == [
        "PlannedOutput": [
          "frameCount", "background", "container", "segmentFrames", "isFragmented", "description",
          "audio", "otherAudio", "maxSize",
        ],
        "VideoEncoding": ["maxRate", "bufferSize"], "AudioEncoding": ["sampleRate", "channels"],
        "Conform": [], "FilterBlocks": [], "Rect": [], "TextRaster": ["fontHash"], "TextStyle": [],
        "ShapeStyle": ["kind"], "ShapeStroke": [],
        "TextRun": [], "TextMove": [], "TextRunForm": [], "TextBox": [], "TextShadow": [],
        "FontSetting": [],
        "Point": [], "AudioPlan": ["sampleCount", "loudness", "spans", "buses"],
        "AudioBus": ["label", "parent"], "AudioSpan": ["origin", "sourceTime", "bus"],
        "ChannelRoute": [], "ChannelMatrix": ["channels"], "SpeedCurve": [], "SourceLoop": [],
        "LoopJoint": [], "GainEnvelope": ["purpose"], "GainPoint": [],
      ])
  }

  /// The key of a record by itself.
  private func key(_ record: some PlanRecord) -> String {
    var key = KeyWriter(plan, wantsVideo: true)
    (key.samples, key.heard, key.outer) = (-9000..<9000, -9000..<9000, -9000..<9000)
    key.add(record)
    return key.hasher.text
  }

  /// The record with one field as another has it; as it is where a field is left out there.
  private func taking<Record: PlanRecord>(
    _ field: RecordField<Record>, of other: Record, _ record: Record
  ) throws -> Record {
    guard field.member.isWritten(other) else { return record }
    var json = JSONWriter(.compact)
    json.object { json in
      json.key("value")
      field.member.write(other, &json, 1)
    }
    let file = SourceFile(path: "value.json", text: json.text)
    let parsed = JSONParser.parse(file).value
    var (changed, reader) = (record, PlanReader())
    let isRead = field.member.read(&changed, try #require(parsed?["value"]), 1, &reader)
    try #require(isRead)
    return changed
  }

  @Test("a record has another key where any of its fields is another, but for labels")
  func keys() throws {
    func check<Record: PlanRecord>(_ first: Record, _ all: [any PlanRecord]) throws {
      let same = [Record.blank] + all.compactMap { $0 as? Record }
      for field in Record.fields {
        var (count, kept) = (0, 0)
        for (record, other) in same.flatMap({ record in same.map { (record, $0) } }) {
          // Natural sound has no pitch and no joint.
          if let span = record as? AudioSpan, span.isNatural { continue }
          let changed = try taking(field, of: other, record)
          if changed == record { continue }
          // What chunks that share bits aim at counts later, that they do counts here.
          if let video = changed as? VideoEncoding, let before = record as? VideoEncoding {
            let isRate = ["rateControl", "maxRate"].contains(field.member.name)
            if isRate, video.sharesBits, before.sharesBits || field.key == nil { continue }
            if isRate, field.key == nil, before.sharesBits { continue }
          }
          count += 1
          if key(changed) == key(record) { kept += 1 }
        }
        if field.key == nil { #expect(kept == count, "\(Record.self).\(field.member.name)") }
        if field.key != nil {
          // There is one codec of each kind.
          #expect(
            (count > 0 || field.member.name == "codec") && kept == 0,
            "\(Record.self).\(field.member.name): \(kept) of \(count)")
        }
      }
    }
    let all = records(in: plan)
    var seen: Set<String> = []
    for record in all where seen.insert("\(type(of: record))").inserted { try check(record, all) }
    #expect(seen.count >= 19)
  }

  @Test("what a text may be is what a project may say, as much larger as a movie may be drawn")
  func limits() throws {
    func faults(_ change: (inout TextStyle) -> Void) -> [String] {
      var plan = wholePlan()
      change(&plan.rasters[1].style)
      return plan.faults().map(\.message)
    }
    let scale: Int64 = 64
    #expect(faults { $0.size = Rational(4096 * scale) }.isEmpty)
    #expect(
      faults { $0.size = Rational(4096 * scale + 1) }
        == ["size is 262145, not from 1/64 to 262144"])
    #expect(faults { $0.maximumWidth = 32768 * 64 }.isEmpty)
    #expect(
      faults { $0.maximumWidth = 0 } == ["maximumWidth is 0, not from 1 to 2097152"])
    #expect(
      faults { $0.shadowOffset.y = Rational(-640_001) }
        == ["shadowOffset is -640001, not from -640000 to 640000"])
    #expect(
      faults { $0.outlineWidth = Rational(-1, 2)! }
        == ["outlineWidth is -1/2, not from 0 to 64000"])
    #expect(faults { $0.lineSpacing = Rational(11) } == ["lineSpacing is 11, not from 1/10 to 10"])
  }
}
