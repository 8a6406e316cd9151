import { z } from 'zod'
import { id, instant } from '../../platform/contract/primitives'

/** A request that somebody has to answer, as the page of its subject shows it. */
export const waitingRequest = z.object({ _id: id, asked_by: z.string(), expires_at: instant })
export type WaitingRequest = z.output<typeof waitingRequest>
