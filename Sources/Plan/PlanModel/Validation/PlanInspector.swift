import BaseValues
package import TimelineModel

/// A step from a part of a plan into it.
package enum PlanStep: Hashable, Sendable {
  case name(String)
  case index(Int)
}

/// Something in a plan that cannot be executed.
package struct PlanFault: Hashable, Sendable {
  package var path: [PlanStep]
  package var message: String
}

extension RenderPlan {
  /// What the plan has that no planner makes: everything that executing a plan takes for granted and
  /// that can be told without its media is asked here. Empty for plans that may be executed.
  ///
  /// - Parameter kinds: what it may name; `nil` where names are not looked at.
  /// - Complexity: O(size of the plan).
  package func faults(
    limits: ProjectLimits = ProjectLimits(), kinds: KnownKinds? = nil
  ) -> [PlanFault] {
    var inspector = PlanInspector(plan: self, limits: limits, kinds: kinds)
    inspector.inspectOutput()
    // The rest is computed with the output's numbers.
    guard inspector.faults.isEmpty else { return inspector.faults }
    inspector.inspectLists()
    inspector.inspectSegments()
    inspector.inspectSound()
    inspector.inspectChunks()
    return inspector.faults
  }
}

/// Looks through a plan for what cannot be executed.
package struct PlanInspector {
  let plan: RenderPlan
  let limits: ProjectLimits
  let kinds: KnownKinds?
  private(set) var faults: [PlanFault] = []
  private var path: [PlanStep] = []

  /// Sides of pictures, in pixels.
  static let sides = 1...1 << 16
  /// Stored pictures.
  static let largest = Size(width: sides.upperBound, height: sides.upperBound)
  /// What is scaled or drawn.
  static let largestDrawn = Size(width: Conform.largestSide, height: Conform.largestSide)
  /// The canvas of a group, as large as a movie may be.
  static let largestGroup = Size(width: 8192, height: 8192)
  /// Pixels of a picture.
  static let mostPixels = 1 << 28
  /// Pixels of all colours, gradients and canvases of groups in a frame; each takes up to 3 bytes.
  static let mostDrawnPixels = 1 << 29
  /// Positions in pixels; sums of several stay far within 64 bits.
  static let positions = -(1 << 33)...1 << 33
  /// Numbers whose meaning is not known here.
  static let numbers = -(1 << 46)...1 << 46
  /// Samples, output's or source's, of more than a thousand years.
  static let samples: ClosedRange<Int64> = -(1 << 53)...1 << 53
  static let shares = 0...PictureInput.one

  init(plan: RenderPlan, limits: ProjectLimits, kinds: KnownKinds?) {
    self.plan = plan
    self.limits = limits
    self.kinds = kinds
  }

  mutating func report(_ message: String) {
    guard faults.count < PlanReader.findingLimit else { return }
    faults.append(PlanFault(path: path, message: message))
  }

  mutating func at(_ steps: PlanStep..., inspect: (inout PlanInspector) -> Void) {
    path += steps
    inspect(&self)
    path.removeLast(steps.count)
  }

  /// Inspects a track of sound as if it were the movie's first.
  ///
  /// - Parameter number: of the track among those of sound, from 0.
  mutating func atMix(_ number: Int, inspect: (inout PlanInspector) -> Void) {
    var inspector = PlanInspector(plan: plan.mix(number), limits: limits, kinds: kinds)
    inspector.path = path
    inspect(&inspector)
    for fault in inspector.faults where faults.count < PlanReader.findingLimit {
      faults.append(fault)
    }
  }

  mutating func each<Part>(
    _ name: String, _ parts: [Part], _ inspect: (inout PlanInspector, Part) -> Void
  ) {
    for (index, part) in parts.enumerated() {
      at(.name(name), .index(index)) { inspect(&$0, part) }
    }
  }

  /// Reports a number beyond a range.
  mutating func check<Number: Comparable>(
    _ name: String, _ number: Number?, in range: ClosedRange<Number>
  ) {
    guard let number, !range.contains(number) else { return }
    at(.name(name)) {
      $0.report("\(name) is \(number), not from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  mutating func check(_ name: String, _ index: Int, placeIn list: String, of count: Int) {
    if (0..<count).contains(index) { return }
    at(.name(name)) { $0.report("there is no \(index) among the \(count) \(list)") }
  }

  mutating func check(_ name: String, _ size: Size, within limit: Size = PlanInspector.largest) {
    at(.name(name)) { inspector in
      inspector.check("width", size.width, in: 1...limit.width)
      inspector.check("height", size.height, in: 1...limit.height)
      let (pixels, isTooMany) = size.width.multipliedReportingOverflow(by: size.height)
      if isTooMany || pixels > Self.mostPixels {
        inspector.report("a picture of \(size.width)x\(size.height) is too large")
      }
    }
  }

  mutating func check(_ name: String, _ window: Rect) {
    at(.name(name)) { inspector in
      inspector.check("x", window.x, in: Self.positions)
      inspector.check("y", window.y, in: Self.positions)
      inspector.check("width", window.width, in: 0...1 << 33)
      inspector.check("height", window.height, in: 0...1 << 33)
    }
  }

  /// Reports stretches that do not follow each other from 0 to the movie's end.
  mutating func checkOrder(_ name: String, _ stretches: [Range<Int>]) {
    var end = 0
    for (index, frames) in stretches.enumerated() {
      if frames.lowerBound != end || frames.isEmpty {
        at(.name(name), .index(index), .name("frames")) {
          $0.report("expected frames from \(end) on, at least one")
        }
        return
      }
      end = frames.upperBound
    }
    guard end != plan.output.frameCount else { return }
    at(.name(name)) { inspector in
      inspector.report("\(name) end at frame \(end) of \(inspector.plan.output.frameCount)")
    }
  }
}
