import AudioMixing
public import Diagnostics
internal import MediaTime
import PixelGeometry
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
      json.key("masks")
      plan.masks.write(to: &json, count: 1)
      json.list("segments", plan.segments) { json, segment in
        json.numbers("frames", [segment.frames.lowerBound, segment.frames.upperBound])
        json.key("layers")
        segment.layers.write(to: &json, count: segment.frames.count)
      }
      json.key("audio")
      if let audio = plan.audio { json.write(audio) } else { json.null() }
      json.list("chunks", plan.chunks) { json, chunk in
        json.member("index", chunk.index)
        json.numbers("frames", [chunk.frames.lowerBound, chunk.frames.upperBound])
      }
      json.list("ledger", plan.ledger) { json, entry in
        json.key("origin")
        entry.origin.write(to: &json, count: 1)
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

  // MARK: - Sound

  fileprivate mutating func write(_ audio: AudioPlan) {
    object { json in
      json.member("sampleRate", audio.sampleRate)
      json.member("channels", audio.channels)
      json.member("sampleCount", audio.sampleCount)
      json.list("spans", audio.spans) { json, span in
        json.key("origin")
        span.origin.write(to: &json, count: 1)
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
            json.member("curve", point.curve.rawValue)
          }
        }
      }
    }
  }
}
