/**
 * The point at which a mystery level is won: drawn, committed to before it can be reached, and opened after the win.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'

export interface Draw {
  point_minor: number
  point_nonce: string
  point_hash: string
}

export const committedText = (levelId: string, run: number, pointMinor: number, nonce: string): string =>
  `jackpot-point/1 ${levelId} ${run} ${pointMinor} ${nonce}`

/** Anybody can compute this again once the point and the nonce are published. */
export const commitmentOf = (...of: Parameters<typeof committedText>): string =>
  createHash('sha256')
    .update(committedText(...of))
    .digest('hex')

/** Uniform over the minor units from `from` to `to`, both included. */
export function drawPoint(levelId: string, run: number, from: number, to: number): Draw {
  const point_minor = randomInt(from, to + 1)
  const point_nonce = randomBytes(16).toString('hex')
  return { point_minor, point_nonce, point_hash: commitmentOf(levelId, run, point_minor, point_nonce) }
}
