extension PreviewScript {
  /// Buttons, keys, and what begins it all.
  static let keys = #"""
    const step = count => { if (playing !== 0) stop(); show(frame + count); };
    const faster = direction => {
      const speed = playing * direction > 0 ? clamp(playing * 2, -8, 8) : direction;
      play(speed);
    };
    const setPoint = which => {
      points[which] = frame;
      if (points.first !== null && points.last !== null && points.first > points.last) {
        points[which === 'first' ? 'last' : 'first'] = null;
      }
      placeHead();
    };
    const toggle = (id, value) => $(id).setAttribute('aria-pressed', value);
    const actions = {
      first: () => { stop(); show(region().first); },
      last: () => { stop(); show(region().last); },
      back: () => step(-1),
      next: () => step(1),
      reverse: () => faster(-1),
      forward: () => faster(1),
      play: () => playing === 0 ? play(1) : stop(),
      in: () => setPoint('first'),
      out: () => setPoint('last'),
      clear: () => { points = { first: null, last: null }; placeHead(); },
      loop: () => { loops = !loops; toggle('loop', loops); },
      mute: () => { isMute = !isMute; toggle('mute', isMute); if (playing === 1) restart(); },
      before: () => toggleBefore(!showsBefore),
    };
    for (const [id, action] of Object.entries(actions)) {
      $(id).addEventListener('click', event => {
        // Keys are meant for the page again once a pointer has pressed a button.
        if (event.detail > 0) event.currentTarget.blur();
        action();
      });
    }
    const byKey = {
      ' ': 'play', j: 'reverse', l: 'forward', i: 'in', o: 'out', x: 'clear', r: 'loop', m: 'mute',
      b: 'before', Home: 'first', End: 'last',
    };
    addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.matches('select, input:not(#scrub)')) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if ((key === ' ' || key === 'Enter') && event.target.matches('button')) return;
      if ((key === 'Home' || key === 'End') && event.target.matches('#source')) return;
      const second = Math.round(fps());
      if (key === 'k') stop();
      else if (key === 'ArrowLeft') step(event.shiftKey ? -second : -1);
      else if (key === 'ArrowRight') step(event.shiftKey ? second : 1);
      else if (byKey[key]) {
        if (key === 'b' && $('before').disabled) return;
        actions[byKey[key]]();
      } else return;
      event.preventDefault();
    });
    $('scrub').addEventListener('input', event => {
      if (playing !== 0) stop();
      show(Number(event.target.value));
    });

    // A lost connection is tried again by the browser itself; what was missed comes with the next state.
    const events = new EventSource('events');
    let hasEnded = false;
    events.addEventListener('message', load);
    events.addEventListener('open', () => { if (hasEnded) { hasEnded = false; state = null; load(); } });
    events.addEventListener('error', async () => {
      try { if ((await fetch('state')).ok) return; } catch {}
      hasEnded = true;
      stop();
      $('status').textContent = 'the preview has ended';
      $('status').className = 'status error';
    });
    load();
    """#
}
