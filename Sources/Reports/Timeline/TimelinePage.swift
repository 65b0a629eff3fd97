import Diagnostics
import MediaTime
import PixelGeometry
import PlanModel
import TimelineModel

/// A timeline as HTML. Horizontal places are in percent of the movie, so that the page zooms.
struct TimelinePage {
  var file: SourceFile
  var output: PlannedOutput
  var picture: TimelinePicture
  var loudness: TimelineMaterial.Loudness?
  var findings: [Diagnostic]
  /// What the project says of itself.
  var note: String?
  private let places = PlaceStyles()

  init(
    file: SourceFile, output: PlannedOutput, picture: TimelinePicture,
    loudness: TimelineMaterial.Loudness?, findings: [Diagnostic], note: String? = nil
  ) {
    self.file = file
    self.output = output
    self.picture = picture
    self.loudness = loudness
    self.findings = findings
    self.note = note
  }

  var html: String {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    var body = "<h1>\(HTMLText.escaped(name))</h1>\n\(facts)\n"
    if let note { body += "<p class=\"note\">\(HTMLText.escaped(note))</p>\n" }
    body += """
      <div class="tools"><label>zoom <input id="zoom" type="range" min="1" max="40" value="1" \
      step="0.5"></label> <span id="place" class="quiet">click a track to see the frame</span></div>
      <div class="scroller"><div id="timeline" class="timeline">
      \(ruler)
      \(program)
      \(picture.lanes.map(lane).joined(separator: "\n"))
      <div id="head" class="head"></div>
      </div></div>

      """
    body += FindingList(findings: findings, file: file).html + markerList + editList
    return HTMLPage(
      title: "\(name): timeline", style: Self.style + "\n" + places.css, script: script, body: body
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
      facts.append("\(audio.sampleRate) Hz, \(audio.channels == 1 ? "mono" : "stereo")")
      let integrated = loudness?.integrated.map { "\(HTMLText.number($0, places: 1)) LUFS" }
      facts.append(integrated ?? "silent")
      if let peak = loudness?.truePeak {
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

  private func timecode(_ frame: Int) -> String {
    Timecode.text(FrameIndex(Int64(frame)), rate: output.rate)
  }

  // MARK: - Lanes

  /// A tick about each tenth of the movie, at whole seconds where there are enough.
  private var ruler: String {
    let perSecond = max(
      1, Int((output.rate.frames + output.rate.seconds - 1) / output.rate.seconds))
    let steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].map { $0 * perSecond }
    let step = steps.first { picture.frameCount / $0 <= 10 } ?? picture.frameCount / 10
    let ticks = stride(from: 0, to: max(1, picture.frameCount), by: max(1, step)).map { frame in
      "<span class=\"tick \(place(frame))\">\(timecode(frame))</span>"
    }
    let chunks = picture.program.chunkStarts.map { frame in
      "<i class=\"chunk \(place(frame))\" title=\"chunk begins at frame \(frame)\"></i>"
    }
    let markers = picture.markers.map(flag)
    return "<div class=\"lane ruler\(markers.isEmpty ? "" : " marked")\"><div class=\"name\"></div>"
      + "<div class=\"strip\">\((ticks + chunks + markers).joined())</div></div>"
  }

  /// A marker at its frame, on the left of it where it stands near the movie's end.
  private func flag(_ marker: TimelinePicture.Marker) -> String {
    let frame = min(marker.frame, picture.frameCount)
    let isLate = frame > picture.frameCount - picture.frameCount / 8
    let tip = [marker.name, moment(marker), marker.note, "at \(marker.place)"]
    let color = marker.color.map { " " + places.name(color: $0) } ?? ""
    return "<span class=\"marker\(isLate ? " late" : "") \(place(frame))\(color)\" "
      + "title=\"\(attribute(tip))\">\(HTMLText.escaped(marker.name))</span>"
  }

  private func moment(_ marker: TimelinePicture.Marker) -> String {
    "\(timecode(marker.frame)), frame \(marker.frame)"
  }

  private var program: String {
    var strip = "<div class=\"item program \(places.name(left: "0", width: "100"))\">"
    strip += thumbnails(picture.program.thumbnails, within: 0..<picture.frameCount)
    strip += wave(picture.program.sound) + "</div>"
    return row("movie", notes: [], kind: "program", strip)
  }

  private func lane(_ lane: TimelinePicture.Lane) -> String {
    let kind = lane.kind.word
    let items = lane.items.map { item($0, kind: kind) }
    let transitions = lane.transitions.map { transition in
      let tip = [
        transition.name, lines(transition.frames), transition.note ?? "", transition.place,
      ]
      return "<div class=\"transition \(place(transition.frames))\" "
        + "title=\"\(attribute(tip))\"><b>\(HTMLText.escaped(transition.name))</b></div>"
    }
    let isMute = lane.items.allSatisfy { $0.sound == nil }
    return row(
      lane.name, notes: lane.notes, kind: isMute ? "\(kind) mute" : kind,
      (items + transitions).joined())
  }

  private func row(_ name: String, notes: [String], kind: String, _ strip: String) -> String {
    let quiet = notes.map { "<small>\(HTMLText.escaped($0))</small>" }.joined()
    return "<div class=\"lane \(kind)\"><div class=\"name\"><b>\(HTMLText.escaped(name))</b>"
      + "\(quiet)</div><div class=\"strip\">\(strip)</div></div>"
  }

  private func item(_ item: TimelinePicture.Item, kind: String) -> String {
    let tip = [item.label, lines(item.frames)] + item.details + ["at \(item.place)"]
    return
      "<div class=\"item \(kind) \(place(item.frames))\" title=\"\(attribute(tip))\">"
      + thumbnails(item.thumbnails, within: item.frames) + wave(item.sound)
      + "<span class=\"label\">\(HTMLText.escaped(item.label))</span></div>"
  }

  private func thumbnails(
    _ thumbnails: [TimelinePicture.Thumbnail], within frames: Range<Int>
  ) -> String {
    if thumbnails.isEmpty { return "" }
    let pictures = thumbnails.map { thumbnail in
      HTMLPage.image(
        thumbnail.jpeg, type: "image/jpeg", alt: "frame \(thumbnail.frame)",
        attributes: "title=\"frame \(thumbnail.frame), \(timecode(thumbnail.frame))\"")
    }
    return "<div class=\"pictures\">\(pictures.joined())</div>"
  }

  /// The sound's shape about a middle line, and its gain from 0 at the bottom to its highest.
  private func wave(_ sound: TimelinePicture.AudioPicture?) -> String {
    guard let sound, !sound.peaks.isEmpty else { return "" }
    let count = sound.peaks.count
    var upper = ""
    var lower = ""
    for (index, peak) in sound.peaks.enumerated() {
      let x = HTMLText.number(1000 * (Double(index) + 0.5) / Double(count), places: 1)
      let height = 20 * min(1, Double(peak))
      upper += "\(x),\(HTMLText.number(20 - height)) "
      lower = "\(x),\(HTMLText.number(20 + max(height, 0.2))) " + lower
    }
    var svg = "<svg class=\"wave\" viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\">"
    svg += "<polygon points=\"\(upper)\(lower)\"/>"
    if sound.gain.contains(where: { $0.factor != 1 }) {
      let most = max(1, sound.gain.map(\.factor).max() ?? 1)
      let points = sound.gain.map { point in
        "\(HTMLText.number(1000 * point.place, places: 1)),"
          + HTMLText.number(39 - 38 * point.factor / most)
      }
      svg += "<polyline points=\"\(points.joined(separator: " "))\"/>"
    }
    return svg + "</svg>"
  }

  // MARK: - List

  private var markerList: String {
    let rows = picture.markers.map { marker in
      [marker.name, marker.place, timecode(marker.frame), "\(marker.frame)", marker.note]
    }
    return rows.isEmpty
      ? "" : "<h2>Markers</h2>\n" + table(["marker", "line", "time", "frame", "note"], rows)
  }

  private func table(_ heads: [String], _ rows: [[String]]) -> String {
    let body = rows.map { cells in
      "<tr>\(cells.map { "<td>\(HTMLText.escaped($0))</td>" }.joined())</tr>\n"
    }
    return "<table><tr>\(heads.map { "<th>\($0)</th>" }.joined())</tr>\n\(body.joined())</table>"
  }

  private var editList: String {
    var rows: [[String]] = []
    for lane in picture.lanes.reversed() {
      for item in lane.items {
        rows.append([
          lane.name, item.label, item.place, timecode(item.frames.lowerBound),
          timecode(item.frames.upperBound), "\(item.frames.count)",
          item.details.dropFirst().joined(separator: ", "),
        ])
      }
    }
    let heads = ["track", "item", "line", "start", "end", "frames", ""]
    return "<h2>Items</h2>\n" + table(heads, rows)
  }

  // MARK: - Text

  private func lines(_ frames: Range<Int>) -> String {
    "frames \(frames.lowerBound) to \(frames.upperBound - 1)"
  }

  private func attribute(_ lines: [String]) -> String {
    HTMLText.escaped(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  private func left(_ frame: Int) -> String { HTMLText.percent(frame, of: picture.frameCount) }

  /// The class of what begins at a frame.
  private func place(_ frame: Int) -> String { places.name(left: left(frame)) }

  /// The class of what is as long as some frames.
  private func place(_ frames: Range<Int>) -> String {
    places.name(left: left(frames.lowerBound), width: left(frames.count))
  }
}
