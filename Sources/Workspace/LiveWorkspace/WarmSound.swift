import AudioMixing
import MovieWriting
import PlanModel
package import Rendering
import Synchronization
package import Workspace

/// Mixes stretches of one plan's sound for whoever asks, one at a time; fast where one follows the other.
package final class WarmSound: Sendable {
  /// Samples of a stretch at most: ten seconds at 48 kHz.
  package static let longest: Int64 = 480_000

  private let audio: AudioPlan
  private let backend: MediaBackend
  private let renderer = Mutex<AudioRenderer?>(nil)

  /// Opens nothing before the first stretch. `nil` where the movie has no sound.
  package init?(of edit: LoadedProject) {
    guard let plan = edit.plan, let audio = plan.audio, audio.sampleCount > 0 else { return nil }
    self.audio = audio
    backend = edit.backend(for: plan)
  }

  package var sampleRate: Int { audio.sampleRate }
  package var channels: Int { audio.channels }
  package var sampleCount: Int64 { audio.sampleCount }

  /// A stretch of the mix as a WAVE file of 24 bits, the same samples as in that of `mix`.
  ///
  /// - Parameter samples: as far as they are the movie's, and at most ``longest`` of them.
  /// - Throws: what reading media throws.
  package func wave(_ samples: Range<Int64>) throws(RenderError) -> [UInt8] {
    let start = min(max(0, samples.lowerBound), audio.sampleCount)
    let end = min(max(start, samples.upperBound), audio.sampleCount, start + Self.longest)
    let (audio, backend) = (audio, backend)
    let result: Result<AudioBuffer, RenderError> = renderer.withLock { renderer in
      let ready = renderer ?? AudioRenderer(plan: audio, source: backend.makeAudioSource())
      do throws(RenderError) {
        let block = try ready.mix(start..<end)
        renderer = ready
        return .success(block)
      } catch {
        renderer = nil
        return .failure(error)
      }
    }
    let block = try result.get()
    return WaveFileSink.header(
      sampleRate: audio.sampleRate, channels: audio.channels, frameCount: end - start)
      + WaveFileSink.bytes(of: block, count: block.frameCount, channels: audio.channels)
  }

  /// Closes decoders until the next stretch.
  package func rest() { renderer.withLock { $0 = nil } }
}
