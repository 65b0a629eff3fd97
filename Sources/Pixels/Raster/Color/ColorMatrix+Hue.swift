extension ColorMatrix {
  /// Turns colours around grey, as W3C, Filter Effects Module Level 1, 9.5 (`hue-rotate`).
  ///
  /// - Parameter hueTurns: 1 for a full turn, −1…1.
  public init(hueTurns: Double) {
    let turns = hueTurns - hueTurns.rounded(.down)
    let (sine, cosine) = (Sine.of(turns: turns), Sine.of(turns: turns + 0.25))
    let grey = [0.213, 0.715, 0.072]
    let byCosine = [[0.787, -0.715, -0.072], [-0.213, 0.285, -0.072], [-0.213, -0.715, 0.928]]
    let bySine = [[-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072]]
    self.init(
      rows: (0..<3).map { row in
        (0..<3).map { grey[$0] + cosine * byCosine[row][$0] + sine * bySine[row][$0] } + [0]
      })
  }
}
