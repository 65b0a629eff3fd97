import Diagnostics
import BaseValues

/// Reads a chain of filters that pictures or sound go through: its text, or that and what it remembers.
enum FilterReader {
  private static let text = Shape<String>.text("a chain of filters", example: "\"hqdn3d=4\"")
  static let chain = Key(
    "chain", text, required: true, "The chain as libavfilter writes it: one picture in, one out.",
    examples: ["\"hqdn3d=4\"", "\"split[a][b];[a]hflip[c];[b][c]blend=all_mode=average\""])

  private static let time = Shape<TimeExpression>.time(.aboveZero)
  private static let expectedMemory = "a duration or \"start\""
  private static let memoryShape = Shape<FilterMemoryDocument>(
    expected: expectedMemory, example: "\"0.5s\"",
    schema: .any([
      .names([NamedValue("start", "everything from the clip's first moment on")]), time.schema,
    ])
  ) { value, reading in
    switch value.kind {
    case .string("start"): return .start
    case .string, .number: return time.read(value, &reading).map { .time($0) }
    default: return reading.wrong(value, expectedMemory, "\"0.5s\"")
    }
  }
  static let memory = Key(
    "memory", memoryShape,
    "How much of the source before a picture the chain sees, for filters that look at several "
      + "pictures. Left out, each picture is treated by itself.",
    examples: ["\"0.5s\"", "\"start\""])

  static let description = ObjectDescription(
    "pictureFilter", "a chain of filters",
    "A chain of FFmpeg's video filters.",
    keys: [chain.description, memory.description])

  static let shape = shape(description, chain, memory)

  // MARK: - Sound

  private static let soundText = Shape<String>.text(
    "a chain of filters", example: "\"highpass=f=80\"")
  static let soundChain = Key(
    "chain", soundText, required: true, "The chain as libavfilter writes it: sound in, sound out.",
    examples: ["\"highpass=f=80\"", "\"aecho=0.8:0.9:500:0.3\""])
  static let soundMemory = Key(
    "memory", memoryShape,
    "How much of the sound before a moment the chain hears.", default: "\"2s\"",
    examples: ["\"5s\"", "\"start\""])
  static let soundDescription = ObjectDescription(
    "soundFilter", "a chain of filters for sound",
    "A chain of FFmpeg's audio filters.",
    keys: [soundChain.description, soundMemory.description])
  static let soundShape = shape(soundDescription, soundChain, soundMemory)

  private static func shape(
    _ description: ObjectDescription, _ chain: Key<String>, _ memory: Key<FilterMemoryDocument>
  ) -> Shape<FilterDocument> {
    let text = chain.shape
    return Shape(
      expected: "a chain of filters or an object", example: text.example,
      schema: .any([text.schema, .object(description)])
    ) { value, reading in
      guard case .object = value.kind else {
        return text.read(value, &reading).map {
          FilterDocument(chain: Located(value: $0, range: value.range), range: value.range)
        }
      }
      guard let fields = ObjectFields(value, description, &reading) else { return nil }
      let memory = fields.read(memory, &reading)
      return fields.read(chain, &reading).map {
        FilterDocument(chain: $0, memory: memory, range: value.range)
      }
    }
  }
}
