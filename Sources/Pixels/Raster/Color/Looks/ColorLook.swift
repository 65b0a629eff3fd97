/// What a file of colours makes of a picture: the steps that it says, in their order.
public struct ColorLook: Sendable {
  /// One step.
  public enum Step: Sendable {
    /// A 1-D LUT.
    case table(ComponentTable)
    /// A 3-D LUT.
    case cube(ColorCube)
    /// ASC CDL.
    case decisions(ColorDecisions)
  }

  /// From first to last.
  public let steps: [Step]

  /// A look of some steps.
  public init(_ steps: [Step]) { self.steps = steps }

  /// For people: `1-D of 4 entries, 3-D of 33 x 33 x 33 points`.
  public var summary: String {
    steps.map { step in
      switch step {
      case .table(let table): "1-D of \(table.size) entries"
      case .cube(let cube): "3-D of \(cube.size) x \(cube.size) x \(cube.size) points"
      case .decisions: "ASC CDL"
      }
    }.joined(separator: ", ")
  }

  /// - Parameter amount: the look's share: 0 changes nothing, 1 is all of it.
  public func change(amount: Double) -> ColorChange {
    if amount <= 0 { return .none }
    let whole = ColorChange(inTurn: steps.map(\.change))
    return amount < 1 ? whole.mixed(amount) : whole
  }
}

extension ColorLook.Step {
  fileprivate var change: ColorChange {
    switch self {
    case .table(let table): ColorChange { table.apply(to: &$0, $1) }
    case .cube(let cube): ColorChange { cube.apply(to: &$0, $1) }
    case .decisions(let decisions): decisions.change
    }
  }
}

extension ColorChange {
  /// The way to what the change makes, as far as a share in 0…1 goes.
  func mixed(_ share: Double) -> ColorChange {
    let share = Float(share)
    let change = prepared()
    return ColorChange { block, count in
      let own = block
      change(&block, count)
      block.mapColors(count, with: own) { new, own in
        (
          own.red + (new.red - own.red) * share, own.green + (new.green - own.green) * share,
          own.blue + (new.blue - own.blue) * share
        )
      }
    }
  }
}
