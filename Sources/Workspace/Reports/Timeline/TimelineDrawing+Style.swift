extension TimelineDrawing {
  static let style = """
    .tools { margin: 16px 0 8px; display: flex; gap: 18px; align-items: center; }
    .tools input { vertical-align: middle; }
    .scroller { overflow-x: auto; background: var(--panel); border-radius: 8px; }
    .timeline { position: relative; width: calc(100% * var(--zoom, 1)); min-width: 100%; }
    .lane { display: flex; border-top: 1px solid var(--line); }
    .lane:first-child { border-top: 0; }
    .name { position: sticky; left: 0; z-index: 3; flex: 0 0 128px; padding: 6px 10px;
      background: var(--panel); border-right: 1px solid var(--line); overflow-wrap: anywhere; }
    .name small { display: block; color: var(--quiet); }
    .strip { position: relative; flex: 1; height: 98px; margin: 5px 0; }
    .ruler .strip { height: 20px; margin: 0; overflow: hidden; }
    .titles .strip { height: 34px; }
    .audio .strip { height: 56px; }
    .video.mute .strip { height: 56px; }
    .tick { position: absolute; top: 2px; padding-left: 4px; border-left: 1px solid var(--quiet);
      font-size: 11px; color: var(--quiet); white-space: nowrap; }
    .ruler.marked .strip { height: 40px; }
    .marker { position: absolute; top: 20px; height: 16px; padding: 0 5px; background: var(--panel);
      border-left: 3px solid; color: var(--accent); font-size: 11px; white-space: pre; }
    .marker.late { transform: translateX(-100%); border-left: 0; border-right: 3px solid; }
    .note { max-width: 70em; white-space: pre-line; }
    .chunk { position: absolute; bottom: 0; width: 1px; height: 5px; background: var(--accent); }
    .item { position: absolute; top: 0; bottom: 0; min-width: 2px; overflow: hidden;
      border-radius: 4px; background: #2b4a63; box-shadow: inset 0 0 0 1px #ffffff30; }
    .item.audio { background: #27523f; }
    .item.titles { background: #5a3f63; }
    .item.program { background: #2a2e37; border-radius: 0; }
    .pictures { display: flex; height: 54px; justify-content: space-around; overflow: hidden; }
    .pictures img { height: 54px; min-width: 0; flex: 0 1 auto; object-fit: cover; }
    .wave { position: absolute; left: 0; bottom: 0; width: 100%; height: 42px; }
    .audio .wave { height: 100%; }
    .wave polygon { fill: #8fc7a8b0; }
    .wave polyline { fill: none; stroke: var(--accent); stroke-width: 1.5;
      vector-effect: non-scaling-stroke; }
    .loudness .strip { height: 60px; }
    .loudness svg { position: absolute; left: 0; top: 0; width: 100%; height: 100%; }
    .loudness polyline { fill: none; stroke: #8fc7a8; stroke-width: 1.5;
      vector-effect: non-scaling-stroke; }
    .loudness .momentary { stroke: #8fc7a890; stroke-width: 1; }
    .level { position: absolute; left: 3px; padding: 0 2px; font-size: 9px; line-height: 10px;
      color: var(--quiet); background: var(--panel); }
    .level.at10 { top: 10px; }
    .level.at20 { top: 25px; }
    .level.at30 { top: 40px; }
    .loudness .scale { stroke: var(--line); stroke-width: 1; }
    .loudness .whole { stroke: var(--accent); stroke-width: 1; stroke-dasharray: 4 4; }
    .heard { position: absolute; bottom: 0; height: 42px; min-width: 2px; z-index: 1;
      border: solid #8fc7a8; border-width: 0 2px 2px; background: #27523f90; }
    .audio .heard { top: 0; height: auto; }
    #movie { display: block; max-width: 100%; max-height: 60vh; margin-top: 12px; }
    #shown { height: 54px; border-radius: 4px; }
    .label { position: absolute; left: 5px; top: 3px; z-index: 1; padding: 0 4px; border-radius: 3px;
      background: #000000a0; font-size: 11px; white-space: nowrap; }
    .transition { position: absolute; top: 0; bottom: 0; min-width: 3px; overflow: hidden;
      border: 1px solid var(--accent); border-radius: 3px;
      background: repeating-linear-gradient(135deg, #f2b88030 0 5px, #00000050 5px 10px); }
    .transition b { position: absolute; left: 0; right: 0; bottom: 2px; text-align: center;
      font-size: 10px; font-weight: 500; white-space: nowrap; text-shadow: 0 0 3px #000; }
    .number { display: inline-block; min-width: 15px; margin: 0 3px 0 0; padding: 0 3px;
      border-radius: 7px; background: var(--accent); color: #16181d; font-size: 10px;
      font-weight: 700; text-align: center; text-decoration: none; }
    .number.added { background: var(--good); }
    .number.removed { background: var(--error); }
    .number.moved { background: #8ab4f8; }
    .number.rippled { background: #76d7d0; }
    .item.open, .item.gap { background: none; border: 1px dashed var(--quiet); box-shadow: none; }
    .item.changed { box-shadow: inset 0 0 0 2px var(--accent); }
    .item.added { box-shadow: inset 0 0 0 2px var(--good); }
    .item.removed { box-shadow: inset 0 0 0 2px var(--error); }
    .item.rippled { border-color: #76d7d0; }
    .item.moved { box-shadow: inset 0 0 0 2px #8ab4f8; }
    .ripple { position: absolute; bottom: 0; height: 14px; overflow: hidden; padding-left: 2px;
      border: solid #76d7d0; border-width: 0 1px 2px; font-size: 10px; line-height: 14px;
      white-space: nowrap; color: #76d7d0; }
    .beyond { position: absolute; top: 0; bottom: 0;
      background: repeating-linear-gradient(135deg, #ffffff14 0 3px, transparent 3px 8px); }
    .head { position: absolute; top: 0; bottom: 0; width: 1px; background: #fff; display: none;
      z-index: 2; pointer-events: none; }
    """
}
