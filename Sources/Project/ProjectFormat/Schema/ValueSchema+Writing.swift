extension ValueSchema {
  /// What it holds of the same kind; of objects nothing.
  var parts: [ValueSchema] {
    switch self {
    case .array(let item, _, _), .map(let item): [item]
    case .any(let forms), .tuple(let forms): forms
    default: []
    }
  }

  /// How many lists of ways are within each other.
  var depth: Int {
    let inner = parts.map(\.depth).max() ?? 0
    if case .any = self { return inner + 1 }
    return inner
  }

  /// Whether what it says of a value may have a definition of its own: texts, words, and lists of ways.
  var isShared: Bool {
    switch self {
    case .string, .path, .names, .any: true
    default: false
    }
  }

  /// Whether a value is no object and no list with values of its own.
  var isSingle: Bool {
    switch self {
    case .string, .path, .font, .boolean, .integer, .number, .names: true
    case .any(let forms): forms.allSatisfy(\.isSingle)
    case .anything, .constant, .array, .tuple, .map, .object, .expression: false
    }
  }

  /// The same with expressions in its lists, and beside what is no list.
  var withUses: ValueSchema {
    switch self {
    case .array(let item, let least, let most):
      return .array(item.withUses, atLeast: least, atMost: most)
    case .tuple(let items): return .tuple(items.map(\.withUses))
    case .any(let forms):
      let inner = forms.map { $0.isSingle ? $0 : $0.withUses }
      return .any(forms.contains(where: \.isSingle) ? inner + [.expression] : inner)
    case let form where form.isSingle: return .any([form, .expression])
    default: return self
    }
  }
}
