/** In which ways the bytes of a file are read as letters. */
import { z } from 'zod'

export const oneByte = z.enum(['windows-1250', 'windows-1252'])
export const encoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', ...oneByte.options])
export type Encoding = z.output<typeof encoding>

/** So many cells show how the readings differ. */
export const MAX_SAMPLES = 3
const MAX_SAMPLE = 80
/** The reading that is in use, or that is proposed, comes first; empty where there is one. */
export const readings = z.array(
  z.object({ encoding: oneByte, samples: z.array(z.string().max(MAX_SAMPLE)).max(MAX_SAMPLES) }),
)
export type Readings = z.output<typeof readings>

export const sampleOf = (text: string): string => text.slice(0, MAX_SAMPLE)
