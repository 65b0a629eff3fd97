import Diagnostics
public import MediaTime
public import PixelGeometry
import TimelineModel

extension ProjectDocument {
  /// The output's frame rate as far as it could be read, else the default.
  public var outputRate: FrameRate { output.frameRate?.value ?? .default }

  /// The output's size as far as it could be read, else the default.
  public var outputSize: Size {
    output.size?.value ?? Size(width: 1280, height: 720)
  }

  /// Samples a second of the output's sound; 48,000 where there is none.
  public var outputSampleRate: Int { output.audio?.sampleRate ?? 48_000 }
}
