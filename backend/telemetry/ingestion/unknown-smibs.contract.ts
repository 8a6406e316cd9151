import { z } from 'zod'
import { instant } from '../../platform/contract/primitives'

/** MAC addresses that a token's sender reported and that are none of its SMIBs, the newest first. */
export const unknownSmibs = z.object({
  smibs: z.array(z.object({ mac: z.string(), first_at: instant, last_at: instant, times: z.number().int() })),
})
export const unknownSmibsPath = (token: string): string =>
  `/api/authorization/v1/api-token/${token}/unknown-smibs`
