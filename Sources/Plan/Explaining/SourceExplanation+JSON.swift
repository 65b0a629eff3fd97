internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import RenderPlanning
internal import TimelineModel

extension SourceExplanation {
  func write(to json: inout JSONWriter) {
    json.member("media", media)
    description?.write(to: &json)
    json.member("sourceFrame", sourceFrame)
    if !mixture.isEmpty {
      json.key("mixture")
      json.array { json in
        for part in mixture {
          json.object(inline: true) { json in
            json.member("frame", part.frame)
            json.member("share", part.share)
          }
        }
      }
    }
    if let passage {
      json.key("between")
      json.object(inline: true) { json in
        json.member("first", passage.first)
        json.member("second", passage.second)
        json.member("share", passage.share)
      }
    }
    if let field {
      json.member("storedPicture", field.picture)
      json.member("field", field.isLater ? "later" : "earlier")
    }
    if let telecined {
      json.key("telecinedPictures")
      json.object(inline: true) { json in
        json.member("first", telecined.lowerBound)
        json.member("last", telecined.upperBound)
      }
    }
    if let moment {
      json.member("shownFrom", moment.shown?.start.description)
      json.member("shownTo", moment.shown?.end.description)
      json.member("sourceTime", moment.sourceTime.description)
      json.member("sourceStart", moment.sourceStart.description)
      json.member("usedTime", moment.used.description)
      json.member("itemStart", moment.start.description)
      json.member("speed", moment.speed.description)
      if moment.isRamp { json.member("ramp", true) }
      if let loop = moment.loop {
        json.member("loopStart", loop.start.description)
        json.member("loopLength", loop.length.description)
        json.member("pingPong", loop.isPingPong)
      }
      json.member("held", moment.hold.rawValue)
    }
    if let facts {
      json.member("times", Self.times(facts.frames))
      json.member("storedSize", facts.codedSize)
      json.member("pixelAspect", facts.pixelAspect.description)
      json.member("orientation", facts.orientation.description)
    }
    if let timestamp {
      json.key("container")
      json.object(inline: true) { json in
        json.member("ticks", timestamp.ticks)
        json.member("timeBase", timestamp.timeBase.description)
        json.member("origin", timestamp.origin.description)
        json.member("sourceTime", timestamp.sourceTime?.description)
        json.member("counted", timestamp.isCounted)
        json.member("exact", isExact)
      }
    }
    if let filter {
      json.key("filter")
      json.object { json in
        json.member("chain", filter.chain)
        json.member("alone", filter.blocks.isAlone)
        json.member("picture", filter.picture)
        json.member("firstFed", filter.firstFed)
      }
    }
    json.key("crop")
    json.object(inline: true) { json in
      json.member("x", crop.x)
      json.member("y", crop.y)
      json.member("width", crop.width)
      json.member("height", crop.height)
    }
    json.member("scaledTo", size)
    if let coding = description?.coding { coding.write(to: &json) }
  }

  private static func times(_ frames: FrameTimes) -> String {
    switch frames {
    case .still: "still"
    case .regular(_, let rate, _): "regular \(rate)"
    case .irregular: "irregular"
    }
  }
}

extension SourceDescription {
  func write(to json: inout JSONWriter) {
    json.member("sourceKind", kind)
    json.member("source", text)
    if let frameStream { json.member("pictureStream", frameStream) }
  }
}

extension CodingDescription {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("pixelFormat", pixelFormat)
    json.member("bitDepth", bitDepth)
    json.key("colours")
    json.array { json in
      for colour in colours {
        json.object(inline: true) { json in
          json.member("name", colour.name)
          json.member("value", colour.value)
          json.member("basis", colour.basis.rawValue)
        }
      }
    }
    json.member("deinterlaced", isDeinterlaced)
    json.member("light", light)
    json.member("alpha", alpha)
  }
}

// MARK: - Members

extension JSONWriter {
  mutating func member(_ name: String, _ item: ItemReference) {
    key(name)
    object { json in
      json.member("track", item.track)
      json.member("trackName", item.trackName)
      json.member("item", item.item)
      json.member("label", item.label)
      if !item.way.isEmpty {
        json.key("within")
        json.array { json in for label in item.way { json.string(label) } }
      }
      json.member("place", item.location?.description)
    }
  }

  mutating func member(_ name: String, _ chunk: ExplainedChunk?) {
    key(name)
    guard let chunk else { return null() }
    object { json in
      json.member("index", chunk.index)
      json.member("first", chunk.range.lowerBound)
      json.member("last", chunk.range.upperBound - 1)
      json.member("key", chunk.record.key)
      json.member("stored", chunk.record.isStored)
      if let sharing = chunk.record.sharing { json.member("sharing", sharing) }
    }
  }

  mutating func member(_ name: String, _ range: Range<Int>) {
    key(name)
    object(inline: true) { json in
      json.member("first", range.lowerBound)
      json.member("last", range.upperBound - 1)
    }
  }

  mutating func member(_ name: String, _ code: YCbCr) {
    key(name)
    array(inline: true) { json in for part in [code.y, code.cb, code.cr] { json.integer(part) } }
  }

  mutating func member(_ name: String, _ size: Size) {
    key(name)
    object(inline: true) { json in
      json.member("width", size.width)
      json.member("height", size.height)
    }
  }

  mutating func member(_ name: String, _ numbers: [Rational]) {
    key(name)
    array(inline: true) { json in for number in numbers { json.string(number.description) } }
  }

  mutating func member(_ name: String, _ pose: PoseMoment) {
    key(name)
    object { json in
      json.member("position", [pose.position.x, pose.position.y])
      json.member("scale", [pose.scale.x, pose.scale.y])
      json.member("rotation", [pose.rotationX, pose.rotationY, pose.rotationZ])
      json.member("skew", [pose.skew.x, pose.skew.y])
    }
  }
}
