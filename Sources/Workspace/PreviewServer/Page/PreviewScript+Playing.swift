extension PreviewScript {
  /// Playing in real time: sound keeps the time, and pictures that come too late are left out.
  static let playing = #"""
    let playing = 0;
    let clock = null;
    let audio = null;
    let voices = [];
    let isMute = false;
    let session = 0;
    const widths = [1280, 960, 640, 480, 320];
    let playWidth = 960;
    // Seconds that kept up at this size, and how many it takes before a larger one is tried.
    let good = 0, patience = 4, isTried = false;

    const region = () => ({
      first: points.first === null ? 0 : clamp(points.first, 0, frameCount() - 1),
      last: points.last === null ? frameCount() - 1 : clamp(points.last, 0, frameCount() - 1),
    });
    const sampleOf = number => Math.round(number / fps() * shown().sound.rate);

    function stop() {
      if (playing === 0) return;
      playing = 0;
      session += 1;
      silence();
      $('play').textContent = 'play';
      $('speed').textContent = '';
      show(frame);
    }

    function silence() {
      for (const voice of voices) { try { voice.stop(); } catch {} }
      voices = [];
    }

    function restart() {
      const speed = playing;
      playing = 0;
      session += 1;
      silence();
      play(speed);
    }

    async function play(speed) {
      if (!shown() || frameCount() === 0) return;
      const { first, last } = region();
      if (speed > 0 && (frame >= last || frame < first)) frame = first;
      if (speed < 0 && (frame <= first || frame > last)) frame = last;
      playing = speed;
      const own = ++session;
      clock = null;
      silence();
      $('play').textContent = 'stop';
      playWidth = Math.min(playWidth, shown().size[0]);
      const heard = speed === 1 && !isMute && !showsBefore && shown().sound;
      const start = frame;
      const buffer = new Map();
      const ready = pictures(own, speed, start, buffer);
      if (heard) {
        if (!audio || audio.sampleRate !== shown().sound.rate) {
          if (audio) audio.close();
          audio = new AudioContext({ sampleRate: shown().sound.rate });
        }
        // Without a device for sound it never begins, or waits for long.
        const begins = await Promise.race([
          audio.resume().then(() => audio.state === 'running', () => false),
          pause(1500).then(() => false)]);
        const block = begins ? await soundBlock(sampleOf(start), own) : null;
        await ready;
        if (own !== session) return;
        if (!begins) {
          isMute = true;
          toggle('mute', true);
          complain('this browser plays no sound here: it goes on without; M tries again');
          const at = performance.now();
          clock = () => Math.max(0, (performance.now() - at) / 1000);
          tick(own, speed, start, buffer, { shown: 0, from: 0, seconds: 0 });
          return;
        }
        const at = audio.currentTime + 0.06;
        const context = audio;
        clock = () => Math.max(0, context.currentTime - at);
        speak(own, start, at, block);
      } else {
        await ready;
        if (own !== session) return;
        const at = performance.now();
        clock = () => Math.max(0, (performance.now() - at) / 1000);
      }
      tick(own, speed, start, buffer, { shown: 0, from: 0, seconds: 0 });
    }

    // MARK: - Sound

    async function soundBlock(from, own) {
      const total = shown().sound.samples, rate = shown().sound.rate;
      const count = Math.min(rate, total - from);
      if (count <= 0) return null;
      const response = await fetch(
        'sound.wav?from=' + from + '&count=' + count + '&edit=' + shown().edit);
      if (!response.ok || own !== session) return null;
      const data = await audio.decodeAudioData(await response.arrayBuffer());
      return { from, data };
    }

    // Blocks follow each other to the sample: each begins when the one before has ended.
    async function speak(own, start, at, block) {
      const rate = shown().sound.rate, base = sampleOf(start);
      const end = sampleOf(region().last + 1);
      while (block && own === session) {
        const voice = audio.createBufferSource();
        voice.buffer = block.data;
        voice.connect(audio.destination);
        const time = at + (block.from - base) / rate;
        voice.start(Math.max(time, 0));
        if (time < audio.currentTime) canvas.dataset.gaps = Number(canvas.dataset.gaps || 0) + 1;
        const over = end - block.from;
        if (over < block.data.length) voice.stop(at + (end - base) / rate);
        voices.push(voice);
        voices = voices.slice(-8);
        const next = block.from + block.data.length;
        canvas.dataset.heard = next;
        if (next >= end) return;
        // Three seconds ahead.
        while (own === session && time + 1 - audio.currentTime > 3) await pause(100);
        block = await soundBlock(next, own);
      }
    }

    const pause = time => new Promise(done => setTimeout(done, time));

    // MARK: - Pictures

    // Keeps some frames ahead of the clock; gives a promise of the first.
    function pictures(own, speed, start, buffer) {
      let next = start;
      let began = null;
      const { first, last } = region();
      const target = () => clock && began !== null
        ? start + Math.floor(clock() * fps() * speed) : start;
      const one = async resolve => {
        while (own === session) {
          const now = target();
          const step = Math.max(1, Math.abs(speed) / 2);
          if (speed > 0 ? next < now : next > now) next = now + (speed > 0 ? 1 : -1);
          const ahead = Math.abs(next - now);
          if (next < first || next > last || buffer.size > 12 || ahead > 24 * Math.abs(speed)) {
            await pause(8);
            if (next < first || next > last) { if (resolve) resolve(); resolve = null; }
            continue;
          }
          const number = Math.round(next);
          next += speed > 0 ? step : -step;
          try {
            const isSmaller = playWidth < shown().size[0];
            const response = await fetch(address(number, playWidth, isSmaller));
            if (response.ok && own === session) {
              buffer.set(number, await createImageBitmap(await response.blob()));
            }
          } catch { await pause(100); }
          if (resolve) { resolve(); resolve = null; began = start; }
        }
        for (const bitmap of buffer.values()) bitmap.close();
        buffer.clear();
      };
      one(null);
      return new Promise(resolve => { one(() => { began = start; resolve(); }); });
    }

    function tick(own, speed, start, buffer, count) {
      if (own !== session) return;
      const { first, last } = region();
      const now = start + Math.floor(clock() * fps() * speed + 1e-6);
      let best = null;
      for (const number of buffer.keys()) {
        const isDue = speed > 0 ? number <= now : number >= now;
        if (isDue && (best === null || (speed > 0 ? number > best : number < best))) best = number;
      }
      if (best !== null) {
        paint(buffer.get(best));
        canvas.dataset.frame = best;
        count.shown += 1;
        for (const [number, bitmap] of buffer) {
          if (speed > 0 ? number <= best : number >= best) { bitmap.close(); buffer.delete(number); }
        }
      }
      if (now > last || now < first) {
        frame = speed > 0 ? last : first;
        if (loops) { frame = speed > 0 ? first : last; restart(); } else stop();
        return;
      }
      frame = clamp(now, first, last);
      readOut();
      followHead();
      const seconds = clock() - count.from;
      if (seconds >= 1) {
        const rate = count.shown / seconds;
        const full = Math.min(fps(), 60);
        // The first second opens files; it says nothing of those that follow.
        if (rate < 0.85 * full && Math.abs(speed) === 1 && count.seconds > 0) {
          const smaller = widths.find(width => width < playWidth);
          // A size that was tried again and was too large is left alone for longer.
          if (isTried) patience = Math.min(64, patience * 2);
          if (smaller) playWidth = smaller;
          [good, isTried] = [0, false];
        } else if (rate >= 0.95 * full && Math.abs(speed) === 1 && count.seconds > 0) {
          good += 1;
          const larger = widths.filter(width => width > playWidth && width <= 960).pop();
          if (larger && good >= patience) {
            playWidth = Math.min(larger, shown().size[0]);
            [good, isTried] = [0, true];
          }
        } else good = 0;
        const height = Math.round(playWidth * shown().size[1] / shown().size[0]);
        $('speed').textContent = speed + '×, ' + rate.toFixed(0) + ' of ' + Number(fps().toFixed(2))
          + ' pictures a second at ' + playWidth + ' × ' + height;
        canvas.dataset.rate = rate.toFixed(1);
        count.shown = 0;
        count.seconds += 1;
        count.from = clock();
      }
      requestAnimationFrame(() => tick(own, speed, start, buffer, count));
    }
    """#
}
