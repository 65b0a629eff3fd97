import Diagnostics
import Testing

@testable import PlanModel

/// What there is in a value however deep it lies, found by reflection and not by the lists of fields.
private struct Contents {
  var parts: [any PlanPart] = []
  var leaves: [any PlanLeaf] = []

  init(of value: Any) { add(value) }

  private mutating func add(_ value: Any) {
    if let leaf = value as? any PlanLeaf { return leaves.append(leaf) }
    if let part = value as? any PlanPart { parts.append(part) }
    for child in Mirror(reflecting: value).children { add(child.value) }
  }
}

private func typeNames(_ parts: [any PlanPart]) -> Set<String> {
  Set(parts.map { "\(type(of: $0))" })
}

private func fieldNames<Part: PlanPart>(_ part: Part) -> [String] { Part.members.map(\.name) }

@Suite struct PartFieldTests {
  @Test("every stored property of every part is in its list of fields")
  func complete() {
    let plan = everything()
    let found = Contents(of: plan).parts
    #expect(typeNames(found).count >= 4)
    for part in found {
      let properties = Mirror(reflecting: part).children.compactMap(\.label)
      #expect(Set(properties) == Set(fieldNames(part)), "\(type(of: part))")
      #expect(fieldNames(part).count == properties.count)
    }
    var listed: [any PlanPart] = []
    for segment in plan.segments { segment.layers.forEachPart { listed.append($0) } }
    #expect(listed.count == found.count && typeNames(listed) == typeNames(found))
  }

  @Test("every kind of leaf is made again from its numbers, and from no others")
  func leaves() {
    var kinds: [String: Set<Int>] = [:]
    func check<Leaf: PlanLeaf>(_ leaf: Leaf) {
      let code = leaf.code
      kinds["\(Leaf.self)", default: []].insert(code.kind)
      #expect(Leaf(code) == leaf)
      #expect(Leaf.kinds[code.kind].numbers.count == code.numbers.count)
      #expect(Set(Leaf.kinds[code.kind].numbers.map(\.name)).count == code.numbers.count)
      #expect(Leaf(LeafCode(code.kind, code.numbers + [1])) == nil)
      #expect(Leaf(LeafCode(Leaf.kinds.count, code.numbers)) == nil)
      #expect(Leaf(LeafCode(-1, code.numbers)) == nil)
      if !code.numbers.isEmpty {
        #expect(Leaf(LeafCode(code.kind, Array(code.numbers.dropLast()))) == nil)
      }
    }
    func count<Leaf: PlanLeaf>(_ leaf: Leaf) -> Int { Leaf.kinds.count }
    let leaves = Contents(of: everything()).leaves
    for leaf in leaves { check(leaf) }
    // The sample leaves out no kind.
    for leaf in leaves { #expect(kinds["\(type(of: leaf))"]?.count == count(leaf)) }
    #expect(PictureContent(LeafCode(0, [-1, 0])) == nil)
    #expect(PictureContent(LeafCode(2, [0, 9, 0])) == nil)
    #expect(PictureContent(LeafCode(2, [9, 9, 1 << 32])) == nil)
    #expect(Coverage(LeafCode(2, [0, 32769, 0])) == nil)
  }

  @Test("a part cut to some frames is the part in those frames")
  func slices() {
    let plan = everything()
    for frames in [0..<10, 0..<1, 4..<7, 9..<10] {
      let part = plan.restricted(to: frames)
      for frame in frames {
        #expect(part.layers(at: frame - frames.lowerBound) == plan.layers(at: frame))
        #expect(plan.layers(at: frame).allSatisfy { $0.isConstant })
      }
      #expect(part.key(ofFrames: 0..<frames.count) == plan.key(ofFrames: frames))
    }
  }

  @Test("JSON has every field and the numbers of every leaf by name")
  func json() {
    let text = PlanJSON.text(everything(), style: .compact)
    for part in Contents(of: everything()).parts {
      for name in fieldNames(part) { #expect(text.contains("\"\(name)\":"), "\(name)") }
    }
    #expect(text.contains(#""kind":"source","frames":10,"conform":[[0,0,10]],"sourceFrame":[[40"#))
    #expect(text.contains(#"{"kind":"all","frames":1},{"kind":"mask","frames":9,"mask":[[1,0,9]]"#))
    #expect(text.contains(#""parameters":[[[0,1,10]],7]"#))
    #expect(text.contains(#""size":{"width":64,"height":36}"#))
  }

  @Test("text has groups, masks, effects and blend modes")
  func text() {
    let text = PlanDump.text(everything())
    for line in [
      "  #2 ellipse x 1, y 2, width 3, height 4\n",
      "    dissolve on track 9 weight 0..27000 by 3000\n",
      "      from \"item 2\" (track 2 clip 2): group 64x36\n",
      "        \"item 1\" (track 1 clip 1): text #1 blend multiply\n",
      "          effect contrast 0..9 7\n",
      "          not covered by mask 2, threshold 5, softness 9\n",
      "        covered by mask 0..1, 1 x8, threshold 0..9, softness 0..100 by 100, 100 x8\n",
    ] { #expect(text.contains(line), "\(line)in\n\(text)") }
  }
}
