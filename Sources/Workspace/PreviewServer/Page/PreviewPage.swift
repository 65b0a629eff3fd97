import Reports

/// The page of a preview: markup, style sheet and script of our own, each a resource of the server.
enum PreviewPage {
  /// Says nothing of the project: that comes as data, which the script puts in as text.
  static let html = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    \(HTMLMark.text)
    <title>cutlist preview</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="preview.css">
    <script src="preview.js" defer></script>
    </head>
    <body>
    <header>
    <h1 id="name">cutlist preview</h1>
    <span id="status" class="status" role="status">loading</span>
    <span id="facts" class="quiet"></span>
    </header>
    <main>
    <section id="viewer" aria-label="picture">
    <div id="screen"><canvas id="picture" role="img" aria-label="the frame at the playhead" width="16"
    height="9"></canvas><span id="badge" hidden></span><p id="trouble" hidden></p></div>
    <div class="readout"><output id="timecode">--:--:--:--</output>
    <output id="number" class="quiet"></output><output id="speed" class="quiet"></output></div>
    <input id="scrub" type="range" min="0" max="0" value="0" step="1" aria-label="playhead">
    <div class="buttons">
    <button id="first" title="first frame (Home)">|◂</button>
    <button id="back" title="one frame back (←, Shift: a second)">◂</button>
    <button id="reverse" title="play backwards, faster each time (J)">J</button>
    <button id="play" title="play or stop (Space; K stops, L plays, faster each time)">play</button>
    <button id="forward" title="play forwards, faster each time (L)">L</button>
    <button id="next" title="one frame on (→, Shift: a second)">▸</button>
    <button id="last" title="last frame (End)">▸|</button>
    <span class="gap"></span>
    <button id="in" title="in point at the playhead (I)">in</button>
    <button id="out" title="out point at the playhead (O)">out</button>
    <button id="clear" title="no in and out points (X)">clear</button>
    <button id="loop" aria-pressed="false" title="play again and again (R)">loop</button>
    <button id="mute" aria-pressed="false" title="no sound (M)">mute</button>
    <button id="before" aria-pressed="false" title="as it was before the last save (B)"
    disabled>before</button>
    </div>
    </section>
    <section id="text" aria-label="project file">
    <div id="findings"></div>
    <div class="bar"><select id="file" aria-label="file"></select>
    <span id="place" class="quiet"></span></div>
    <div id="source" tabindex="0" aria-label="text of the file"></div>
    </section>
    <section id="tracks" aria-label="timeline">
    <div class="tools"><label>zoom <input id="zoom" type="range" min="1" max="40" value="1"
    step="0.5"></label><span id="legend" class="quiet"><i class="key rendered"></i>rendered
    <i class="key missing"></i>not yet <i class="key changed"></i>changed by the last save</span></div>
    <div class="scroller"><div id="timeline" class="timeline"></div></div>
    </section>
    </main>
    </body>
    </html>

    """

  static let script = [
    PreviewScript.state, PreviewScript.picture, PreviewScript.playing, PreviewScript.tracks,
    PreviewScript.text, PreviewScript.keys,
  ].joined(separator: "\n")

  static let style =
    PreviewStyle.colors + "\n" + TrackDrawing.commonStyle + "\n" + PreviewStyle.layout
}
