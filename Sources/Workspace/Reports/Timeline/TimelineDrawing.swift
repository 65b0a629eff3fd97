import BaseValues
import TimelineModel

/// Draws tracks as HTML, one row each. Horizontal places are in percent of the movie, so that the page
/// zooms.
struct TimelineDrawing {
  /// What the whole width stands for, in output frames.
  var frameCount: Int
  var rate: FrameRate
  let places: PlaceStyles
  /// Whether items carry their places in the file for a script: `data-at="12:7"`.
  var tellsPlaces = false

  // MARK: - Rows

  /// Rows that zoom and scroll together; a click marks a frame on all of them.
  ///
  /// - Parameter style: a class beside the timeline's own; empty for none, and for the picture of the frame that
  ///   is marked.
  func scroller(_ rows: [String], style: String = "") -> String {
    """
    <div class="tools"><label>zoom <input id="zoom" type="range" min="1" max="40" value="1" \
    step="0.5"></label> <span id="place" class="quiet">click a track to see the frame</span>\
    \(style.isEmpty ? "<img id=\"shown\" alt=\"\" hidden>" : "")</div>
    <div class="scroller"><div id="timeline" class="timeline\(style.isEmpty ? "" : " ")\(style)">
    \(rows.joined(separator: "\n"))
    <div id="head" class="head"></div>
    </div></div>

    """
  }

  /// A tick about each tenth of the movie, at whole seconds where there are enough.
  ///
  /// - Parameters:
  ///   - chunks: first frames of chunks.
  ///   - end: where the movie ends, if that is before the end of the row.
  func ruler(
    _ name: String = "", notes: [String] = [], chunks: [Int] = [],
    markers: [TimelinePicture.Marker] = [], end: Int? = nil
  ) -> String {
    let perSecond = max(1, Int((rate.frames + rate.seconds - 1) / rate.seconds))
    let steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].map { $0 * perSecond }
    let step = steps.first { frameCount / $0 <= 10 } ?? frameCount / 10
    var strip = stride(from: 0, to: max(1, frameCount), by: max(1, step)).map { frame in
      "<span class=\"tick \(place(frame))\">\(timecode(frame))</span>"
    }
    strip += chunks.map { frame in
      "<i class=\"chunk \(place(frame))\" title=\"chunk begins at frame \(frame)\"></i>"
    }
    strip += markers.map(flag)
    if let end, end < frameCount {
      strip.append("<i class=\"beyond \(place(end..<frameCount))\" title=\"the end\"></i>")
    }
    return row(
      name, notes: notes, kind: markers.isEmpty ? "ruler" : "ruler marked", strip.joined())
  }

  /// A marker at its frame, on the left of it where it stands near the movie's end.
  private func flag(_ marker: TimelinePicture.Marker) -> String {
    let frame = min(marker.frame, frameCount)
    let isLate = frame > frameCount - frameCount / 8
    let tip = [marker.name, moment(marker), marker.note, "at \(marker.place)"]
    let color = marker.color.map { " " + places.name(color: $0) } ?? ""
    return "<span class=\"marker\(isLate ? " late" : "") \(place(frame))\(color)\" "
      + "title=\"\(attribute(tip))\"\(told(marker.place, frame..<frame + 1))>\(numbers(marker.marks))"
      + "\(HTMLText.escaped(marker.name))</span>"
  }

  func moment(_ marker: TimelinePicture.Marker) -> String {
    "\(timecode(marker.frame)), frame \(marker.frame)"
  }

  /// The composed movie in small pictures, and its sound.
  func program(_ picture: TimelinePicture) -> String {
    var strip = "<div class=\"item program \(places.name(left: "0", width: "100"))\">"
    strip += thumbnails(picture.program.thumbnails, within: 0..<picture.frameCount)
    strip += wave(picture.program.sound) + "</div>"
    return row("movie", notes: [], kind: "program", strip)
  }

  func lane(_ lane: TimelinePicture.Lane) -> String {
    let kind = lane.kind.word
    let items = lane.items.map { item($0, kind: kind) }
    let transitions = lane.transitions.map { transition in
      let tip = [
        transition.name, lines(transition.frames), transition.note ?? "", transition.place,
      ]
      return "<div class=\"transition \(place(transition.frames))\(styles(transition.marks))\" "
        + "title=\"\(attribute(tip))\"\(told(transition.place, transition.frames))>\(numbers(transition.marks))"
        + "<b>\(HTMLText.escaped(transition.name))</b></div>"
    }
    let ripples = lane.ripples.map { ripple in
      "<div class=\"ripple \(place(ripple.frames))\" title=\"\(attribute([ripple.words]))\">"
        + "\(numbers([ripple.mark]))\(HTMLText.escaped(ripple.words))</div>"
    }
    let isMute = lane.items.allSatisfy { $0.sound == nil }
    return row(
      lane.name, notes: lane.notes, kind: isMute ? "\(kind) mute" : kind, marks: lane.marks,
      (items + transitions + ripples).joined())
  }

  func row(
    _ name: String, notes: [String], kind: String, marks: [TimelinePicture.Mark] = [],
    _ strip: String
  ) -> String {
    let quiet = notes.map { "<small>\(HTMLText.escaped($0))</small>" }.joined()
    let strong = name.isEmpty ? "" : "<b>\(HTMLText.escaped(name))</b>"
    return "<div class=\"lane \(kind)\"><div class=\"name\">\(numbers(marks))\(strong)"
      + "\(quiet)</div><div class=\"strip\">\(strip)</div></div>"
  }

  private func item(_ item: TimelinePicture.Item, kind: String) -> String {
    let tip = [item.label, lines(item.frames)] + item.details + ["at \(item.place)"]
    let form = item.form == .whole ? "" : " \(item.form.rawValue)"
    return
      "<div class=\"item \(kind) \(place(item.frames))\(form)\(styles(item.marks))\" "
      + "title=\"\(attribute(tip))\"\(told(item.place, item.frames))>"
      + thumbnails(item.thumbnails, within: item.frames)
      + (item.heard == nil ? wave(item.sound, within: item.frames) : "")
      + "<span class=\"label\">\(numbers(item.marks))\(HTMLText.escaped(item.label))</span></div>"
      + heard(item)
  }

  /// The sound of a clip that begins or ends elsewhere than its picture, where it is heard.
  private func heard(_ item: TimelinePicture.Item) -> String {
    guard let heard = item.heard else { return "" }
    let tip = [item.label] + heard.words + [lines(heard.frames)]
    return "<div class=\"heard \(place(heard.frames))\" title=\"\(attribute(tip))\">"
      + "\(wave(item.sound, within: heard.frames))</div>"
  }

  // MARK: - Marks

  /// The class of what was done to a part; of several the first one's.
  private func styles(_ marks: [TimelinePicture.Mark]) -> String {
    marks.first.map { " \($0.kind.rawValue)" } ?? ""
  }

  /// Numbers that lead to changes.
  func numbers(_ marks: [TimelinePicture.Mark]) -> String {
    marks.map { mark in
      "<a class=\"number \(mark.kind.rawValue)\" href=\"#change-\(mark.number)\">"
        + "\(mark.number)</a>"
    }.joined()
  }

  // MARK: - Pictures and sound

  func thumbnails(
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
  ///
  /// - Parameter frames: what it is drawn in, where it may begin or end elsewhere than that: with transitions
  ///   a clip is heard for longer than it is by itself.
  func wave(
    _ sound: TimelinePicture.AudioPicture?, within frames: Range<Int>? = nil
  ) -> String {
    guard let sound, !sound.peaks.isEmpty else { return "" }
    var style = "wave"
    if let frames, !frames.isEmpty, let (start, length) = sound.seconds {
      let perSecond = Double(rate.frames) / Double(rate.seconds)
      let left = (start * perSecond - Double(frames.lowerBound)) / Double(frames.count)
      let width = length * perSecond / Double(frames.count)
      if abs(left) > 0.001 || abs(width - 1) > 0.001 {
        style +=
          " "
          + places.name(
            left: HTMLText.number(100 * left, places: 2),
            width: HTMLText.number(100 * width, places: 2))
      }
    }
    let count = sound.peaks.count
    var upper = ""
    var lower = ""
    for (index, peak) in sound.peaks.enumerated() {
      let x = HTMLText.number(1000 * (Double(index) + 0.5) / Double(count), places: 1)
      let height = 20 * min(1, Double(peak))
      upper += "\(x),\(HTMLText.number(20 - height)) "
      lower = "\(x),\(HTMLText.number(20 + max(height, 0.2))) " + lower
    }
    var svg = "<svg class=\"\(style)\" viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\">"
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

  // MARK: - Text

  func timecode(_ frame: Int) -> String { Timecode.text(FrameIndex(Int64(frame)), rate: rate) }

  private func lines(_ frames: Range<Int>) -> String {
    "frames \(frames.lowerBound) to \(frames.upperBound - 1)"
  }

  private func attribute(_ lines: [String]) -> String {
    HTMLText.escaped(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  /// What a script knows of a part.
  private func told(_ place: String, _ frames: Range<Int>? = nil) -> String {
    if !tellsPlaces { return "" }
    let first = frames.map { " data-frame=\"\($0.lowerBound)\"" } ?? ""
    return " data-at=\"\(HTMLText.escaped(place))\"" + first
  }

  private func left(_ frame: Int) -> String { HTMLText.percent(frame, of: frameCount) }

  /// The class of what begins at a frame.
  private func place(_ frame: Int) -> String { places.name(left: left(frame)) }

  /// The class of what is as long as some frames.
  private func place(_ frames: Range<Int>) -> String {
    places.name(left: left(frames.lowerBound), width: left(frames.count))
  }

  // MARK: - Script

  /// Zooms about what is looked at, and tells the frame under a click, with the nearest picture that
  /// the page has; `#frame=N` in the address marks that frame.
  var script: String {
    """
    const frames = \(frameCount), rate = \(rate.frames) / \(rate.seconds);
    const timeline = document.getElementById('timeline'), view = timeline.parentElement;
    const head = document.getElementById('head'), place = document.getElementById('place');
    const shown = document.getElementById('shown'), movie = document.getElementById('movie');
    const pictures = [...timeline.querySelectorAll('.program .pictures img')];
    const number = picture => Number(picture.alt.replace('frame ', ''));
    const strip = () => timeline.querySelector('.strip').getBoundingClientRect();
    let marked = null;
    function mark(frame) {
      if (!(frame >= 0 && frame < frames)) return;
      marked = frame;
      const box = strip();
      head.style.left =
        (box.left - timeline.getBoundingClientRect().left + box.width * frame / frames) + 'px';
      head.style.display = 'block';
      place.textContent = 'frame ' + frame + ', ' + (frame / rate).toFixed(3) + ' s';
      if (movie && movie.paused) movie.currentTime = (frame + 0.5) / rate;
      if (!shown || pictures.length === 0) return;
      const near = pictures.reduce((a, b) =>
        Math.abs(number(b) - frame) < Math.abs(number(a) - frame) ? b : a);
      shown.src = near.src;
      shown.alt = near.alt;
      shown.hidden = false;
      if (number(near) !== frame) place.textContent += '; the nearest picture is ' + near.alt;
    }
    // What is marked stays where it is, or else what is in the middle.
    document.getElementById('zoom').addEventListener('input', event => {
      const left = view.getBoundingClientRect().left, box = strip();
      const names = timeline.querySelector('.name').getBoundingClientRect().width;
      let at = (names + view.clientWidth) / 2;
      if (marked !== null) {
        const x = box.left - left + box.width * marked / frames;
        if (x >= names && x <= view.clientWidth) at = x;
      }
      const share = (at + left - box.left) / box.width;
      timeline.style.setProperty('--zoom', event.target.value);
      const now = strip();
      view.scrollLeft += now.left - left + now.width * share - at;
      if (marked !== null) mark(marked);
    });
    timeline.addEventListener('click', event => {
      const box = strip();
      mark(Math.floor((event.clientX - box.left) / box.width * frames));
    });
    function ask() {
      const asked = /^#frame=([0-9]+)$/.exec(location.hash);
      if (!asked) return;
      mark(Number(asked[1]));
      const box = strip();
      view.scrollLeft += box.left - view.getBoundingClientRect().left
        + box.width * Number(asked[1]) / frames - view.clientWidth / 2;
    }
    addEventListener('hashchange', ask);
    ask();
    if (movie) {
      movie.addEventListener('timeupdate', () => {
        if (!movie.paused) mark(Math.floor(movie.currentTime * rate));
      });
    }
    """
  }
}
