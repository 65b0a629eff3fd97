package import OutputKinds

/// How a person reads qualities.
package enum QualityText {
  /// A level in the unit of its scale: `26.5`.
  package static func factor(_ level: QualityLevel) -> String {
    let rest = level.hundredths % 100
    let whole = "\(level.hundredths / 100)."
    return rest % 10 == 0 ? whole + "\(rest / 10)" : whole + "\(rest / 10)\(rest % 10)"
  }
}
