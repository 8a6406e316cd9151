import { z } from 'zod'
import { instant } from '../../platform/contract/primitives'
import { refusal } from './ingest.contract'

/** What ingestion refused of a SMIB, the newest first. */
export const refusedMessages = z.object({
  refused: z.array(
    z.object({
      code: refusal,
      message_seq_nr: z.number().int().nullable(),
      /** As it came, the beginning of it. */
      body: z.string(),
      first_at: instant,
      last_at: instant,
      times: z.number().int(),
    }),
  ),
})
export const refusedPath = (id: string): string => `/api/rawdata/v1/smib/${id}/refused`
