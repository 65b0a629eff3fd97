import Diagnostics
import MediaOpening
import MediaProbing
import MediaSources
import BaseValues
import OutputKinds
import TimelineModel

/// What is known of files as one JSON document: `{"files": [ … ]}`, a file an object.
///
/// Times are exact fractions of seconds as text, `"1001/30000"`; what is not known is null. A file
/// that cannot be read has its path and an `error`, nothing else.
package enum ProbeJSON {
  package static func text(_ files: [ProbedFile]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.key("files")
      json.array { json in
        for file in files { json.object { json in write(file, to: &json) } }
      }
    }
    return json.text
  }

  private static func write(_ file: ProbedFile, to json: inout JSONWriter) {
    json.member("file", file.path)
    switch file.result {
    case .success(let report): write(report, to: &json)
    case .failure(let problem):
      json.key("error")
      json.object { json in
        json.member("id", problem.diagnostic.id.rawValue)
        json.member("message", problem.diagnostic.message)
        texts("notes", problem.diagnostic.notes.map(\.message), to: &json)
        texts("fixes", problem.diagnostic.fixes.map(\.message), to: &json)
      }
    }
  }

  private static func texts(_ name: String, _ texts: [String], to json: inout JSONWriter) {
    json.key(name)
    json.array { json in
      for text in texts { json.string(text) }
    }
  }

  /// Under our names where they are known; of two of one name the first.
  private static func tags(_ tags: [FileDetails.Tag], to json: inout JSONWriter) {
    var names: Set<String> = []
    json.key("tags")
    json.object { json in
      for tag in tags {
        let named = MovieTag(libraryName: tag.name, value: tag.value)
        if names.insert(named.name).inserted { json.member(named.name, named.value) }
      }
    }
  }

  private static func time(_ name: String, _ time: Rational?, to json: inout JSONWriter) {
    json.member(name, time?.description)
  }

  private static func write(_ report: MediaReport, to json: inout JSONWriter) {
    json.member("format", report.details.format)
    json.member("formatTitle", report.details.formatTitle)
    time("duration", report.duration, to: &json)
    time("announcedDuration", report.details.announcedDuration, to: &json)
    json.member("recorded", report.details.recorded)
    json.member("timecode", report.details.timecode)
    tags(report.details.tags, to: &json)
    json.key("chapters")
    json.array { json in
      for chapter in report.details.chapters {
        json.object { json in
          time("start", chapter.start, to: &json)
          json.member("title", chapter.title)
        }
      }
    }
    json.key("streams")
    json.array { json in
      for stream in report.details.streams {
        json.object { json in write(stream, report, to: &json) }
      }
    }
    json.key("sequence")
    if let sequence = report.sequence {
      json.object { json in
        json.member("first", sequence.first)
        json.member("last", sequence.last)
        json.member("count", sequence.count)
        json.member("missing", sequence.missing)
      }
    } else {
      json.null()
    }
    json.key("video")
    if let picture = report.picture {
      json.object { json in write(picture, report.details.coding, to: &json) }
    } else {
      json.null()
    }
    json.key("audio")
    if let sound = report.sound {
      json.object { json in write(sound, to: &json) }
    } else {
      json.null()
    }
    json.key("irregularities")
    json.array { json in
      for irregularity in report.irregularities {
        json.object { json in
          json.member("id", irregularity.id.rawValue)
          json.member("message", irregularity.message)
        }
      }
    }
  }

  private static func write(
    _ stream: FileDetails.Stream, _ report: MediaReport, to json: inout JSONWriter
  ) {
    json.member("index", stream.index)
    json.member("kind", stream.kind.rawValue)
    json.member("number", stream.number)
    json.member("mediaType", stream.mediaType)
    json.member("used", report.usedStreams.contains(stream.index))
    json.member("default", stream.isDefault)
    json.member("codec", stream.codec)
    json.member("profile", stream.profile)
    json.member("language", stream.language)
    json.member("title", stream.title)
    texts("roles", stream.roles, to: &json)
    tags(stream.tags, to: &json)
    if stream.kind == .cover { json.member("bytes", stream.byteCount) }
    switch stream.kind {
    case .video, .cover:
      json.member("width", stream.width)
      json.member("height", stream.height)
    case .audio:
      json.member("sampleRate", stream.sampleRate)
      json.member("channels", stream.channels)
      json.member("layout", stream.layout.isEmpty ? nil : stream.layout)
      json.member("sampleFormat", stream.sampleFormat)
    case .other: break
    }
  }

  private static func write(
    _ picture: MediaReport.Picture, _ coding: FileDetails.Coding?, to json: inout JSONWriter
  ) {
    json.member("codedWidth", picture.codedSize.width)
    json.member("codedHeight", picture.codedSize.height)
    json.member("shownWidth", picture.shownSize.width)
    json.member("shownHeight", picture.shownSize.height)
    time("pixelAspect", picture.pixelAspect, to: &json)
    json.member("orientation", picture.orientation.rawValue)
    json.member("alpha", picture.hasAlpha)
    json.member("pixelFormat", coding?.pixelFormat)
    json.member("bitDepth", coding?.bitDepth)
    json.member("interlaced", coding?.isInterlaced)
    json.member("topFieldFirst", coding?.isInterlaced == true ? coding?.isTopFieldFirst : nil)
    json.key("colour")
    json.object { json in
      for (name, colours) in [("tagged", coding?.tagged), ("assumed", coding?.assumed)] {
        json.key(name)
        json.object(inline: true) { json in
          json.member("matrix", colours?.matrix)
          json.member("range", colours?.range)
          json.member("primaries", colours?.primaries)
          json.member("transfer", colours?.transfer)
        }
      }
    }
    json.member("colourProfile", coding?.profile)
    json.member("still", picture.isStill)
    json.member("frames", picture.count)
    json.member("frameRate", picture.rate?.description)
    time("shortestFrame", picture.shortestFrame, to: &json)
    time("longestFrame", picture.longestFrame, to: &json)
    time("first", picture.first, to: &json)
    time("last", picture.last, to: &json)
    time("end", picture.end, to: &json)
    json.member("keyFrames", picture.keyCount)
    json.member("greatestKeyDistance", picture.greatestKeyDistance)
  }

  private static func write(_ sound: MediaReport.Sound, to json: inout JSONWriter) {
    json.member("sampleRate", sound.sampleRate)
    json.member("channels", sound.channels)
    json.member("firstSample", sound.firstSample)
    json.member("lastSample", sound.lastSample)
    json.member("droppedSamples", sound.droppedSamples)
  }
}
