import type { Image } from '../images.ts'
import { isBlankJpeg } from './blank-jpeg.ts'
import { isBlankPng } from './blank-png.ts'
import { isBlankWebp } from './blank-webp.ts'

/**
 * Whether a picture has one colour all over, as old iPhones make them of very large photos. Cheap: the first rows identify a picture that
 * shows something, and a blank one is read in slices between which other requests run. False for a malformed picture: the vendor
 * judges that.
 */
export async function isBlankPicture({ kind, bytes }: Image): Promise<boolean> {
  switch (kind) {
    case 'jpeg':
      return isBlankJpeg(bytes)
    case 'png':
      return isBlankPng(bytes)
    case 'webp':
      return isBlankWebp(bytes)
    default:
      return kind satisfies never
  }
}

/** Levels of 255 between the darkest and the brightest part that still count as one colour. */
export const levelsMax = 8
