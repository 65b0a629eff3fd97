internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import RenderPlanning
internal import TimelineModel

extension FrameExplanation {
  /// The same facts as data. Times are exact fractions of seconds in text.
  package var json: String {
    var json = JSONWriter()
    json.object { write(to: &$0) }
    return json.text
  }

  private func write(to json: inout JSONWriter) {
    json.member("project", project)
    json.member("frame", frame)
    json.member("frameCount", frameCount)
    json.member("frameRate", rate.description)
    json.member("time", time?.description)
    json.member("frameDuration", rate.frameDuration.description)
    json.member("timecode", timecode)
    if let marker {
      json.key("marker")
      json.object(inline: true) { json in
        json.member("name", marker.name?.value)
        json.member("frame", marker.frame.value)
      }
    }
    json.member("segment", segment)
    json.member("chunk", chunk)
    json.member("background", background)
    json.member("bitDepth", bitDepth == 8 ? nil : bitDepth)
    json.key("layers")
    json.array { json in for layer in layers { layer.write(to: &json) } }
    if let pixel {
      json.key("pixel")
      json.object { pixel.write(to: &$0) }
    }
    if let sound {
      json.key("sound")
      json.object { sound.write(to: &$0) }
    }
  }
}

extension LayerExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("shown", hiddenBecause == nil)
      if let hiddenBecause { json.member("reason", hiddenBecause) }
      switch content {
      case .picture(let picture): picture.write(to: &json)
      case .transition(let transition): transition.write(to: &json)
      }
    }
  }
}

extension TransitionExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("item", item)
    json.member("kind", "transition")
    json.member("transition", item.label)
    json.member("start", range?.start.description)
    json.member("duration", range?.duration.description)
    json.member("progress", progress?.even.description)
    json.member("easing", Words.easing(easing))
    json.member("eased", progress?.eased.description)
    if let weight { json.member("weight", weight) }
    origins.write(to: &json)
    for (side, picture) in [("from", from), ("to", to)] {
      json.key(side)
      guard let picture else {
        json.null()
        continue
      }
      json.object { json in
        json.member("shown", picture.hiddenBecause == nil)
        if let reason = picture.hiddenBecause { json.member("reason", reason) }
        picture.write(to: &json)
      }
    }
  }
}

extension PictureExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("item", item)
    switch content {
    case .source(let source):
      json.member("kind", "source")
      source.write(to: &json)
    case .text(let text):
      json.member("kind", text.raster.shape == nil ? "text" : "shape")
      text.write(to: &json)
    case .color(let color, let size):
      json.member("kind", "color")
      json.member("color", Words.color(color))
      json.member("size", size)
    case .gradient(let from, let to, let size):
      json.member("kind", "gradient")
      json.member("from", Words.color(from))
      json.member("to", Words.color(to))
      json.member("size", size)
    case .group(let size):
      json.member("kind", "group")
      json.member("size", size)
    case .nothing:
      json.member("kind", "nothing")
    }
    if let geometry { json.member("geometry", Words.geometry(geometry)) }
    if let window {
      json.key("window")
      json.object(inline: true) { json in
        json.member("x", window.x)
        json.member("y", window.y)
        json.member("width", window.width)
        json.member("height", window.height)
      }
    }
    if !changes.isEmpty {
      json.key("changes")
      json.array(inline: true) { json in for change in changes { json.string(change) } }
    }
    if let moment { moment.write(to: &json, isTitle: item.isTitle) }
    json.key("animations")
    json.array { json in for animation in animations { animation.write(to: &json) } }
    origins.write(to: &json)
    if let weight { json.member("weight", weight) }
  }
}

extension LayerMoment {
  fileprivate func write(to json: inout JSONWriter, isTitle: Bool) {
    json.member("opacity", opacity.description)
    json.member("anchor", [anchor.x, anchor.y])
    json.member("pose", pose)
    if isTitle {
      json.member("titleOpacity", groupOpacity.description)
      json.member("titlePose", group)
    } else if groupOpacity != .one {
      json.member("fadeOpacity", groupOpacity.description)
    }
  }
}

extension AnimationExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("property", moment.property.name)
      json.member("ofTitle", moment.owner == .title)
      if moment.owner == .fade { json.member("ofFade", true) }
      if let effect { json.member("ofEffect", effect) }
      json.member("place", location?.description)
      json.member("begin", begin?.description)
      json.member("duration", duration.description)
      json.member("state", moment.state.rawValue)
      json.member("value", moment.value)
      json.member("progress", moment.progress?.even.description)
      json.member("easing", Words.easing(easing))
      json.member("eased", moment.progress?.eased.description)
      json.key("keys")
      json.array { json in
        for key in keys {
          json.object(inline: true) { json in
            json.member("time", key.time.description)
            json.member("value", key.value)
          }
        }
      }
    }
  }
}

extension TextExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    if let shape = raster.shape {
      json.member("shape", shape.kind.rawValue)
      json.member("width", ShapePath.pixels(shape.width).description)
      json.member("height", ShapePath.pixels(shape.height).description)
    } else {
      json.member("text", raster.style.text)
    }
    for fact in raster.shape?.facts ?? raster.style.facts {
      switch fact.value {
      case .integer(let number): json.member(fact.key, number)
      case .number(let number): json.member(fact.key, number.description)
      case .color(let color): json.member(fact.key, Words.color(color))
      case .none: json.member(fact.key, true)
      }
    }
    json.member("rasterScale", raster.scale)
    if raster.shape != nil { return }
    json.key("fonts")
    json.array { json in
      for font in fonts {
        json.object(inline: true) { json in
          json.member("path", font.path)
          json.member("face", font.face)
          json.member("slanted", font.isSheared)
        }
      }
    }
    let moved = MovedText.all(in: raster.style)
    if moved.isEmpty { return }
    json.key("moves")
    json.array { json in
      for part in moved {
        json.object(inline: true) { json in
          json.member("text", part.text)
          json.member("x", part.move.x.description)
          json.member("y", part.move.y.description)
          json.member("scale", part.move.scale.description)
          json.member("spread", part.move.spread.description)
          json.member("opacity", part.move.opacity.description)
          if let shown = part.shown { json.member("shown", shown) }
        }
      }
    }
  }
}

extension PixelExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("x", x)
    json.member("y", y)
    json.key("steps")
    json.array { json in
      for step in steps {
        json.object(inline: true) { json in
          json.member("layer", step.layer)
          json.member("code", step.code)
          json.member("alpha", step.alpha)
          json.key("rgb")
          json.array(inline: true) { json in
            for part in [step.red, step.green, step.blue] { json.integer(part) }
          }
        }
      }
    }
  }
}
