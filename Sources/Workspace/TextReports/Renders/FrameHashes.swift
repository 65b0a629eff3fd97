import AudioMixing
import Diagnostics
package import PlanModel
import Raster
package import Rendering
import Workers
import Workspace

/// Hashes of composed frames and mixed sound.
package struct FrameHashes {
  private var pictures: [(Int, String)] = []
  private var sounds: [(Int64, String)] = []
  /// Damaged material that something else is shown or heard for.
  package let damage: [SourceDamage]

  /// - Parameter jobs: threads that compose at the same time; what comes out does not depend on it.
  package init(
    of frames: Range<Int>, plan: RenderPlan, backend: any RenderBackend, jobs: Int
  ) throws(RenderError) {
    let pieces = Self.pieces(of: frames, jobs: jobs)
    // Sound in one piece, for it is read in order; it is begun first and told of last.
    var found = WorkerPool.map(pieces.count + 1, threads: jobs) { number in
      Result { () throws(RenderError) in
        number == 0
          ? try Part(soundOf: frames, plan: plan, backend: backend)
          : try Part(picturesOf: pieces[number - 1], plan: plan, backend: backend)
      }
    }
    found.append(found.removeFirst())
    var damage: [SourceDamage] = []
    for result in found {
      let part = try result.get()
      pictures += part.pictures
      sounds += part.sounds
      damage += part.damage
    }
    self.damage = damage
  }

  /// Parts of the frames in order: for one thread all of them, for others some more than threads,
  /// so that none is left with the slowest.
  private static func pieces(of frames: Range<Int>, jobs: Int) -> [Range<Int>] {
    let count = jobs == 1 ? 1 : max(1, min(4 * jobs, frames.count / 25))
    return (0..<count).map { piece in
      let first = frames.lowerBound + frames.count * piece / count
      return first..<(frames.lowerBound + frames.count * (piece + 1) / count)
    }
  }

  /// What one thread finds.
  private struct Part: Sendable {
    var pictures: [(Int, String)] = []
    var sounds: [(Int64, String)] = []
    var damage: [SourceDamage]

    init(
      picturesOf frames: Range<Int>, plan: RenderPlan, backend: any RenderBackend
    ) throws(RenderError) {
      let composed = ProjectFrames(of: plan, backend: backend)
      for frame in frames {
        pictures.append((frame, ImageHash(try composed.frame(frame)).description))
      }
      damage = composed.damage(in: frames)
    }

    init(
      soundOf frames: Range<Int>, plan: RenderPlan, backend: any RenderBackend
    ) throws(RenderError) {
      damage = []
      guard let audio = plan.audio else { return }
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
      damage = plan.damage(ofSound: source.damage)
    }
  }

  package var lines: String {
    (pictures.map { "frame \($0.0) \($0.1)" } + sounds.map { "sound \($0.0) \($0.1)" })
      .joined(separator: "\n")
  }

  package var json: String {
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
