import Diagnostics
import BaseValues
import Testing
import TimelineModel

@testable import PlanModel

private func source(_ text: String) -> SourceFile { SourceFile(path: "plan.json", text: text) }

private func read(_ text: String) -> (plan: WrittenPlan?, findings: [Diagnostic]) {
  PlanJSON.read(source(text), kinds: everyKind)
}

@Suite struct PlanFileTests {
  @Test("a plan that is read is the plan that was written")
  func whole() {
    var drawn = wholePlan()
    drawn.rasters[2].style.runs[1].move = wholeMove
    drawn.rasters.append(TextRaster(shape: wholeShape(), anchorX: 32768, anchorY: 0, scale: 2))
    drawn.sources.append(wholeCode(MediaID(2 * drawn.sources.count)))
    for plan in [wholePlan(), everything(), wholePlan().restricted(to: 3..<7), drawn] {
      for style in [JSONWriter.Style.pretty, .compact] {
        let (written, findings) = read(PlanJSON.text(plan, style: style))
        #expect(findings.isEmpty, "\(findings)")
        #expect(written?.plan == plan)
        // The same text, and so the same hash of it, whoever wrote it.
        #expect(
          written.map { PlanJSON.text($0.plan, style: style) == PlanJSON.text(plan, style: style) }
            == true)
      }
    }
  }

  @Test("every stored property of everything in a plan is written under its name")
  func complete() {
    var types: Set<String> = []
    func check<Object: PlanObject>(_ object: Object) {
      let properties = Mirror(reflecting: object).children.compactMap(\.label)
      #expect(properties.sorted() == Object.members.map(\.name).sorted(), "\(Object.self)")
      types.insert("\(Object.self)")
    }
    func walk(_ value: Any) {
      if let object = value as? any PlanObject { check(object) }
      let isWhole =
        value is any PlanWord || value is any PlanPlace || value is any PlanLeaf || value is String
      if isWhole { return }
      let children = Mirror(reflecting: value).children
      // What has parts is a list, an optional, a tuple of a case, or says what its parts are.
      let style = Mirror(reflecting: value).displayStyle
      let isKnown = value is any PlanCodable || style == .tuple
      #expect(isKnown, "\(type(of: value))")
      for child in children { walk(child.value) }
    }
    walk(wholePlan())
    #expect(types.count >= 24, "\(types.sorted())")
  }

  @Test(
    "what is wrong in a plan is told with its place",
    arguments: [
      (#""cutlistPlan": ⟦1⟧"#, "2", "this is a plan of version 2; this cutlist reads version 1"),
      (#""cutlistPlan": ⟦1⟧"#, "\"1\"", "expected the version of the plan, found text"),
      (#""frameCount": ⟦10⟧"#, "10.5", "expected a whole number from"),
      (#""frameCount": ⟦10⟧"#, "99999999999", "frameCount is 99999999999, not from 1 to"),
      (#""frameCount": ⟦10⟧"#, "0", "frameCount is 0, not from 1 to"),
      (#""frameCount": ⟦10⟧"#, "9007199254740992", "frameCount is 9007199254740992"),
      (#""frameCount": ⟦10⟧"#, "9223372036854775807", "frameCount is 9223372036854775807"),
      (#""preset": ⟦"fast"⟧"#, "\"fats\"", "no preset is called 'fats'"),
      (
        #""preset": ⟦"fast"⟧"#, "\"fast\", \"bitDepth\": 12",
        "H.264 is encoded in 8 or 10 bits, not in 12"
      ),
      (#""y": ⟦16⟧"#, "300", "background is 300, not from 0 to 255"),
      (#""codec": ⟦"h264"⟧"#, "\"h265\"", "expected a codec of pictures, found 'h265'"),
      (#""width": ⟦64⟧, "height": 36"#, "63", "H.264 needs an even width"),
      (#""media": ⟦2⟧,"#, "0", "media is 0, not from 1 to"),
      (#""interlace": ⟦"top-first"⟧"#, "\"top\"", "expected a word that is known here"),
      (#""anchorX": ⟦-1⟧"#, "1e3", "expected a whole number from"),
      (#""scale": ⟦8⟧"#, "9", "scale is 9, not from 1 to 8"),
      (#""size": ⟦"81/2"⟧"#, "\"81/0\"", "expected a fraction"),
      (#""frames": ⟦[0, 10]⟧"#, "[10, 0]", "expected a range: [start, end], which does not end"),
      (#""frames": ⟦[0, 10]⟧"#, "[-9223372036854775808, 9223372036854775807]", "a range"),
      (#""sourceFrame": [⟦[40, 1, 10]⟧]"#, "[40, 1, 1000000000000]", "expected a run of 1 to 10"),
      (#""sourceFrame": ⟦[[40, 1, 10]]⟧"#, "[[40, 1, 9]]", "1 of the 10 frames are missing"),
      (#"[⟦[40, 1, 10]⟧]"#, "[9223372036854775807, 1, 10]", "expected a run within 64 bits"),
      (#"[⟦[40, 1, 10]⟧]"#, "[1, 9223372036854775807, 10]", "expected a run within 64 bits"),
      (#""kind": ⟦"source"⟧"#, "\"movie\"", "expected one of 'source', 'rectangle'"),
      (#""opacity": ⟦[[3000, 3000, 10]]⟧"#, "40000", "opacity is 40000, not from 0 to 32768"),
      (#""mask": ⟦[[1, 0, 9]]⟧"#, "[[7, 0, 9]]", "there is no 7 among the 5 masks"),
      (#""pan": ⟦-32768⟧"#, "40000", "pan is 40000"), (#""speed": ⟦"7/3"⟧"#, "\"0\"", "speed is 0"),
      (#""samples": ⟦[0, 17640]⟧"#, "[0, 99999]", "expected samples of the movie"),
      (#""sampleCount": ⟦17640⟧"#, "20000", "sampleCount is 20000"),
      (#""sample": ⟦100⟧, "gain": 1,"#, "-9", "sample is -9, not from -5"),
      (#""index": ⟦1⟧, "frames""#, "0", "expected the index 1"),
      (#""frames": ⟦[5, 10]⟧"#, "[4, 10]", "expected frames from 5 on"),
      (#""conform": ⟦[[0, 0, 10]]⟧"#, "[[3, 0, 10]]", "there is no 3 among the 3 conforms"),
      (#""label": ⟦"item 3"⟧"#, "null", "expected text, found null"),
      (#""exact": ⟦"1001/30000"⟧"#, "[]", "expected a fraction"),
      (
        #""blendMode": ⟦"multiply"⟧"#, "\"glow\"",
        "this cutlist has no blend mode 'glow'; it has normal, multiply"
      ),
      (
        #""side": ⟦"from"⟧"#, "\"to\"",
        "two inputs are 'from' and 'to', in this order, not to and to"
      ),
      (#""side": ⟦"to"⟧"#, "\"only\"", "in this order, not from and only"),
      (#""name": ⟦"contrast"⟧"#, "\"blur\"", "this cutlist has no effect 'blur'; it has contrast"),
      (
        "[[0, 1, 10]],\n                                ⟦7⟧", "7, 7",
        "'contrast' has 2 parameters here, not 3"
      ),
      (#"⟦"ledger"⟧: "#, "\"legder\"", "a plan has no 'legder' here"),
      (#""crop": ⟦{"x": 0,⟧"#, "{", "'x' is missing"),
    ])
  func wrong(_ place: String, _ replacement: String, _ message: String) throws {
    let text = PlanJSON.text(wholePlan())
    let parts = place.split(whereSeparator: { "⟦⟧".contains($0) }, omittingEmpty: false)
    let pattern = parts.joined()
    let at = try #require(text.firstRange(of: pattern), "\(pattern)")
    let edited = text.replacingCharacters(at, parts[0] + replacement + parts[2])
    let (plan, findings) = read(edited)
    #expect(plan == nil)
    let finding = try #require(findings.first { $0.message.contains(message) }, "\(findings)")
    // The place that was edited, or what is around it.
    let file = source(edited)
    let start =
      edited.utf8.distance(
        from: edited.startIndex, to: at.lowerBound) + parts[0].utf8.count
    #expect(finding.range.lower <= start && start <= finding.range.upper, "\(finding)")
    #expect(file.position(ofOffset: finding.range.lower).line >= 1)
  }

  @Test("what is no plan is told from one that is damaged")
  func others() {
    func message(_ text: String) -> String { read(text).findings.first?.message ?? "" }
    #expect(message(#"{"cutlist": 1, "tracks": []}"#) == "this is a project, not a plan")
    #expect(message("{}").hasPrefix("this is no plan"))
    #expect(message("[1, 2]") == "the file is no plan: it is an array, not an object")
    for empty in ["", " \n"] {
      #expect(message(empty) == "the file has no content")
      #expect(
        read(empty).findings[0].fixes.map(\.message).contains { $0.hasPrefix("write a plan with") })
    }
    #expect(!read("\u{0}\u{1}").findings.isEmpty)
    let text = PlanJSON.text(wholePlan(), style: .compact)
    #expect(message(String(text.dropLast(40))).contains("clos"))
  }

  @Test("what is scaled or drawn is no larger than a project can make it, alone and together")
  func large() {
    let whole = Size(width: 8192, height: 8192)
    func faults(_ count: Int, _ size: Size) -> [PlanFault] {
      plan((0..<count).map { PictureLayer(input($0, .color(.white, size))) }).faults()
    }
    #expect(faults(8, whole).isEmpty)
    let path: [PlanStep] = [.name("segments"), .index(0)]
    #expect(
      faults(9, whole) == [
        PlanFault(
          path: path,
          message: "colours and groups of 603979776 pixels in one frame; the limit is 536870912")
      ])
    #expect(
      faults(1, Size(width: 8193, height: 1)).map(\.message) == [
        "width is 8193, not from 1 to 8192"
      ])
    let canvas = group(0, [PictureLayer(input(1))], size: Size(width: 64, height: 8194))
    #expect(
      plan([PictureLayer(canvas)]).faults().map(\.message) == ["height is 8194, not from 1 to 8192"]
    )
    var scaled = plan([])
    scaled.conforms[1].size.width = 16384
    #expect(scaled.faults().map(\.message) == ["width is 16384, not from 1 to 8192"])
  }

  @Test("numbers whose sum or product is too large for the machine are faults, and stop nothing")
  func beyondTheMachine() {
    let turned = Projection(a: 2, b: 1, c: 0, d: -1, e: 2, f: 5, g: 0, h: 0, i: 1)
    let inner = PictureLayer(input(1) { $0.geometry = .constant(.nearest(turned)) })
    for side in [1 << 40, 1 << 62, Int.max, Int.min] {
      for size in [Size(width: side, height: 36), Size(width: 64, height: side)] {
        #expect(!plan([PictureLayer(group(0, [inner], size: size))]).faults().isEmpty)
      }
    }
    for share in [PictureInput.one + 1, Int.max, Int.min, -1] {
      let layer = PictureLayer(
        origin: origin(0), name: "dissolve",
        inputs: [
          input(0) { $0.share = .constant(PictureInput.one) },
          input(1) { $0.share = .constant(share) },
        ])
      #expect(!plan([layer]).faults().isEmpty, "\(share)")
    }
  }

  @Test("frames that do not fit together are told at either of them")
  func lengths() {
    let text = PlanJSON.text(wholePlan())
    for (old, new, message) in [
      ("\"frameCount\": 10", "\"frameCount\": 11", "segments end at frame 10 of 11"),
      ("\"frames\": [0, 10]", "\"frames\": [0, 0]", "expected one value, as there are no frames"),
      ("\"frames\": [0, 10]", "\"frames\": [0, 11]", "1 of the 11 frames are missing"),
      ("\"frames\": [0, 10]", "\"frames\": [0, 1000000000000]", "frames are missing"),
    ] {
      let findings = read(text.replacing(old, with: new, maxReplacements: 1)).findings
      #expect(findings.contains { $0.message.contains(message) }, "\(findings)")
    }
  }

  @Test("a plan tells how much its reader must allow, to the last value and byte")
  func demands() throws {
    for style in [JSONWriter.Style.pretty, .compact] {
      let (text, demands) = PlanJSON.document(wholePlan(), style: style)
      #expect(demands[.layers] == 5 && demands[.frames] == 10)
      for kind in [ProjectLimits.Kind.fileBytes, .values, .layers, .frames] {
        let count = try #require(demands[kind])
        for (limit, isEnough) in [(count, true), (count - 1, false)] {
          var limits = ProjectLimits()
          let isSet = limits.set(kind, to: limit)
          #expect(isSet)
          let (plan, findings) = PlanJSON.read(source(text), limits: limits, kinds: everyKind)
          #expect((plan != nil) == isEnough && findings.isEmpty == isEnough, "\(kind) \(limit)")
        }
      }
    }
  }

  @Test("groups inside each other end somewhere")
  func groups() {
    var layer = PictureLayer(input(0))
    for depth in 0..<40 { layer = PictureLayer(group(depth, [layer])) }
    #expect(plan([layer]).faults().first?.message.contains("groups inside each other") == true)
    #expect(read(PlanJSON.text(plan([layer]), style: .compact)).plan == nil)
  }
}

extension String {
  fileprivate func split(
    whereSeparator isSeparator: (Character) -> Bool, omittingEmpty: Bool
  ) -> [String] {
    split(omittingEmptySubsequences: omittingEmpty, whereSeparator: isSeparator).map(String.init)
  }

  fileprivate func replacingCharacters(_ range: Range<Index>, _ text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
