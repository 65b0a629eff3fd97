import AudioMixing
import BaseValues
import OutputKinds
import Testing
import TimelineModel

@testable import PlanModel

/// Keys, files and texts of plans as earlier versions of the program made them: whoever has chunks
/// keeps them.
@Suite struct FixedKeyTests {
  /// A plan with something changed, by what that is.
  private static var plans: [(name: String, plan: RenderPlan)] {
    func changed(_ name: String, _ change: (inout RenderPlan) -> Void) -> (String, RenderPlan) {
      var plan = wholePlan().mix(0)
      change(&plan)
      return (name, plan)
    }
    func text(_ name: String, _ change: (inout TextStyle) -> Void) -> (String, RenderPlan) {
      changed(name) { change(&$0.rasters[1].style) }
    }
    return [
      ("everything", everything()), changed("whole") { _ in },
      text("outline") { $0.outlineColor = .clear }, text("shadow") { $0.shadowColor = .clear },
      text("box") { $0.boxColor = .clear }, text("lines") { $0.maximumWidth = nil },
      text("colour") { $0.color = .clear },
      changed("quality") { $0.output.video = VideoEncoding(rateControl: .crf(tenths: 185)) },
      changed("channels") { plan in
        plan.output.audio?.channels = 2
        plan.audio?.channels = 2
        plan.audio?.ceiling = -150
        plan.audio?.loudness = -1600
        plan.audio?.spans[0].routes = [ChannelRoute(output: 1, input: 5, gain: 77)]
        plan.audio?.spans[1].matrix = ChannelMatrix(channels: 2, factors: [1, 2, 3, 4])
        plan.audio?.buses[0].matrix = ChannelMatrix(channels: 2, factors: [5, 6, 7, 8])
        plan.audio?.spans[2].loop?.crossFade = Rational(1, 9)
        plan.audio?.spans[2].joint = LoopJoint(
          length: 5, first: 2, startsInside: true, endsInside: false)
      },
    ]
  }

  private static func values(_ plan: RenderPlan) -> [String] {
    func short(_ text: String) -> String {
      var hasher = ContentHasher()
      hasher.add(text)
      return String(hasher.text.prefix(16))
    }
    var sound = ContentHasher()
    for number in SoundFingerprints(plan).numbers + plan.secondFingerprints() {
      sound.add(Int64(bitPattern: number))
    }
    let pictures = plan.pictureKeys { "context \($0.index)" }
    let samples = plan.key(ofSamples: 100..<9000, context: "context")
    let movie = plan.movieKey(pictures: pictures, sound: [samples], context: "context")
    let levels = [true, false].map { plan.key(pictures[0], isPilot: $0, levelSteps: 7) }
    return pictures.map { String($0.prefix(16)) }
      + [samples, sound.text, movie].map { String($0.prefix(16)) }
      + levels.map { String($0.prefix(16)) } + [
        short(PlanJSON.text(plan)), short(PlanDump.text(plan)),
      ]
  }

  @Test("keys, files and texts of plans stay")
  func stay() {
    for (name, plan) in Self.plans {
      #expect(Self.values(plan).joined(separator: " ") == Self.expected[name], "\(name)")
    }
  }

  /// For each plan the keys of the pictures of its chunks, of some of its sound, of what its sound is
  /// made of, of the movie and of two levels, and hashes of its file and its text.
  private static let expected = [
    "everything":
      "6a3acec4d09cc5d5 64f32328166dc44e 96a296d224f285c6 bb4c846d6a06407c 7fde3f3142f827dc "
      + "6eadb6066538c555 36832ddd6dbc17ed ba4e5c4e1a3f851e",
    "whole":
      "616d81736fc872ea 0126352e52eaa4f4 72b88cab3eca279f afe0a8d6ce0ae91c 8682855a62853853 "
      + "eae554d173b29b72 fea739773a5e9c49 ee024d2ac9d8802d 1b9655b2e38d44cc",
    "outline":
      "87f25bfd836ecde5 d83adc23dfe8b6e2 72b88cab3eca279f afe0a8d6ce0ae91c 943ea17e20dd90b1 "
      + "b978edf28ef79a89 aecf2d36ab44c2df afb656ba33043814 1b9655b2e38d44cc",
    "shadow":
      "e6633437769f511d 96452b2e71b22a87 72b88cab3eca279f afe0a8d6ce0ae91c d1ace94cc8293ffc "
      + "d8e89a081098252f ce55652e0de0ab98 137390bfa66d93fd 1b9655b2e38d44cc",
    "box":
      "d53f646d8dca9d3a 22a4959950b8ecaa 72b88cab3eca279f afe0a8d6ce0ae91c b36d4633aa76e9bd "
      + "fb58dba9c42bc485 358920dd2039fe55 e2eb01d2b90f2c26 1b9655b2e38d44cc",
    "lines":
      "f288afe10d718752 c8a676f99bb65f96 72b88cab3eca279f afe0a8d6ce0ae91c 15e49569dbd04378 "
      + "3c113447f9db3e40 8234685e57f0bd9e fa0fec525b0319da 1b9655b2e38d44cc",
    "colour":
      "daddbdb1ec4ed089 e0d0220aa64d9c9e 72b88cab3eca279f afe0a8d6ce0ae91c a414b3e898b3ea83 "
      + "73a1ccd237ac778e 09cabbe6ed40d453 414fe2b776908117 33cd0537bf8326e9",
    "quality":
      "aea78d4a21943f5f 971c12a978de07cf 72b88cab3eca279f afe0a8d6ce0ae91c 1cda4fdd14432d02 "
      + "50c51ff428e5752a 45f4a4fe1d4dc64c 95ab034294fd241e 502dcc3d7c9f31d4",
    "channels":
      "616d81736fc872ea 0126352e52eaa4f4 a18b4e8edfeec295 a28bc03c27964c18 2fbfd95221ebfcf6 "
      + "eae554d173b29b72 fea739773a5e9c49 101eb86fdb75fdbf da2a47aa9fb02c6f",
  ]
}
