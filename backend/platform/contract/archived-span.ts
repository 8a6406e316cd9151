import { z } from 'zod'
import { id, instant } from './primitives'

/** Raw data that is put into archives after its time. */
export const archivedStreams = ['readings', 'messages', 'events', 'slotdata', 'logs'] as const
export type ArchivedStream = (typeof archivedStreams)[number]

/** Of a period: from when to when raw rows of it are in archives, and where; null: in several locations. */
export const archivedSpan = z.object({
  files: z.number().int().min(0),
  from: instant,
  to: instant,
  location: id.nullable(),
})
export type ArchivedSpan = z.output<typeof archivedSpan>
