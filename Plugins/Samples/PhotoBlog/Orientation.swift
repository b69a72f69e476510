/// How a camera was held: the value of the Exif tag "orientation".
enum Orientation: UInt16 {
  /// As it should be.
  case upright = 1
  /// Left and right are swapped.
  case mirrored = 2
  /// Upside down.
  case turnedTwice = 3
  /// Top and bottom are swapped.
  case flipped = 4
  /// Rows and columns are swapped.
  case transposed = 5
  /// A quarter turn clockwise makes it upright.
  case turnedLeft = 6
  /// Rows and columns are swapped, and it is upside down.
  case transverse = 7
  /// A quarter turn counterclockwise makes it upright.
  case turnedRight = 8

  /// Whether rows and columns change places.
  var isTurned: Bool { rawValue >= 5 }

  /// Where the pixel at `x`, `y` of the upright image is in the stored one, which has `size`.
  func source(x: Int, y: Int, in size: PixelSize) -> (x: Int, y: Int) {
    let right = size.width &- 1
    let bottom = size.height &- 1
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right &- x, y)
    case .turnedTwice: (right &- x, bottom &- y)
    case .flipped: (x, bottom &- y)
    case .transposed: (y, x)
    case .turnedLeft: (y, bottom &- x)
    case .transverse: (right &- y, bottom &- x)
    case .turnedRight: (right &- y, x)
    }
  }
}
