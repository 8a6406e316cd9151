/** What is secret of a request, taken out of what its other side answers. */

/** Shorter pieces are words that any answer may have; of an address, which has words, longer ones. */
const LEAST_SECRET = 6
const LEAST_OF_ADDRESS = 16

/** The whole, and each of its pieces: what follows `Bearer`, the signature of an address. Longest first. */
export function piecesOf(secret: string): string[] {
  if (secret === '') return []
  const least = URL.canParse(secret) && secret.includes('/') ? LEAST_OF_ADDRESS : LEAST_SECRET
  const plain = [secret, ...secret.split(/[\s/?&=:]/)]
  // As the other side may read or write it.
  const others = plain.flatMap(piece => [decoded(piece), encodeURIComponent(piece)])
  return [...new Set([...plain, ...others])]
    .filter(piece => piece.length >= least)
    .sort((one, other) => other.length - one.length)
}

export const conceal = (text: string, pieces: readonly string[]): string =>
  pieces.reduce((rest, piece) => rest.replaceAll(piece, '…'), text)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
