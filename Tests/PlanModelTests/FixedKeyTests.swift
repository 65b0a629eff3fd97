import AudioMixing
import BaseValues
import Testing
import TimelineModel

@testable import PlanModel

/// Keys, files and texts of plans as earlier versions of the program made them: whoever has chunks
/// keeps them.
@Suite struct FixedKeyTests {
  /// A plan with something changed, by what that is.
  private static var plans: [(name: String, plan: RenderPlan)] {
    func changed(_ name: String, _ change: (inout RenderPlan) -> Void) -> (String, RenderPlan) {
      var plan = wholePlan()
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
      "083d6329d6b315bf 64f32328166dc44e 96a296d224f285c6 7a70ffd4472b6e92 f0b6fb6b647afadc "
      + "76dfae9d470bd7a3 8cf777c2613c745c ba4e5c4e1a3f851e",
    "whole":
      "616d81736fc872ea da0468aeb898008a 72b88cab3eca279f afe0a8d6ce0ae91c 0ad987d8a8df36c6 "
      + "eae554d173b29b72 fea739773a5e9c49 e077ba938d68ba86 5d9c40f21f1bd985",
    "outline":
      "87f25bfd836ecde5 315fb5861b8df951 72b88cab3eca279f afe0a8d6ce0ae91c c55c233305ca52fb "
      + "b978edf28ef79a89 aecf2d36ab44c2df 39d258e63b5f1274 5d9c40f21f1bd985",
    "shadow":
      "e6633437769f511d b1501a523008eccd 72b88cab3eca279f afe0a8d6ce0ae91c 83c2c33e2e5e31a7 "
      + "d8e89a081098252f ce55652e0de0ab98 e4f1e11d2e21b76b 5d9c40f21f1bd985",
    "box":
      "d53f646d8dca9d3a ba3635a6e5e44335 72b88cab3eca279f afe0a8d6ce0ae91c 127517f859046e19 "
      + "fb58dba9c42bc485 358920dd2039fe55 fdf570c9ff010a52 5d9c40f21f1bd985",
    "lines":
      "f288afe10d718752 727735d713aef13b 72b88cab3eca279f afe0a8d6ce0ae91c 7db9d2e863f3fdef "
      + "3c113447f9db3e40 8234685e57f0bd9e 08fa48e225883b25 5d9c40f21f1bd985",
    "colour":
      "daddbdb1ec4ed089 ed0ec702c6db00c3 72b88cab3eca279f afe0a8d6ce0ae91c 502741af202fed3f "
      + "73a1ccd237ac778e 09cabbe6ed40d453 3595e0616cdaddda 6bc557799c672539",
    "quality":
      "aea78d4a21943f5f 2321d42d8faa788b 72b88cab3eca279f afe0a8d6ce0ae91c 6bc27d74a9f8e520 "
      + "50c51ff428e5752a 45f4a4fe1d4dc64c 960dd1932ca008b7 e0238848349f3a8d",
    "channels":
      "616d81736fc872ea da0468aeb898008a a18b4e8edfeec295 a28bc03c27964c18 3406f322026a6f1c "
      + "eae554d173b29b72 fea739773a5e9c49 cfbfeee4b6419e80 41d217f3e409670f",
  ]
}
