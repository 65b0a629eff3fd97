import AudioMixing
import Diagnostics
import Raster
import RenderPlanning
import Rendering

/// Hashes of composed frames and mixed sound.
struct FrameHashes {
  var plan: RenderPlan
  var backend: any RenderBackend

  func text(of frames: Range<Int>, json: Bool) throws(RenderError) -> String {
    let compositor = Compositor(
      plan: plan, images: backend.makeImageSource(), texts: backend.textSource)
    var pictures: [(Int, String)] = []
    for frame in frames {
      pictures.append((frame, ImageHash(try compositor.compose(frame)).description))
    }
    var sounds: [(Int64, String)] = []
    if let audio = plan.audio {
      let renderer = AudioRenderer(plan: audio, source: backend.makeAudioSource())
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
    }
    return json ? Self.json(pictures, sounds) : Self.lines(pictures, sounds)
  }

  private static func lines(_ pictures: [(Int, String)], _ sounds: [(Int64, String)]) -> String {
    (pictures.map { "frame \($0.0) \($0.1)" } + sounds.map { "sound \($0.0) \($0.1)" })
      .joined(separator: "\n")
  }

  private static func json(_ pictures: [(Int, String)], _ sounds: [(Int64, String)]) -> String {
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
