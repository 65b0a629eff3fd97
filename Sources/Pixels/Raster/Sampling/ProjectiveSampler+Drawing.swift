import BaseValues

extension ProjectiveSampler {
  /// Writes luma of `columns` of output row `y`, and alpha if the layer has it.
  ///
  /// - Parameters:
  ///   - images: the layer in the sizes and parts of `levels`.
  ///   - columns: some of `columns(ofRow: y)`.
  ///   - samples: receives luma, one for each of `columns`, premultiplied where there is alpha.
  ///   - alpha: receives alpha, one for each of `columns`; left alone in opaque pictures.
  /// - Precondition: sizes and samples are as said.
  /// - Note: bit-exact with `Reference.turned`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func writeLuma<Sample: PixelSample>(
    of images: [Image], row y: Int, columns: Range<Int>, scratch: inout TurningScratch,
    samples: inout MutableSpan<Sample>, alpha: inout MutableSpan<Sample>
  ) {
    check(images, columns, self.columns(ofRow: y))
    let row = CellRow(luma: y, of: output)
    scratch.reserve(columns.count)
    locate(row, columns, &scratch.us, &scratch.vs)
    let hasAlpha = images[0].format.hasAlpha
    for level in levels.indices {
      let run = run(of: level, row, columns)
      if run.all.isEmpty { continue }
      place(
        level, run, columns.lowerBound, isChroma: false, scratch.us, scratch.vs, &scratch.xs,
        &scratch.ys, &scratch.shares)
      let image = images[level]
      mix(
        image, Plane.luma, run, columns.lowerBound, scratch.xs, scratch.ys, scratch.shares,
        &scratch.level, &scratch.first, Sample.self)
      guard hasAlpha else { continue }
      mix(
        image, Plane.alpha, run, columns.lowerBound, scratch.xs, scratch.ys, scratch.shares,
        &scratch.level, &scratch.alpha, Sample.self)
    }
    guard hasAlpha else {
      return Kernels.cutFine(scratch.first.span.extracting(0..<columns.count), into: &samples)
    }
    Self.settle(&scratch.alpha, columns.count, depth: Sample.depth)
    let opaque = scratch.alpha.span.extracting(0..<columns.count)
    Kernels.limit(
      scratch.first.span.extracting(0..<columns.count), alpha: opaque, into: &samples)
    Kernels.limit(opaque, alpha: opaque, into: &alpha)
  }

  /// Writes chroma of `columns` (chroma columns) of output chroma row `y`, and chroma alpha if the
  /// layer has it.
  ///
  /// - Parameters:
  ///   - images: the layer in the sizes and parts of `levels`.
  ///   - columns: some of `chromaColumns(ofRow: y)`.
  ///   - cb: receives blue difference, one for each of `columns`, premultiplied where there is alpha.
  ///   - cr: receives red difference in the same way.
  ///   - alpha: receives alpha, one for each of `columns`; left alone in opaque pictures.
  /// - Precondition: sizes and samples are as said.
  /// - Note: bit-exact with `Reference.turned`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func writeChroma<Sample: PixelSample>(
    of images: [Image], row y: Int, columns: Range<Int>, scratch: inout TurningScratch,
    cb: inout MutableSpan<Sample>, cr: inout MutableSpan<Sample>, alpha: inout MutableSpan<Sample>
  ) {
    check(images, columns, chromaColumns(ofRow: y))
    writeDifferences(
      CellRow(chroma: y, of: output), columns, isChroma: true, (images, Plane.cb),
      (images, Plane.cr), images[0].format.hasAlpha ? (images, Plane.chromaAlpha) : nil, &scratch,
      &cb, &cr, &alpha)
  }

  /// Writes two planes of a row, with their alpha if there is any.
  ///
  /// - Parameter isChroma: whether the planes have half of the layer's size.
  @inline(__always)
  func writeDifferences<Sample: PixelSample>(
    _ row: CellRow, _ columns: Range<Int>, isChroma: Bool, _ blue: (images: [Image], plane: Int),
    _ red: (images: [Image], plane: Int), _ opacity: (images: [Image], plane: Int)?,
    _ scratch: inout TurningScratch, _ cb: inout MutableSpan<Sample>,
    _ cr: inout MutableSpan<Sample>, _ alpha: inout MutableSpan<Sample>
  ) {
    scratch.reserve(columns.count)
    locate(row, columns, &scratch.us, &scratch.vs)
    for level in levels.indices {
      let run = run(of: level, row, columns)
      if run.all.isEmpty { continue }
      place(
        level, run, columns.lowerBound, isChroma: isChroma, scratch.us, scratch.vs, &scratch.xs,
        &scratch.ys, &scratch.shares)
      mix(
        blue.images[level], blue.plane, run, columns.lowerBound, scratch.xs, scratch.ys,
        scratch.shares, &scratch.level, &scratch.first, Sample.self)
      mix(
        red.images[level], red.plane, run, columns.lowerBound, scratch.xs, scratch.ys,
        scratch.shares, &scratch.level, &scratch.second, Sample.self)
      guard let opacity else { continue }
      mix(
        opacity.images[level], opacity.plane, run, columns.lowerBound, scratch.xs, scratch.ys,
        scratch.shares, &scratch.level, &scratch.alpha, Sample.self)
    }
    if opacity != nil { Self.settle(&scratch.alpha, columns.count, depth: Sample.depth) }
    let (first, second) = (
      scratch.first.span.extracting(0..<columns.count),
      scratch.second.span.extracting(0..<columns.count)
    )
    guard opacity != nil else {
      Kernels.cutFine(first, into: &cb)
      return Kernels.cutFine(second, into: &cr)
    }
    let opaque = scratch.alpha.span.extracting(0..<columns.count)
    Kernels.limit(first, alpha: opaque, into: &cb)
    Kernels.limit(second, alpha: opaque, into: &cr)
    Kernels.limit(opaque, alpha: opaque, into: &alpha)
  }

  private static func settle(_ alpha: inout [Int16], _ count: Int, depth: Int) {
    var whole = alpha.mutableSpan
    var row = whole._mutatingExtracting(0..<count)
    Kernels.settle(&row, depth: depth)
  }

  /// Images have to be as the levels say.
  func check(_ images: [Image]) {
    precondition(images.count == levels.count, "\(images.count) images of \(levels.count) levels")
    for (image, level) in zip(images, levels) {
      precondition(
        image.size == level.part.size && image.format == images[0].format,
        "level of \(image.size), not \(level.part.size)")
    }
  }

  private func check(_ images: [Image], _ columns: Range<Int>, _ touched: Range<Int>) {
    check(images)
    precondition(
      columns.isEmpty
        || touched.lowerBound <= columns.lowerBound && columns.upperBound <= touched.upperBound,
      "columns \(columns) of \(touched)")
  }

  // MARK: - Samples

  /// Samples a plane of a level along a run, and goes over into it from the level before.
  @inline(__always)
  private func mix<Sample: PixelSample>(
    _ image: Image, _ plane: Int, _ run: LevelRun, _ start: Int, _ xs: [Int32], _ ys: [Int32],
    _ shares: [Int16], _ level: inout [Int16], _ result: inout [Int16], _ sample: Sample.Type
  ) {
    let count = run.all.count
    let (xs, ys) = (xs.span.extracting(0..<count), ys.span.extracting(0..<count))
    var whole = result.mutableSpan
    guard !run.mixed.isEmpty else {
      var target = whole._mutatingExtracting(
        run.all.lowerBound - start..<run.all.upperBound - start)
      return Kernels.mixWindows(image, plane, sample, xs: xs, ys: ys, into: &target)
    }
    var levelRow = level.mutableSpan
    var row = levelRow._mutatingExtracting(0..<count)
    Kernels.mixWindows(image, plane, sample, xs: xs, ys: ys, into: &row)
    let offset = run.all.lowerBound
    for part in [offset..<run.mixed.lowerBound, run.mixed.upperBound..<run.all.upperBound] {
      for x in part { whole[x - start] = row[x - offset] }
    }
    var target = whole._mutatingExtracting(
      run.mixed.lowerBound - start..<run.mixed.upperBound - start)
    Kernels.goOver(
      &target,
      to: row.span.extracting(
        run.mixed.lowerBound - offset..<run.mixed.upperBound - offset),
      shares: shares.span.extracting(0..<run.mixed.count))
  }
}
