/** Pictures to send, and what only looks like one. */
import sharp from 'sharp'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6' }, limitInputPixels: false })

export const png = (width = 600, height = 300) => plain(width, height).png().toBuffer()
/** As a camera makes it: with a name of the place in its EXIF data. */
export const jpeg = (width = 300, height = 600) =>
  plain(width, height)
    .jpeg()
    .withExif({ IFD0: { ImageDescription: 'Strada Horea 12' } })
    .toBuffer()
export const webp = () => plain(20, 20).webp().toBuffer()
export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** A few hundred kB that would be 432 MB. */
export const bomb = () => plain(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer()
