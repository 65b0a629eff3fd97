import Diagnostics
public import BaseValues
import OutputKinds
import TimelineModel

extension ProjectDocument {
  /// The output's frame rate as far as it could be read, else the default.
  public var outputRate: FrameRate { output.frameRate?.value ?? .default }

  /// The output's size as far as it could be read, else the default.
  public var outputSize: Size {
    output.size?.value ?? Size(width: 1280, height: 720)
  }

  /// What the output's size or rate is taken from; `nil` where the project says both, or nothing
  /// has them.
  public var formOrigin: FormOrigin? { output.formOrigin }

  /// Samples a second of the output's sound; 48,000 where there is none.
  public var outputSampleRate: Int { output.audio?.sampleRate ?? 48_000 }
}
