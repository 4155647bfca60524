import type { Image } from '../images.ts'
import { isBlankJpeg } from './blank-jpeg.ts'
import { isBlankPng } from './blank-png.ts'
import { isBlankWebp } from './blank-webp.ts'

/**
 * Whether a picture is of one colour all over, as old iPhones make them of very large photos. Cheap: a picture that shows something is
 * told by its first rows, and a blank one is read in slices between which others are served. False for what is no well-formed picture:
 * the vendor judges that.
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
