import AudioMixing
import Diagnostics
import PlanModel
import Raster
import Rendering
import Workspace

/// Hashes of composed frames and mixed sound.
struct FrameHashes {
  private var pictures: [(Int, String)] = []
  private var sounds: [(Int64, String)] = []
  /// Damaged material that something else is shown or heard for.
  let damage: [SourceDamage]

  init(
    of frames: Range<Int>, plan: RenderPlan, backend: any RenderBackend
  ) throws(RenderError) {
    let composed = ProjectFrames(of: plan, backend: backend)
    for frame in frames {
      pictures.append((frame, ImageHash(try composed.frame(frame)).description))
    }
    var damage = composed.damage(in: frames)
    if let audio = plan.audio {
      let source = backend.makeAudioSource()
      let renderer = AudioRenderer(plan: audio, source: source)
      let block = Int64(audio.sampleRate)
      let from = plan.output.sample(ofFrame: frames.lowerBound, sampleRate: audio.sampleRate)
      let to = min(
        audio.sampleCount,
        plan.output.sample(ofFrame: frames.upperBound, sampleRate: audio.sampleRate))
      var start = from
      while start < to {
        let end = min(to, start + block)
        sounds.append((start, AudioHash(try renderer.mix(start..<end)).description))
        start = end
      }
      damage += plan.damage(ofSound: source.damage)
    }
    self.damage = damage
  }

  var lines: String {
    (pictures.map { "frame \($0.0) \($0.1)" } + sounds.map { "sound \($0.0) \($0.1)" })
      .joined(separator: "\n")
  }

  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.key("frames")
      json.array { json in
        for (frame, hash) in pictures {
          json.object(inline: true) { json in
            json.member("frame", frame)
            json.member("hash", hash)
          }
        }
      }
      json.key("sound")
      json.array { json in
        for (sample, hash) in sounds {
          json.object(inline: true) { json in
            json.member("sample", sample)
            json.member("hash", hash)
          }
        }
      }
    }
    return json.text
  }
}
