import LibAV
import MediaSources
import PlanModel
import TimelineModel

/// The open files of one worker. Movies whose frames it composes by turns read from them together, so that a picture that
/// several show at the same time is decoded once.
final class MediaReaders {
  /// What is read.
  private struct Key: Hashable {
    /// The source's number.
    var source: Int
    var blocks: FilterBlocks?
  }

  private enum Reader {
    case file(ReaderPool)
    case filter(FilterFrames)
  }

  private var readers: [Key: Reader] = [:]
  /// Numbers of sources. Those that are the same in several plans are one, whatever their places and names are there.
  private var numbers: [PlannedSource: Int] = [:]
  /// What each that reads from them needs; `nil` where it has not said.
  private var needs: [Set<Int>?] = []
  /// Numbers of damaged pictures that were asked for.
  private var damaged: [Int] = []

  /// Takes in somebody who reads.
  ///
  /// - Returns: its number.
  func enter() -> Int {
    needs.append(nil)
    return needs.count - 1
  }

  /// Nothing is needed any more by one that has read.
  func leave(_ number: Int) { retain(only: [], for: number) }

  /// Says what one needs of what is open: what nobody needs is closed.
  ///
  /// - Parameter active: numbers of sources.
  func retain(only active: Set<Int>, for number: Int) {
    needs[number] = active
    var all: Set<Int> = []
    for need in needs {
      guard let need else { return }
      all.formUnion(need)
    }
    for key in readers.keys where !all.contains(key.source) { readers[key] = nil }
  }

  /// The number of a source, whatever its place and name are.
  func number(of source: PlannedSource) -> Int {
    var plain = source
    plain.media = MediaID(0)
    plain.name = ""
    if let known = numbers[plain] { return known }
    numbers[plain] = numbers.count
    return numbers.count - 1
  }

  /// Numbers of damaged pictures that were asked for since this was called last.
  func takeDamage() -> [Int] {
    defer { damaged.removeAll() }
    return damaged
  }

  /// A picture as it was decoded.
  ///
  /// - Parameters:
  ///   - source: what is opened where it is not open.
  ///   - key: its number.
  ///   - blocks: of a source behind a chain of filters, how that is run.
  ///   - threads: that decode one file, at least 1.
  func frame(
    _ number: Int, of source: MediaSource, _ key: Int, _ blocks: FilterBlocks?,
    protocols: [String], threads: Int
  ) throws(LibAVError) -> SharedFrame {
    let key = Key(source: key, blocks: blocks)
    let reader: Reader
    if let known = readers[key] {
      reader = known
    } else {
      if case .filter(let text, _, let program) = source {
        reader = .filter(FilterFrames(text, program: program))
      } else {
        reader = .file(
          ReaderPool(source, blocks: blocks, protocols: protocols, threads: threads) {
            [unowned self] number in damaged.append(number)
          })
      }
      readers[key] = reader
    }
    switch reader {
    case .filter(let filter): return try filter.frame(number)
    case .file(let pool): return try pool.frame(number)
    }
  }
}
