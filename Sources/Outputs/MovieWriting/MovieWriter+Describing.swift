import FileSystem
import LibAV
import MovieBoxes
import OutputKinds

/// What a movie says of itself, written into the index of a file of boxes when the muxer has finished.
///
/// ```
/// before   type  index            room         media
/// after    type  described index  texts  room  media
/// ```
/// Where the room is not enough, the media are moved.
extension MovieWriter {
  /// Bytes that are moved at a time.
  private static let blockSize = 8 << 20

  func describe() throws(MovieWriteError) {
    let (place, size, room) = try findIndex()
    var index = try read(size, at: place)
    index.raiseMetadata()
    do throws(BoxError) {
      if !description.isEmpty { try index.describe(description, rate: movie.rate) }
    } catch {
      throw refused("\(error)")
    }
    try write(&index, at: place, room: room)
  }

  private func read(_ size: Int, at place: Int) throws(MovieWriteError) -> MovieIndex {
    let bytes = try file.read(size, at: place)
    do throws(BoxError) {
      return try MovieIndex(Box.boxes(in: bytes, at: place), container.descriptionForm)
    } catch {
      throw refused("the muxer's index cannot be read: \(error)")
    }
  }

  /// Where the index is, how long it is, and how long it may get: free boxes follow it.
  func findIndex() throws(MovieWriteError) -> (place: Int, size: Int, room: Int) {
    let end = try file.size()
    var position = 0
    var found: (place: Int, size: Int)?
    while end - position >= 8 {
      let bytes = try file.read(min(BoxHeader.longest, end - position), at: position)
      guard let header = BoxHeader(bytes[...], rest: end - position) else { break }
      if let found, header.type != "free" {
        return (found.place, found.size, position - found.place)
      }
      if header.type == "mdat" { break }
      if header.type == "moov" { found = (position, header.size) }
      position += header.size
    }
    throw refused("the muxer wrote no index before the media")
  }

  private func write(
    _ index: inout MovieIndex, at place: Int, room: Int
  ) throws(MovieWriteError) {
    let samples = index.samples.isEmpty ? [] : Box("mdat", bytes: index.samples).data
    var distance = 0
    if !Self.fits(room - index.size - samples.count) {
      let needed = index.size + samples.count
      do throws(BoxError) {
        // Offsets of 64 bits take twice the room at most.
        try index.widenOffsets(movedBy: 2 * needed)
      } catch {
        throw refused("\(error)")
      }
      distance = max(0, index.size + samples.count + 8 - room)
      try moveMedia(from: place + room, by: distance)
    }
    let head: [UInt8]
    do throws(BoxError) {
      head = try index.data(samplesAt: place + index.size + 8, mediaMovedBy: distance)
    } catch {
      throw refused("\(error)")
    }
    let rest = room + distance - head.count - samples.count
    let free = rest == 0 ? [] : Box("free", bytes: [UInt8](repeating: 0, count: rest - 8)).data
    try file.write(head + samples + free, at: place)
  }

  /// Whether nothing is left of the room, or enough for a free box.
  private static func fits(_ rest: Int) -> Bool { rest == 0 || rest >= 8 }

  /// Moves all that lies from a place on towards the end of the file, the last of it first.
  private func moveMedia(from place: Int, by distance: Int) throws(MovieWriteError) {
    guard distance > 0 else { return }
    var end = try file.size()
    while end > place {
      let start = max(place, end - Self.blockSize)
      try file.write(try file.read(end - start, at: start), at: start + distance)
      end = start
    }
  }
}

// MARK: - Matroska

extension MovieWriter {
  /// Says of the tracks what the muxer does not.
  func describe(_ facts: [TrackElements.Facts]) throws(MovieWriteError) {
    let end = try file.size()
    var position = 0
    while position < end {
      let bytes = try file.read(min(ElementHeader.longest, end - position), at: position)
      guard let header = ElementHeader(bytes[...], rest: end - position) else { break }
      if header.id == TrackElements.id {
        let list = try file.read(header.length + header.contentSize, at: position)
        let described: [UInt8]
        do throws(BoxError) {
          described = try TrackElements.described(list, facts)
        } catch {
          throw refused("the muxer's list of tracks cannot be completed: \(error)")
        }
        return try file.write(described, at: position)
      }
      // The tracks lie in the segment.
      position += header.length + (header.id == TrackElements.segmentID ? 0 : header.contentSize)
    }
    throw refused("the muxer wrote no list of tracks")
  }
}

extension MovieDescription {
  /// For a muxer that writes them itself.
  func muxerTags(_ form: MovieContainer.DescriptionForm) -> [LibraryOption] {
    if form == .none { return [] }
    var result = tags.map {
      LibraryOption(form == .plain ? $0.plainName : $0.matroskaName, $0.value)
    }
    if let creationTime {
      result.append(LibraryOption("creation_time", Self.text(ofTime: creationTime)))
    }
    return result
  }

  /// `2026-11-26T13:00:00Z`.
  static func text(ofTime time: Int64) -> String {
    let (days, second) = (floorDivide(time, 86_400), time - floorDivide(time, 86_400) * 86_400)
    // Days from 1 March of the year 0, so that a leap day is the last of its year; 146,097 days are 400
    // years.
    let day = days + 719_468
    let era = floorDivide(day, 146_097)
    let dayOfEra = day - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return digits(year, 4) + "-" + digits(month >= 10 ? month - 9 : month + 3, 2) + "-"
      + digits(dayOfMonth, 2) + "T" + digits(second / 3600, 2) + ":" + digits(second / 60 % 60, 2)
      + ":" + digits(second % 60, 2) + "Z"
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}
