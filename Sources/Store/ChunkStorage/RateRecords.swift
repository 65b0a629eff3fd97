import BaseValues
import Raster
package import Rendering

/// What work takes on machines, as renders have measured it.
///
/// ```
/// FOLDER/rates/4f/4f10…a2.rates     named by the hash of what the machine is
///
/// cutlist-rates-1
/// 120422400 361267200 decode h264 hd
/// …
/// 2b0c…7d                            hash of the lines above, and of what the machine is
/// ```
/// Each line has units, nanoseconds or bytes, and the sort of work. Whoever removes one loses nothing but
/// better estimates.
package struct RateRecords: Sendable {
  /// What files of rates begin with.
  static let mark = Array("cutlist-rates-1\n".utf8)
  /// Sorts of work that one record has.
  private static let limit = 4096
  /// Numbers that are written and read back.
  private static let most: Int64 = 1 << 60

  private let folder: CacheFolder?

  /// - Parameter folder: the cache folder; `nil` remembers nothing.
  package init(folder: String?) { self.folder = folder.map { CacheFolder($0) } }

  /// What was measured on a machine; nothing where no record reads back as it was written.
  ///
  /// - Parameter machine: any text that stands for the machine, the same each time.
  package func rates(of machine: String) -> RenderRates {
    guard let bytes = folder?.read(.rates, Self.digits(machine)) else { return RenderRates() }
    guard let rates = Self.decode(bytes, machine: machine) else {
      folder?.drop(.rates, Self.digits(machine))
      return RenderRates()
    }
    return rates
  }

  /// Keeps rates in place of those that were kept. A cache that cannot be written to is no failure.
  package func keep(_ rates: RenderRates, of machine: String) {
    _ = folder?.write(Self.encode(rates, machine: machine), .rates, Self.digits(machine))
  }

  static func encode(_ rates: RenderRates, machine: String) -> [UInt8] {
    var text = String(decoding: mark, as: UTF8.self)
    for (kind, known) in rates.measured.sorted(by: { $0.key < $1.key }).prefix(limit) {
      // What rounds to nothing is not known.
      guard let units = number(known.units), units > 0, let taken = number(known.taken),
        !kind.name.contains(where: \.isNewline)
      else { continue }
      text += "\(units) \(taken) \(kind.stage.rawValue) \(kind.name)\n"
    }
    return signed(text, machine: machine)
  }

  /// Lines, and the hash of them behind.
  static func signed(_ lines: String, machine: String) -> [UInt8] {
    Array((lines + digits(lines + machine) + "\n").utf8)
  }

  static func decode(_ bytes: [UInt8], machine: String) -> RenderRates? {
    let text = String(decoding: bytes, as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard bytes.starts(with: mark), let hash = lines.popLast(), lines.count <= limit + 1 else {
      return nil
    }
    let signed = lines.joined(separator: "\n") + "\n"
    guard hash == digits(signed + machine) else { return nil }
    var measured: [WorkKind: RenderRates.Measured] = [:]
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count == 4, let units = Int64(words[0]), let taken = Int64(words[1]),
        (1...most).contains(units), (0...most).contains(taken),
        let stage = WorkKind.Stage(rawValue: String(words[2]))
      else { return nil }
      measured[WorkKind(stage, String(words[3]))] = RenderRates.Measured(
        units: Double(units), taken: Double(taken))
    }
    return RenderRates(measured: measured)
  }

  private static func number(_ value: Double) -> Int64? {
    value >= 0 && value < Double(most) ? Int64(value.rounded()) : nil
  }

  private static func digits(_ text: String) -> String {
    var hash = XXH64()
    hash.update(Array(text.utf8).span)
    return ImageHash(value: hash.finalize()).description
  }
}
