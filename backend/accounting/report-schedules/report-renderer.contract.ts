/**
 * The console writes PDF and XLSX, so it makes a sending's files: it asks for the next one that is due, hands its files
 * over, and says when it is done.
 * Nobody is signed in then: it proves itself with a key from the secret that both programs share.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { id, instant } from '../../platform/contract/primitives'
import { sealShown } from '../fiscal-reports/daily-reports.contract'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { reportFormat, reportLanguage } from './report-schedules.contract'

const base = '/api/report-schedules/v1/press'
export const rendererPaths = { next: `${base}/next`, file: `${base}/file`, done: `${base}/done` } as const

/** A console that got an order has so long before another may take it. */
export const RENDER_LEASE_MS = 3 * 60_000
/** A proof is valid this long, so that an intercepted one is soon worth nothing. */
const PROOF_LASTS_MS = 2 * 60_000
/** Of one file; of a month's PDF some 6 MB are usual. */
export const MAX_RENDERED_FILE = 8 * 1024 * 1024
/** Of one e-mail: what mail servers commonly take, a third larger as it travels. */
export const MAX_ATTACHED = 12 * 1024 * 1024
export const MOST_FILES = 70

const proven = { at: instant, proof: z.string().max(64) }
export const nextInput = z.strictObject(proven)
export const fileQuery = z.object({
  sending: id,
  lease: z.coerce.number().int(),
  /** Of the report in the order, from 0 on. */
  report: z.coerce.number().int().min(0).max(MOST_FILES),
  format: reportFormat,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.coerce.number().int(),
  proof: z.string().max(64),
})
export const doneInput = z.strictObject({
  sending: id,
  lease: instant,
  files: z.number().int().min(0).max(MOST_FILES),
  outcome: z.enum(['made', 'too_large']),
  ...proven,
})

/** A file of each format is made of each report. */
export const renderOrder = z.object({
  sending: id,
  lease: instant,
  language: reportLanguage,
  formats: z.array(reportFormat),
  /** Of the console, for the code on a form: the file is the one that its page hands out. */
  origin: z.string(),
  reports: z.array(
    z.object({
      period: z.string(),
      location: z.string(),
      documents: z.array(fiscalDocument),
      seals: z.array(sealShown),
    }),
  ),
})
export type RenderOrder = z.output<typeof renderOrder>
export const nextAnswer = z.object({ order: renderOrder.nullable() })

export const rendererKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'backoffice report press', 32))

/** `what`: the path and all that is said, in the order of the shapes above. */
export const rendererProof = (key: Uint8Array, what: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(what)).digest('base64url')

export function isRendererProof(
  key: Uint8Array,
  what: readonly (string | number)[],
  { at, proof }: { at: number; proof: string },
  now: number,
): boolean {
  const [given, right] = [Buffer.from(proof), Buffer.from(rendererProof(key, what))]
  return Math.abs(now - at) < PROOF_LASTS_MS && given.length === right.length && timingSafeEqual(given, right)
}
