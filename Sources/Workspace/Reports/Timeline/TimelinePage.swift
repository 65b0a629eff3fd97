import AudioMixing
import Diagnostics
import BaseValues
import OutputKinds
import PlanModel
import TimelineModel

/// A timeline as HTML.
struct TimelinePage {
  var file: SourceFile
  var output: PlannedOutput
  var picture: TimelinePicture
  var findings: [Diagnostic]
  /// What the project says of itself.
  var note: String?
  /// Is played above the tracks.
  var movie: TimelineReport.EmbeddedMovie?
  private let drawing: TimelineDrawing

  init(
    file: SourceFile, output: PlannedOutput, picture: TimelinePicture,
    findings: [Diagnostic], note: String? = nil,
    movie: TimelineReport.EmbeddedMovie? = nil
  ) {
    self.movie = movie
    self.file = file
    self.output = output
    self.picture = picture
    self.findings = findings
    self.note = note
    drawing = TimelineDrawing(
      frameCount: picture.frameCount, rate: output.rate, places: PlaceStyles())
  }

  var html: String {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    var body = "<h1>\(HTMLText.escaped(name))</h1>\n\(facts)\n"
    if let note { body += "<p class=\"note\">\(HTMLText.escaped(note))</p>\n" }
    if let movie {
      body +=
        "<video id=\"movie\" controls preload=\"auto\" src=\"data:\(movie.type);base64,"
        + "\(Base64.text(movie.bytes))\"></video>\n"
    }
    let ruler = drawing.ruler(chunks: picture.program.chunkStarts, markers: picture.markers)
    body += drawing.scroller(
      [ruler, drawing.program(picture)] + drawing.loudness(picture.program.loudness)
        + picture.lanes.map(drawing.lane))
    body += FindingList(findings: findings, file: file).html + markerList + editList
    return HTMLPage(
      title: "\(name): timeline", style: TimelineDrawing.style + "\n" + drawing.places.css,
      script: drawing.script, showsMovie: movie != nil, body: body
    ).text
  }

  // MARK: - Facts

  private var facts: String {
    var facts = [
      "\(output.size.width) × \(output.size.height)", "\(rate) fps",
      "\(output.frameCount) frames", "\(timecode(output.frameCount)) long",
      "\(picture.program.chunkStarts.count) chunks",
    ]
    if let audio = output.audio {
      facts.append("\(audio.sampleRate) Hz, \(ChannelLayout(channels: audio.channels).name)")
      let integrated = picture.program.loudness?.integrated.map {
        "\(HTMLText.number($0, places: 1)) LUFS"
      }
      facts.append(
        integrated
          ?? (picture.program.loudness?.truePeak == nil ? "silent" : "too short or soft for LUFS"))
      if let peak = picture.program.loudness?.truePeak {
        facts.append("true peak \(HTMLText.number(peak, places: 1)) dBTP")
      }
    } else {
      facts.append("no sound")
    }
    return "<ul class=\"facts quiet\">\(facts.map { "<li>\($0)</li>" }.joined())</ul>"
  }

  private var rate: String {
    output.rate.seconds == 1
      ? "\(output.rate.frames)" : "\(output.rate.frames)/\(output.rate.seconds)"
  }

  private func timecode(_ frame: Int) -> String { drawing.timecode(frame) }

  // MARK: - Lists

  private var markerList: String {
    let rows = picture.markers.map { marker in
      [
        HTMLText.escaped(marker.name), HTMLText.escaped(marker.place), timecode(marker.frame),
        link(marker.frame, "\(marker.frame)"), HTMLText.escaped(marker.note),
      ]
    }
    return rows.isEmpty
      ? "" : "<h2>Markers</h2>\n" + table(["marker", "line", "time", "frame", "note"], rows)
  }

  /// What marks a frame on the tracks, where the movie has it.
  private func link(_ frame: Int, _ text: String) -> String {
    frame < picture.frameCount ? "<a href=\"#frame=\(frame)\">\(text)</a>" : text
  }

  /// - Parameter rows: cells as HTML.
  private func table(_ heads: [String], _ rows: [[String]]) -> String {
    let body = rows.map { cells in
      "<tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr>\n"
    }
    return "<table><tr>\(heads.map { "<th>\($0)</th>" }.joined())</tr>\n\(body.joined())</table>"
  }

  private var editList: String {
    var rows: [[String]] = []
    for lane in picture.lanes.reversed() {
      for item in lane.items {
        rows.append([
          HTMLText.escaped(lane.name), HTMLText.escaped(item.label), HTMLText.escaped(item.place),
          link(item.frames.lowerBound, timecode(item.frames.lowerBound)),
          timecode(item.frames.upperBound),
          item.frames.isEmpty
            ? "0"
            : "\(item.frames.count) (\(item.frames.lowerBound) to \(item.frames.upperBound - 1))",
          HTMLText.escaped(item.details.dropFirst().joined(separator: ", ")),
        ])
      }
    }
    let heads = ["track", "item", "line", "start", "end", "frames", ""]
    return "<h2>Items</h2>\n" + table(heads, rows)
  }
}
