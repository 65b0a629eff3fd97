public import Diagnostics
internal import MediaTime
internal import TimelineModel

/// A plan as JSON.
///
/// Values of each frame are lists of runs `[first, step, count]`; ranges are half-open pairs; times
/// are exact fractions as text.
public enum PlanJSON {
  /// The whole plan as one document.
  public static func text(_ plan: RenderPlan, style: JSONWriter.Style = .pretty) -> String {
    var json = JSONWriter(style)
    json.object { json in
      json.write(plan.output)
      json.list("sources", plan.sources) { json, source in
        json.member("media", source.media.index)
        json.member("name", source.name)
        json.member(
          "content",
          PlanText.content(source.content) + PlanText.reading(source.reading)
            + PlanText.damage(source.onDamage))
        json.member("contentHash", source.contentHash)
      }
      json.list("conforms", plan.conforms) { json, conform in
        let crop = conform.crop
        json.member("media", conform.media.index)
        json.numbers("crop", [crop.x, crop.y, crop.width, crop.height])
        json.numbers("size", [conform.size.width, conform.size.height])
      }
      json.list("texts", plan.rasters) { json, raster in
        json.member("text", raster.style.text)
        json.member("size", raster.style.size.description)
        json.member("color", PlanText.color(raster.style.color))
        json.numbers("anchor", [raster.anchorX, raster.anchorY])
        json.member("scale", raster.scale)
      }
      json.list("segments", plan.segments) { json, segment in
        json.numbers("frames", [segment.frames.lowerBound, segment.frames.upperBound])
        json.list("layers", segment.layers) { json, layer in
          json.write(layer, count: segment.frames.count)
        }
      }
      json.key("audio")
      if let audio = plan.audio { json.write(audio) } else { json.null() }
      json.list("chunks", plan.chunks) { json, chunk in
        json.member("index", chunk.index)
        json.numbers("frames", [chunk.frames.lowerBound, chunk.frames.upperBound])
      }
      json.list("ledger", plan.ledger) { json, entry in
        json.member("of", PlanText.origin(entry.origin))
        json.member("point", entry.point)
        json.member("unit", entry.unit == .frame ? "frame" : "sample")
        json.member("exact", entry.exact.description)
        json.member("position", entry.position)
        json.member("error", entry.error.description)
      }
    }
    return json.text
  }
}

extension JSONWriter {
  fileprivate mutating func list<Element>(
    _ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    array { json in
      for element in elements { json.object { json in write(&json, element) } }
    }
  }

  fileprivate mutating func numbers(_ name: String, _ values: [some FixedWidthInteger]) {
    key(name)
    array(inline: true) { json in
      for value in values { json.integer(value) }
    }
  }

  fileprivate mutating func runs(_ name: String, _ values: PerFrame<Int>, count: Int) {
    key(name)
    array(inline: true) { json in
      for run in PlanRun.runs(values, count: count) {
        json.array(inline: true) { json in
          json.integer(run.first)
          json.integer(run.step)
          json.integer(run.count)
        }
      }
    }
  }

  fileprivate mutating func write(_ output: PlannedOutput) {
    key("output")
    object { json in
      json.numbers("size", [output.size.width, output.size.height])
      json.member("frameRate", output.rate.rational.description)
      json.member("frameCount", output.frameCount)
      let background = output.background
      json.numbers("background", [background.y, background.cb, background.cr])
    }
  }

  // MARK: - Picture

  fileprivate mutating func write(_ layer: PlannedLayer, count: Int) {
    switch layer {
    case .single(let picture): write(picture, count: count)
    case .transition(let transition):
      member("transition", transition.name)
      member("track", transition.origin.track.index)
      if case .dissolve(let weights) = transition.blend {
        runs("weights", weights, count: count)
      }
      for (name, picture) in [("from", transition.from), ("to", transition.to)] {
        key(name)
        if let picture { object { $0.write(picture, count: count) } } else { null() }
      }
    }
  }

  fileprivate mutating func write(_ picture: PlannedPicture, count: Int) {
    member("of", PlanText.origin(picture.origin))
    write(picture.content, count: count)
    runs("weight", picture.weight, count: count)
    write(picture.geometry, count: count)
    if picture.window != .constant(nil) {
      key("window")
      object { json in
        json.runs("x", picture.window.map { $0?.x ?? 0 }, count: count)
        json.runs("y", picture.window.map { $0?.y ?? 0 }, count: count)
        json.runs("width", picture.window.map { $0?.width ?? 0 }, count: count)
        json.runs("height", picture.window.map { $0?.height ?? 0 }, count: count)
      }
    }
  }

  /// A column for each number that a content has.
  private mutating func write(_ content: PerFrame<PictureContent>, count: Int) {
    switch content[0] {
    case .source:
      func part(_ pick: @escaping (ConformID, Int) -> Int) -> PerFrame<Int> {
        content.map { if case .source(let id, let frame) = $0 { pick(id, frame) } else { -1 } }
      }
      runs("conform", part { id, _ in id.index }, count: count)
      runs("sourceFrame", part { _, frame in frame }, count: count)
    case .text:
      let places = content.map { if case .text(let id) = $0 { id.index } else { -1 } }
      runs("text", places, count: count)
    case .color(_, let size):
      let codes = content.map { content -> Int in
        guard case .color(let color, _) = content else { return -1 }
        return Int(color.red) << 24 | Int(color.green) << 16 | Int(color.blue) << 8
          | Int(color.alpha)
      }
      runs("color", codes, count: count)
      numbers("size", [size.width, size.height])
    }
  }

  private mutating func write(_ geometry: PerFrame<Geometry>, count: Int) {
    switch geometry {
    case .constant(.projective(let projection)):
      numbers("projection", PlanText.numbers(projection))
    case .constant(.offset(let x, let y)):
      numbers("offset", [x, y])
    case .varying(let values):
      key("geometry")
      array { json in
        for value in values {
          json.array(inline: true) { json in
            switch value {
            case .offset(let x, let y):
              json.integer(x)
              json.integer(y)
            case .projective(let projection):
              for number in PlanText.numbers(projection) { json.integer(number) }
            }
          }
        }
      }
    }
  }

  // MARK: - Sound

  fileprivate mutating func write(_ audio: AudioPlan) {
    object { json in
      json.member("sampleRate", audio.sampleRate)
      json.member("channels", audio.channels)
      json.member("sampleCount", audio.sampleCount)
      json.list("spans", audio.spans) { json, span in
        json.member("of", PlanText.origin(span.origin))
        json.member("media", span.media.index)
        json.numbers("samples", [span.samples.lowerBound, span.samples.upperBound])
        json.member("sourceSample", span.sourceSample)
        json.member("speed", span.speed.description)
        json.member("pitch", span.pitch.rawValue)
        json.member("pan", span.pan)
        json.list("envelopes", span.envelopes) { json, envelope in
          json.member("purpose", envelope.purpose)
          json.list("points", envelope.points) { json, point in
            json.member("sample", point.sample)
            json.member("gain", point.gain)
            json.member("curve", name(point.curve))
          }
        }
      }
    }
  }
}

private func name(_ curve: GainPoint.Curve) -> String {
  switch curve {
  case .hold: "hold"
  case .linear: "linear"
  case .equalPower: "equal-power"
  }
}
