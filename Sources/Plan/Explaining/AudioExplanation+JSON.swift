import AudioMixing
internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import TimelineModel

extension AudioExplanation {
  /// The same facts as data. Positions are exact fractions in text.
  package var json: String {
    var json = JSONWriter()
    json.object { write(to: &$0) }
    return json.text
  }

  func write(to json: inout JSONWriter) {
    json.member("project", project)
    json.member("sample", sample)
    json.member("sampleCount", sampleCount)
    json.member("sampleRate", sampleRate)
    json.member("channels", channels)
    json.member("time", time?.description)
    json.member("chunk", chunk)
    json.key("items")
    json.array { json in
      for item in items { json.object { item.write(to: &$0) } }
    }
    json.member("sum", sum)
    if let mastered {
      json.member("outputFilter", mastered.chain)
      json.member("output", mastered.values)
    }
    if let limited { json.member("limited", limited) }
  }
}

extension AudioItemExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("item", item)
    json.member("media", media)
    description?.write(to: &json)
    json.key("streams")
    json.array { json in
      for sound in description?.sounds ?? [] { json.object { sound.write(to: &$0) } }
    }
    json.member("firstSample", span.lowerBound)
    json.member("lastSample", span.upperBound - 1)
    json.member("sourceStart", sourceStart)
    json.member("speed", speed.description)
    if let curve { json.member("speeds", PlanText.curve(curve)) }
    if let loop { json.member("loop", PlanText.loop(loop)) }
    json.member("pitch", pitch.rawValue)
    json.member("position", position?.description)
    json.member("sourceTime", sourceTime?.description)
    if let routes { json.member("routes", routes) }
    if let matrix { json.member("matrix", matrix) }
    if let filter { json.member("filter", filter) }
    json.member("heard", heard)
    json.key("gains")
    json.array { json in
      for gain in gains { json.object { gain.write(to: &$0) } }
    }
    json.member("pan", pan)
    if !panning.isEmpty {
      json.key("panning")
      json.array { json in
        for pan in panning {
          json.object { json in
            json.member("purpose", pan.purpose.rawValue)
            json.member("position", number: pan.position)
            json.member("place", pan.location?.description)
          }
        }
      }
    }
    json.member("left", number: sides.left)
    json.member("right", number: sides.right)
    json.member("added", added)
    origins.write(to: &json)
  }
}

extension AudioDescription {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("stream", stream)
    json.member("sampleRate", sampleRate)
    json.member("channels", channels)
    json.member("layout", layout.isEmpty ? nil : layout)
    json.key("downMix")
    json.array { json in
      for row in downMix {
        json.array(inline: true) { json in for factor in row { json.number(factor) } }
      }
    }
  }
}

extension GainExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("purpose", purpose.rawValue)
    json.member("factor", number: factor)
    json.member("cause", cause)
    json.member("place", location?.description)
    json.member("beforeSample", before.sample)
    json.member("beforeGain", Words.gain(before.gain))
    json.member("curve", before.curve.rawValue)
    json.member("afterSample", after?.sample)
    json.member("afterGain", after.map { Words.gain($0.gain) })
    json.member("position", position?.description)
  }
}

extension JSONWriter {
  /// Each the shortest decimal that is this sample.
  fileprivate mutating func member(_ name: String, _ samples: [Float]) {
    key(name)
    array(inline: true) { json in
      for sample in samples { json.raw(sample.isFinite ? "\(sample)" : "null") }
    }
  }
}
