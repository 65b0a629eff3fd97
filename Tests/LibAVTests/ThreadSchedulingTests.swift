import Foundation
import LibAV
import OutputKinds
import Testing

@Suite("Scheduling of threads beside encoders")
struct ThreadSchedulingTests {
  /// Threads of this process that get the processor before all others, by their numbers.
  private func realTimeThreads() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter { name in
      pid_t(name).map { [SCHED_FIFO, SCHED_RR].contains(sched_getscheduler($0)) } ?? false
    }
  }

  // SVT-AV1 asks for it where it may have it, as root: programs that were started from such a thread starved all
  // others on the machine.
  @Test("no thread is a real-time one while an encoder is open, whoever runs the program")
  func usual() throws {
    let configuration = VideoEncoder.Configuration(
      encoder: "libsvtav1", pixelFormat: "yuv420p", width: 64, height: 64, rate: Fraction(25, 1),
      options: [LibraryOption("preset", "12"), LibraryOption("crf", "40")])
    // It has no second one beside it: none is being opened elsewhere while this one is open.
    let encoder: VideoEncoder
    do {
      encoder = try VideoEncoder(configuration)
    } catch {
      try Test.cancel("this libav has no SVT-AV1")
    }
    #expect(sched_getscheduler(0) == SCHED_OTHER)
    #expect(try realTimeThreads() == [])
    #expect(!encoder.extradata.isEmpty)
  }
}
