import encodeQR from 'qr'

/** The dark modules of a code for a camera, by row, with the quiet border that cameras need. */
export const qrModules = (text: string): boolean[][] => encodeQR(text, 'raw', { border: 2, ecc: 'medium' })
