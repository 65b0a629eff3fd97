extension PreviewScript {
  /// The tracks.
  static let tracks = #"""
    const timeline = $('timeline'), view = timeline.parentElement;
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [sheet];
    let drawn = { edit: 0, complete: false };
    let isDrawing = false;

    async function showTracks() {
      if (!shown()) return;
      const complete = state.drawn === shown().edit;
      if (isDrawing || drawn.edit === shown().edit && drawn.complete >= complete) {
        paintChunks();
        return;
      }
      isDrawing = true;
      const edit = shown().edit;
      try {
        const response = await fetch('timeline?edit=' + edit);
        if (response.ok) {
          const tracks = await response.json();
          const left = view.scrollLeft;
          sheet.replaceSync(tracks.css);
          timeline.innerHTML = tracks.html;
          addChunks();
          const head = document.createElement('div');
          head.id = 'head';
          head.className = 'head';
          timeline.append(head);
          view.scrollLeft = left;
          drawn = { edit, complete: tracks.complete };
          timeline.dataset.edit = edit;
        }
      } catch {}
      isDrawing = false;
      placeHead();
      if (shown().edit !== edit) showTracks();
    }

    function addChunks() {
      const row = document.createElement('div');
      row.className = 'lane chunks';
      const name = document.createElement('div');
      name.className = 'name quiet';
      name.textContent = 'chunks';
      const strip = document.createElement('div');
      strip.className = 'strip';
      strip.append(document.createElement('canvas'));
      row.append(name, strip);
      timeline.insertBefore(row, timeline.children[1] || null);
      paintChunks();
    }

    function paintChunks() {
      const area = timeline.querySelector('.chunks canvas');
      if (!area || !shown()) return;
      area.width = Math.min(8000, Math.max(300, Math.round(area.clientWidth * 2)));
      area.height = 18;
      const context = area.getContext('2d');
      const scale = area.width / Math.max(1, shown().frames);
      let rendered = 0;
      for (const [start, end, , state] of shown().chunks) {
        rendered += state;
        context.fillStyle = state ? '#4fae6a' : '#8a919e';
        context.fillRect(start * scale, 4, Math.max(1, (end - start) * scale - 2), 14);
      }
      context.fillStyle = '#f2b880';
      for (const [start, end] of shown().changes || []) {
        context.fillRect(start * scale, 0, Math.max(2, (end - start) * scale - 2), 6);
      }
      area.title = rendered + ' of ' + shown().chunks.length + ' chunks are rendered';
    }

    const strip = () => {
      const one = timeline.querySelector('.strip');
      return one ? one.getBoundingClientRect() : null;
    };

    function placeHead() {
      const head = $('head'), box = strip();
      if (!head || !box || !shown()) return;
      const base = box.left - timeline.getBoundingClientRect().left;
      const x = number => base + box.width * number / Math.max(1, frameCount());
      head.style.left = x(frame) + 'px';
      let span = timeline.querySelector('.span');
      if (points.first === null && points.last === null) { if (span) span.remove(); return; }
      if (!span) {
        span = document.createElement('div');
        span.className = 'span';
        timeline.append(span);
      }
      const { first, last } = region();
      span.style.left = x(first) + 'px';
      span.style.width = Math.max(2, x(last + 1) - x(first)) + 'px';
    }

    // Keeps the playhead in sight where the tracks are wider than the window.
    function followHead() {
      const head = $('head');
      if (!head || view.scrollWidth <= view.clientWidth) return;
      const x = parseFloat(head.style.left) - view.scrollLeft;
      if (x < 130 || x > view.clientWidth - 20) {
        view.scrollLeft += x - view.clientWidth / 3;
      }
    }

    $('zoom').addEventListener('input', event => {
      const old = strip();
      if (!old) return;
      const share = frame / Math.max(1, frameCount());
      const at = old.left + old.width * share;
      timeline.style.setProperty('--zoom', event.target.value);
      const now = strip();
      view.scrollLeft += now.left + now.width * share - at;
      paintChunks();
      placeHead();
    });

    timeline.addEventListener('pointerdown', event => {
      const box = strip();
      if (!box || event.button !== 0) return;
      const seek = x => show(Math.floor((x - box.left) / box.width * frameCount()), true);
      const part = event.target.closest('[data-at]');
      if (part) { pick(part); goTo(part.dataset.at); }
      if (event.target.closest('.name')) return;
      if (playing !== 0) stop();
      seek(event.clientX);
      const move = moved => seek(moved.clientX);
      const end = () => {
        removeEventListener('pointermove', move);
        removeEventListener('pointerup', end);
      };
      addEventListener('pointermove', move);
      addEventListener('pointerup', end);
    });

    function pick(part) {
      for (const other of timeline.querySelectorAll('.picked')) other.classList.remove('picked');
      if (part) part.classList.add('picked');
    }

    addEventListener('resize', () => { paintChunks(); placeHead(); });
    """#

  /// The text of the project, and what is wrong with it.
  static let text = #"""
    let texts = new Map();
    let open = { file: 0, line: 0 };
    const mostRows = 4000;

    // `12:7`, or `parts/titles.json:12:7` of a file that the project includes.
    function placeOf(text) {
      const found = /^(?:(.*):)?([0-9]+):([0-9]+)$/.exec(text);
      if (!found) return null;
      const file = found[1] === undefined ? 0 : state.files.indexOf(found[1]);
      return file < 0 ? null : { file, line: Number(found[2]), column: Number(found[3]) };
    }

    // Tracks are those of the state that is shown; where the text is a newer one its lines may be elsewhere.
    function now(place) {
      if (!place || !state.moved) return place;
      const file = state.moved[place.file];
      if (!file) return null;
      const [same, moved, distance] = file;
      if (place.line <= same) return place;
      return place.line >= moved ? { ...place, line: place.line + distance } : null;
    }

    function goTo(text) {
      const written = placeOf(text), place = now(written);
      if (place) showLine(place.file, place.line);
      else if (written) $('place').textContent = 'this line has changed since';
    }

    function showFindings() {
      const box = $('findings');
      box.replaceChildren(...state.findings.map(finding => {
        const one = document.createElement('button');
        one.className = 'finding ' + finding.severity;
        one.textContent = finding.text.trimEnd();
        if (finding.line !== null) {
          one.addEventListener('click', () => {
            showLine(finding.file === null ? 0 : finding.file, finding.line);
            pickLine(finding.file || 0, finding.line);
          });
        }
        return one;
      }));
    }

    function showFiles(isNew) {
      const list = $('file');
      if (list.options.length !== state.files.length
        || [...list.options].some((one, index) => one.textContent !== state.files[index])) {
        list.replaceChildren(...state.files.map((path, index) => {
          const one = document.createElement('option');
          one.value = index;
          one.textContent = path;
          return one;
        }));
      }
      if (open.file >= state.files.length) open = { file: 0, line: 0 };
      list.value = open.file;
      if (isNew) { texts = new Map(); showText(false); }
    }

    async function showText(scrolls) {
      if (!state.files.length) return;
      const { file } = open;
      if (!texts.has(file)) {
        const response = await fetch('source/' + file).catch(() => null);
        if (!response || !response.ok) return;
        const lines = (await response.text()).split('\n');
        if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
        texts.set(file, lines);
      }
      if (open.file !== file) return;
      const lines = texts.get(file);
      const from = lines.length > mostRows ? clamp(open.line - mostRows / 2, 0, lines.length - mostRows) : 0;
      const grave = new Map();
      for (const finding of state.findings) {
        if (finding.line === null || (finding.file || 0) !== file) continue;
        if (grave.get(finding.line) !== 'error') grave.set(finding.line, finding.severity);
      }
      const rows = lines.slice(from, from + mostRows).map((line, index) => {
        const row = document.createElement('div');
        const number = document.createElement('b');
        const words = document.createElement('span');
        number.textContent = from + index + 1;
        words.textContent = line.length > 2000 ? line.slice(0, 2000) + ' …' : line;
        row.className = 'row' + (grave.has(from + index + 1) ? ' ' + grave.get(from + index + 1) : '');
        row.dataset.line = from + index + 1;
        row.append(number, words);
        return row;
      });
      const top = $('source').scrollTop;
      $('source').replaceChildren(...rows);
      $('source').scrollTop = top;
      markLine(scrolls);
    }

    function markLine(scrolls) {
      for (const row of $('source').querySelectorAll('.picked')) row.classList.remove('picked');
      const row = $('source').querySelector('[data-line="' + open.line + '"]');
      if (!row) return;
      row.classList.add('picked');
      $('place').textContent = 'line ' + open.line;
      if (scrolls) {
        const box = $('source');
        box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 3;
      }
    }

    function showLine(file, line) {
      const isOther = file !== open.file;
      open = { file, line };
      $('file').value = file;
      const isThere = $('source').querySelector('[data-line="' + line + '"]');
      if (isOther || !isThere) showText(true); else markLine(true);
    }

    // The clip, title or transition that is written at a line: the last that begins at or before it.
    function pickLine(file, line) {
      let best = null, bestPlace = null;
      for (const part of timeline.querySelectorAll('[data-at]')) {
        const place = now(placeOf(part.dataset.at));
        if (!place || place.file !== file || place.line > line) continue;
        if (!bestPlace || place.line > bestPlace.line
          || place.line === bestPlace.line && place.column >= bestPlace.column) {
          best = part;
          bestPlace = place;
        }
      }
      pick(best);
      if (best && best.dataset.frame !== undefined) {
        if (playing !== 0) stop();
        show(Number(best.dataset.frame));
      }
    }

    $('source').addEventListener('click', event => {
      const row = event.target.closest('.row');
      if (!row) return;
      open.line = Number(row.dataset.line);
      markLine(false);
      pickLine(open.file, open.line);
    });
    $('file').addEventListener('change', event => {
      open = { file: Number(event.target.value), line: 0 };
      $('source').scrollTop = 0;
      showText(false);
    });
    """#
}
