import Diagnostics
import OutputKinds
import Testing
import TimelineModel

@testable import PlanModel

@Suite("Kinds of output in plans") struct OutputKindPlanTests {
  private func text(_ output: PlannedOutput) -> String {
    var json = JSONWriter()
    output.write(to: &json, count: 0)
    return json.text
  }

  @Test("a plan names its codecs, and its container only where it is not the usual one")
  func words() throws {
    for container in MovieContainer.all {
      for video in container.videoCodecs {
        for audio in container.audioCodecs {
          var output = wholePlan().output
          output.container = container
          output.video = VideoEncoding(video)
          output.audio = AudioEncoding(audio)
          let text = text(output)
          #expect(text.contains("\"codec\": \"\(video.name)\""))
          #expect(text.contains("\"codec\": \"\(audio.name)\""))
          #expect(text.contains("\"container\"") == (container != .usual))
        }
      }
    }
    #expect(MovieContainer(word: "mp4") == .mp4 && MovieContainer(word: "none") == nil)
    #expect(VideoCodec(word: "h264") == .h264 && AudioCodec(word: "aac") == .aac)
  }

  @Test("the movie's tracks are its pictures and its sound, in this order")
  func tracks() {
    var output = wholePlan().mix(0).output
    output.audio = nil
    #expect(output.tracks == [.pictures(output.video)])
    output.audio = AudioEncoding()
    #expect(output.tracks == [.pictures(output.video), .sound(AudioEncoding())])
  }
}
