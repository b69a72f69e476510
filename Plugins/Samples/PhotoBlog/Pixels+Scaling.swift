/// How the samples of one line make those of a shorter one: each new sample is the average of the
/// stretch it covers, and samples at the stretch's ends count as much as they are covered.
private struct AreaFilter {
  /// One new sample.
  struct Stretch {
    /// The first old sample that is covered.
    var first: Int
    /// Where its weights begin, and how many there are.
    var weights: Range<Int>
  }

  /// The sum of the weights of one stretch.
  static let unit: UInt32 = 1 << 16

  /// The stretch of each new sample.
  private(set) var stretches: [Stretch] = []
  /// The weights of all stretches.
  private(set) var weights: [UInt32] = []

  /// Prepares to make `target` samples of `source` samples, which are at least as many.
  init(from source: Int, to target: Int) {
    let ratio = Double(source) / Double(target)
    for index in 0..<target {
      let start = Double(index) * ratio
      let end = min(start + ratio, Double(source))
      let first = Int(start)
      let last = min(source, max(first + 1, Int(end.rounded(.up))))
      let beginning = weights.count
      var rest = Self.unit
      for sample in first..<last {
        let covered = min(end, Double(sample + 1)) - max(start, Double(sample))
        let weight = min(rest, UInt32(max(0, covered) / ratio * Double(Self.unit)))
        weights.append(weight)
        rest -= weight
      }
      // What rounding down lost goes to the middle, so that white stays white.
      weights[beginning + (last - first) / 2] += rest
      stretches.append(Stretch(first: first, weights: beginning..<weights.count))
    }
  }
}

extension Pixels {
  /// The image at a size that is not larger in any direction.
  func scaled(to target: PixelSize) -> Pixels {
    var result = self
    if target.width < size.width { result = result.narrowed(to: target.width) }
    if target.height < size.height { result = result.lowered(to: target.height) }
    return result
  }

  /// The image with fewer columns.
  private func narrowed(to width: Int) -> Pixels {
    let filter = AreaFilter(from: size.width, to: width)
    var result = [UInt8](repeating: 0, count: width * size.height * Self.channels)
    var written = 0
    for y in 0..<size.height {
      let row = y &* size.width
      for stretch in filter.stretches {
        var sums: (UInt32, UInt32, UInt32) = (1 << 15, 1 << 15, 1 << 15)
        var read = (row &+ stretch.first) &* Self.channels
        for index in stretch.weights {
          let weight = filter.weights[index]
          sums.0 &+= weight &* UInt32(samples[read])
          sums.1 &+= weight &* UInt32(samples[read &+ 1])
          sums.2 &+= weight &* UInt32(samples[read &+ 2])
          read &+= Self.channels
        }
        result[written] = UInt8(truncatingIfNeeded: sums.0 >> 16)
        result[written &+ 1] = UInt8(truncatingIfNeeded: sums.1 >> 16)
        result[written &+ 2] = UInt8(truncatingIfNeeded: sums.2 >> 16)
        written &+= Self.channels
      }
    }
    return Pixels(size: PixelSize(width: width, height: size.height), samples: result)
  }

  /// The image with fewer rows.
  private func lowered(to height: Int) -> Pixels {
    let filter = AreaFilter(from: size.height, to: height)
    let rowLength = size.width * Self.channels
    var result = [UInt8](repeating: 0, count: rowLength * height)
    var sums = [UInt32](repeating: 0, count: rowLength)
    for (y, stretch) in filter.stretches.enumerated() {
      for column in 0..<rowLength { sums[column] = 1 << 15 }
      for (offset, index) in stretch.weights.enumerated() {
        let weight = filter.weights[index]
        let row = (stretch.first &+ offset) &* rowLength
        for column in 0..<rowLength {
          sums[column] &+= weight &* UInt32(samples[row &+ column])
        }
      }
      let row = y &* rowLength
      for column in 0..<rowLength {
        result[row &+ column] = UInt8(truncatingIfNeeded: sums[column] >> 16)
      }
    }
    return Pixels(size: PixelSize(width: size.width, height: height), samples: result)
  }
}
