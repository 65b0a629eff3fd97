import LibAV
import MediaSources
import PlanModel

/// The readers of one file: one for each place that is read at the same time.
///
/// A dissolve from one part of a file to another asks for pictures of both in turn. With a single
/// reader each of them would cost a seek.
final class ReaderPool {
  private struct Entry {
    let reader: FrameReader
    var lastUse: Int
  }

  private let source: MediaSource
  private let blocks: FilterBlocks?
  private let protocols: [String]
  private let threads: Int
  private let noteDamage: (Int) -> Void
  private var entries: [Entry] = []
  private var uses = 0

  /// Most places read at the same time.
  private static let limit = 6
  /// A reader not used for so many pictures is not needed any more.
  private static let patience = 8

  /// - Parameters:
  ///   - blocks: of a source behind a chain of filters, how that is run.
  ///   - threads: that decode for one reader, where this gives the same pictures.
  ///   - noteDamage: is given the number of each damaged picture that is asked for.
  init(
    _ source: MediaSource, blocks: FilterBlocks? = nil, protocols: [String], threads: Int = 1,
    noteDamage: @escaping (Int) -> Void = { _ in }
  ) {
    self.blocks = blocks
    self.noteDamage = noteDamage
    self.source = source
    self.protocols = protocols
    self.threads = threads
  }

  /// Number of open readers, for tests.
  var count: Int { entries.count }

  /// Times that decoding began anew in the open readers, for tests.
  var restarts: Int { entries.reduce(0) { $0 + $1.reader.restarts } }

  /// Picture `number`, from 0 in order of presentation.
  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    uses += 1
    let index = try entry(for: number)
    entries[index].lastUse = uses
    let reader = entries[index].reader
    entries.removeAll { uses - $0.lastUse > Self.patience }
    return try reader.frame(number)
  }

  /// The reader nearest to a picture, a new one, or the one that was used longest ago.
  private func entry(for number: Int) throws(LibAVError) -> Int {
    let near = entries.indices
      .compactMap { index in entries[index].reader.distance(to: number).map { (index, $0) } }
      .min { $0.1 < $1.1 }
    if let near { return near.0 }
    if let behind = entries.firstIndex(where: { $0.reader.steps(backTo: number) }) { return behind }
    if entries.count >= Self.limit,
      let stalest = entries.indices.min(by: { entries[$0].lastUse < entries[$1].lastUse })
    {
      return stalest
    }
    let reader = try FrameReader(
      source, blocks: blocks, protocols: protocols, threads: threads, noteDamage: noteDamage)
    entries.append(Entry(reader: reader, lastUse: uses))
    return entries.count - 1
  }
}
