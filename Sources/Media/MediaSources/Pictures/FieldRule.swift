import LibAV
package import TimelineModel

/// Says of each picture of a stream whether it is interlaced, and which field is the earlier one.
package struct FieldRule {
  private let said: Interlace
  private let container: StoredFields.Order?

  /// - Parameters:
  ///   - said: what the project says.
  ///   - container: what the container says, where that counts.
  package init(_ said: Interlace, container: StoredFields.Order? = nil) {
    self.said = said
    self.container = container
  }

  /// `nil` for a progressive picture.
  package func order(of picture: SharedFrame) -> StoredFields.Order? {
    switch said {
    case .none, .telecine: return nil
    case .topFirst: return .topFirst
    case .bottomFirst: return .bottomFirst
    case .auto: return saidOrder(of: picture)
    }
  }

  /// The orders that the fields of a telecined picture may have: both where nothing is said of it.
  package func orders(of picture: SharedFrame) -> [StoredFields.Order] {
    saidOrder(of: picture).map { [$0] } ?? [.topFirst, .bottomFirst]
  }

  private func saidOrder(of picture: SharedFrame) -> StoredFields.Order? {
    picture.withFrame { (frame) -> StoredFields.Order? in
      frame.isInterlaced ? (frame.isTopFieldFirst ? .topFirst : .bottomFirst) : container
    }
  }

  /// Whether a stream that begins so is likely to be interlaced.
  package func expectsFields(_ fields: StoredFields) -> Bool {
    switch said {
    case .none, .telecine: false
    case .topFirst, .bottomFirst: true
    case .auto: fields.isFirstInterlaced || container != nil
    }
  }
}
