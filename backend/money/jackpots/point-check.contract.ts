/**
 * The public check of a mystery level's point: it was drawn before it could be reached, and nobody has changed it
 * since.
 */
import { z } from 'zod'
import { instant, money } from '../../platform/contract/primitives'

export const pointPath = '/api/jackpot-manager/v1/point'
/** SHA-256, hexadecimal, as the level's page and the win's show it. */
export const pointQuery = z.object({
  hash: z
    .string()
    .max(80)
    .transform(text => text.replaceAll(/\s/g, '').toLowerCase()),
})

export const pointAnswer = z.object({
  /**
   * kept: the point is drawn and stays secret until it is won. matches, differs: whether the point that a win
   * disclosed gives this commitment.
   */
  state: z.enum(['kept', 'matches', 'differs', 'unknown']),
  level: z.object({ jackpot: z.string(), level: z.string(), run: z.number().int() }).nullable(),
  win: z
    .object({
      number: z.string(),
      won_at: instant,
      amount: money,
      point: money,
      /** The text whose SHA-256 is the commitment. */
      text: z.string(),
    })
    .nullable(),
})
export type PointAnswer = z.output<typeof pointAnswer>
