/// The script of a preview. Whatever comes from the project is put in as text, apart from the tracks, which the
/// server draws as markup in which all names are escaped.
enum PreviewScript {
  /// What is known, and how it comes.
  static let state = #"""
    'use strict';
    const $ = id => document.getElementById(id);
    let state = null;
    let frame = 0;
    let showsBefore = false;
    let points = { first: null, last: null };
    let loops = false;

    const shown = () => state && state.shown;
    const isChecking = () => !!shown() && state.checked < shown().edit;
    const fps = () => shown() ? shown().rate[0] / shown().rate[1] : 25;
    const frameCount = () => shown() ? shown().frames : 0;
    const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

    async function load() {
      let fresh;
      try {
        const response = await fetch('state');
        if (!response.ok) return;
        fresh = await response.json();
      } catch { return; }
      if (state && fresh.version < state.version) return;
      const old = state;
      state = fresh;
      const isNew = shown() && (!old || !old.shown || old.shown.edit !== shown().edit);
      if (showsBefore && (isNew || !state.before)) toggleBefore(false);
      showStatus();
      showFindings();
      showFiles(!old || isNew || old.findings.length !== state.findings.length
        || (old.version !== state.version));
      $('before').disabled = !state.before;
      if (isNew) {
        frame = clamp(frame, 0, frameCount() - 1);
        $('scrub').max = Math.max(0, frameCount() - 1);
        if (playing !== 0) restart();
        show(frame, true);
      }
      showTracks(isNew);
      document.body.dataset.version = state.version;
    }

    function showStatus() {
      $('name').textContent = state.name || 'cutlist preview';
      document.title = (state.name || 'cutlist') + ': preview';
      const count = kind => state.findings.filter(one => one.severity === kind).length;
      const [errors, warnings] = [count('error'), count('warning')];
      const words = (number, noun) => number + ' ' + noun + (number === 1 ? '' : 's');
      const status = $('status');
      status.className = 'status';
      if (!state.loaded) status.textContent = 'loading';
      else if (state.problem) status.textContent = state.problem;
      else if (errors) status.textContent = words(errors, 'error')
        + (shown() ? '; this is the last state without errors' : '');
      else if (warnings) status.textContent = words(warnings, 'warning');
      else if (isChecking()) status.textContent = 'nothing wrong so far; the sound is being checked';
      else status.textContent = 'nothing wrong';
      const quality = warnings ? 'warning' : isChecking() ? 'open' : 'good';
      status.classList.add(state.problem || errors ? 'error' : quality);
      const one = shown();
      $('facts').textContent = one
        ? one.size[0] + ' × ' + one.size[1] + ', ' + Number(fps().toFixed(3)) + ' fps, '
          + one.frames + ' frames, ' + timecode(one.frames)
          + (one.sound ? ', ' + one.sound.rate + ' Hz' : ', no sound')
        : '';
    }

    // Drop-frame at rates that have it (SMPTE ST 12-1).
    function timecode(number) {
      const [frames, seconds] = shown() ? shown().rate : [25, 1];
      const nominal = Math.round(frames / seconds);
      const drops = seconds === 1001 && (nominal === 30 || nominal === 60);
      if (drops) {
        const lost = nominal / 15, long = nominal * 600 - lost * 9, minute = nominal * 60 - lost;
        const tens = Math.floor(number / long), rest = number % long;
        number += lost * 9 * tens
          + (rest > lost ? lost * Math.floor(Math.max(0, rest - lost) / minute) : 0);
      }
      const two = value => String(value).padStart(2, '0');
      const whole = Math.floor(number / nominal);
      return two(Math.floor(whole / 3600)) + ':' + two(Math.floor(whole / 60) % 60) + ':'
        + two(whole % 60) + (drops ? ';' : ':') + two(number % nominal);
    }
    """#

  /// The frame at the playhead.
  static let picture = #"""
    const canvas = $('picture');
    const scrubWidth = 960;
    let wanted = null;
    let isFetching = false;
    let settling = 0;

    const neededWidth = () => {
      const ratio = Math.max(1, window.devicePixelRatio || 1);
      const width = Math.ceil(canvas.clientWidth * ratio / 160) * 160;
      return clamp(width, 160, shown() ? shown().size[0] : 1920);
    };
    const source = () => showsBefore ? state.before : shown();
    const address = (number, width, draft) => 'frame/' + number + '.jpg?w=' + width
      + '&edit=' + source().edit + (draft ? '&draft=1' : '');

    function paint(bitmap) {
      const one = source();
      if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        canvas.style.aspectRatio = one.size[0] + ' / ' + one.size[1];
      }
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
    }

    function complain(words) {
      $('trouble').textContent = words || '';
      $('trouble').hidden = !words;
    }

    function readOut() {
      $('timecode').textContent = shown() ? timecode(frame) : '--:--:--:--';
      $('number').textContent = shown() ? 'frame ' + frame : '';
      $('scrub').value = frame;
      placeHead();
    }

    // Shows a frame: of several that are asked for while one is on its way the last one alone.
    function show(number, isQuiet) {
      if (!shown() || frameCount() === 0) return;
      frame = clamp(Math.round(number), 0, frameCount() - 1);
      readOut();
      wanted = { number: frame, width: Math.min(scrubWidth, neededWidth()) };
      pump();
      clearTimeout(settling);
      settling = setTimeout(settle, 160);
      if (!isQuiet) followHead();
    }

    // What stands still is shown as sharp as the screen is.
    function settle() {
      if (playing !== 0 || !shown()) return;
      const width = neededWidth();
      if (width > scrubWidth) {
        wanted = { number: frame, width };
        pump();
      }
    }

    async function pump() {
      if (isFetching || !wanted) return;
      isFetching = true;
      while (wanted) {
        const ask = wanted;
        wanted = null;
        const one = source();
        if (ask.number >= one.frames) {
          complain('the movie has no such frame in this state');
          continue;
        }
        try {
          const response = await fetch(address(ask.number, ask.width, false));
          if (!response.ok) {
            if (response.status !== 410) complain(await response.text());
            continue;
          }
          const bitmap = await createImageBitmap(await response.blob());
          if (playing === 0) paint(bitmap);
          bitmap.close();
          complain('');
          canvas.dataset.frame = ask.number;
          canvas.dataset.edit = one.edit;
        } catch {
          complain('there is no answer; has the preview been ended?');
        }
      }
      isFetching = false;
    }

    function toggleBefore(on) {
      showsBefore = on && !!state.before;
      $('before').setAttribute('aria-pressed', showsBefore);
      $('badge').textContent = 'before the last save';
      $('badge').hidden = !showsBefore;
      if (playing !== 0) restart(); else show(frame, true);
    }
    """#
}
