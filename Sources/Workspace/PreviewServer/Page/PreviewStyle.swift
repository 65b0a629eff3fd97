/// The style sheet of a preview: light or dark as the browser is set.
enum PreviewStyle {
  static let colors = """
    :root { color-scheme: light dark; --ground: #f4f5f7; --panel: #ffffff; --line: #d5d9e0;
      --text: #1c2027; --quiet: #5c6470; --accent: #a85a10; --error: #b3261e; --warning: #8a6100;
      --good: #1a7f37; --picked: #fff1d6; }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #16181d; --panel: #1f2229; --line: #353a45; --text: #e4e7ec;
        --quiet: #98a0ad; --accent: #f2b880; --error: #ff7b72; --warning: #e3b341;
        --good: #7ee787; --picked: #3d3422; }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; background: var(--ground); color: var(--text);
      font: 14px/1.45 system-ui, sans-serif; }
    h1 { font-size: 16px; margin: 0; overflow-wrap: anywhere; }
    .quiet { color: var(--quiet); }
    """

  static let layout = """
    header { display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: baseline;
      padding: 8px 14px; border-bottom: 1px solid var(--line); background: var(--panel); }
    .status { padding: 0 8px; border-radius: 9px; border: 1px solid currentColor; font-size: 12px; }
    .status.error { color: var(--error); }
    .status.warning { color: var(--warning); }
    .status.good { color: var(--good); }
    main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; padding: 12px 14px 24px; }
    @media (min-width: 900px) {
      main { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
      #tracks { grid-column: 1 / -1; }
      #text { height: 0; min-height: 100%; }
    }
    #screen { position: relative; background: #000; border-radius: 6px; overflow: hidden;
      display: flex; justify-content: center; }
    #picture { display: block; max-width: 100%; max-height: 62vh; width: 100%; object-fit: contain; }
    #badge { position: absolute; left: 10px; top: 10px; padding: 1px 9px; border-radius: 10px;
      background: #f2b880; color: #16181d; font-weight: 600; font-size: 12px; }
    #trouble { position: absolute; inset: auto 0 0 0; margin: 0; padding: 8px 12px;
      background: #000000c0; color: #ffb4ab; white-space: pre-wrap; overflow-wrap: anywhere; }
    .readout { display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline; margin-top: 6px;
      font-variant-numeric: tabular-nums; min-height: 30px; }
    #timecode { font: 600 20px/1.4 ui-monospace, monospace; }
    #scrub { width: 100%; margin: 2px 0 6px; accent-color: var(--accent); }
    .buttons { display: flex; flex-wrap: wrap; gap: 5px; }
    .buttons .gap { flex: 0 0 10px; }
    button, select { font: inherit; color: var(--text); background: var(--panel);
      border: 1px solid var(--line); border-radius: 5px; padding: 3px 10px; min-width: 34px; }
    button:hover:enabled { border-color: var(--accent); }
    button[aria-pressed=true] { background: var(--accent); color: var(--ground);
      border-color: var(--accent); }
    button:disabled { opacity: 0.45; }
    #text { display: flex; flex-direction: column; gap: 6px; min-width: 0; }
    #findings { max-height: 40%; overflow: auto; display: flex; flex-direction: column; gap: 4px; }
    #findings:empty { display: none; }
    .finding { text-align: left; border-left: 4px solid var(--quiet); border-radius: 4px;
      padding: 4px 8px; white-space: pre-wrap; overflow-wrap: anywhere;
      font: 12px/1.45 ui-monospace, monospace; flex: none; }
    .finding.error { border-left-color: var(--error); }
    .finding.warning { border-left-color: var(--warning); }
    .bar { display: flex; gap: 10px; align-items: center; min-width: 0; }
    .bar select { max-width: 70%; }
    #source { flex: 1; min-height: 220px; max-height: 70vh; overflow: auto; background: var(--panel);
      border: 1px solid var(--line); border-radius: 6px; padding: 4px 0;
      font: 12px/1.5 ui-monospace, monospace; }
    .row { display: flex; white-space: pre; cursor: pointer; min-width: max-content; }
    .row b { flex: 0 0 52px; padding-right: 10px; text-align: right; color: var(--quiet);
      font-weight: 400; user-select: none; }
    .row span { padding-right: 12px; }
    .row:hover { background: color-mix(in srgb, var(--accent) 12%, transparent); }
    .row.picked { background: var(--picked); box-shadow: inset 3px 0 0 var(--accent); }
    .row.error b { color: var(--error); font-weight: 700; }
    .row.warning b { color: var(--warning); font-weight: 700; }
    .tools { flex-wrap: wrap; margin: 0 0 8px; }
    .key { display: inline-block; width: 14px; height: 6px; margin: 0 4px 2px 12px; border-radius: 2px; }
    .rendered { background: #4fae6a; }
    .missing { background: #8a919e; }
    .changed { background: #f2b880; }
    .timeline { cursor: pointer; }
    .label, .tick { color: #fff; }
    .tick { color: var(--quiet); }
    .transition b { color: #fff; }
    .item[data-at]:hover { box-shadow: inset 0 0 0 2px #ffffffa0; }
    .picked.item, .picked.transition, .picked.marker { outline: 2px solid var(--accent);
      outline-offset: -2px; }
    .chunks .strip { height: 9px; margin: 2px 0; }
    .chunks canvas { width: 100%; height: 9px; display: block; }
    .chunks .name { padding-top: 0; padding-bottom: 0; line-height: 12px; font-size: 11px; }
    .head { background: var(--error); width: 2px; margin-left: -1px; display: block; }
    .span { position: absolute; top: 0; bottom: 0; z-index: 1; pointer-events: none;
      background: color-mix(in srgb, var(--accent) 14%, transparent);
      border: solid var(--accent); border-width: 0 1px; }
    @media (max-width: 600px) {
      main { padding: 8px; }
      .name { flex-basis: 84px; padding: 4px 6px; font-size: 12px; }
      .tick:not(:nth-of-type(4n + 1)) { font-size: 0; }
      #source { max-height: 300px; }
      #findings { max-height: 200px; }
      .buttons .gap { flex-basis: 100%; height: 0; }
    }
    """
}
