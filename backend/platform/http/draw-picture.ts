/**
 * A picture that somebody sent, drawn anew. What a file is is said by its bytes, never by its name; what is stored
 * is what this process drew from it, so
 * neither markup behind the picture nor the place where it was taken is ever served.
 */
import { invalidField } from '../contract/problem'

/** A camera's 48 megapixels; a small file that claims more is made to fill memory. */
const MOST_PIXELS = 50_000_000
const QUALITY = 82

export interface Drawing {
  width: number
  height: number
  /** cover: cut to the size; inside: whole, and no larger than it was. */
  fit: 'cover' | 'inside'
  /** The field that a refusal names. */
  field: string
  /** Left out: a WebP. A number: a PNG on white with so many colours, which any program that prints can read. */
  colours?: number
}

/** Read when somebody first sends a picture: the library takes 20 MB, which most backends never need. */
async function library() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * A picture of our own. One after the other: several large pictures at once would take the memory of the rest. Throws
 * 422 `not_a_picture` on the field.
 */
export function drawPicture(bytes: Uint8Array, drawing: Drawing): Promise<Buffer> {
  const mine = turn.then(() => draw(bytes, drawing))
  turn = mine.catch(() => undefined)
  return mine
}

async function draw(bytes: Uint8Array, { width, height, fit, field, colours }: Drawing): Promise<Buffer> {
  const sharp = await library()
  try {
    const drawn = sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize(width, height, { fit, withoutEnlargement: fit === 'inside' })
    return await (
      colours === undefined
        ? drawn.webp({ quality: QUALITY })
        : drawn.flatten({ background: '#fff' }).png({ palette: true, colours, compressionLevel: 9 })
    ).toBuffer()
  } catch {
    throw invalidField(field, 'not_a_picture')
  }
}
