/** Links that show one revision of one document to somebody without an account, until a day (ruling 21). */
import { DAY_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, line, reference, recordRow } from '../../platform/contract/primitives'
import { sealShown } from '../fiscal-reports/daily-reports.contract'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { appearance } from '../appearance/appearance.contract'
import { exportChunk, exportsContract } from '../../workflow/exports/exports.contract'
import { issuedInput, verifiedSeal } from '../seals/seals.contract'

/** What can be shared: `shareables.ts` knows how each is found and shown. */
export const shareKind = z.enum(['seal', 'report', 'list'])
export type ShareKind = z.infer<typeof shareKind>

export const linkState = z.enum(['active', 'expired', 'revoked'])
export const linkLasts = z.enum(['day', 'week', 'month', 'quarter'])
export const lastsMs: Record<z.infer<typeof linkLasts>, number> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  quarter: 90 * DAY_MS,
}

const family = 'sharing'
export const shareLinksContract = defineContract({
  family,
  one: 'share_link',
  many: 'share_links',
  confidential: 'all',
  paths: { list: 'share-links', get: 'share-link', create: 'share-link' },
  row: z.object({
    ...recordRow,
    /** For whom. */
    name: z.string(),
    tenant: reference,
    /** Null where it shows what belongs to no single one. */
    location: reference.nullable(),
    kind: shareKind,
    /** What it shows, as people name it: the code of a sealed document, the address of anything else. */
    document: z.string(),
    period: z.string(),
    revision: z.number().int(),
    state: linkState,
    starts_with: z.string(),
    expires_at: instant,
    revoked_at: instant.nullable(),
    opened: z.number().int(),
    last_opened_at: instant.nullable(),
    last_opened_address: z.string().nullable(),
    created_by: z.string(),
  }),
  input: z.object({
    kind: shareKind.default('seal'),
    /** A code as it is printed, or the address of the page. */
    document: line(1, 200),
    name: line(3, 60),
    lasts: linkLasts.default('week'),
  }),
  filters: z.object({ tenant: id, location: id, state: linkState }),
  sort: ['name', 'expires_at', 'opened', 'last_opened_at', 'created_at', 'updated_at'],
  permissions: {
    list: 'location::list_fiscal_reports',
    read: 'location::list_fiscal_reports',
    // Whoever may read a report may show it to somebody.
    create: 'location::list_fiscal_reports',
  },
  actions: {
    revoke: {
      permission: 'location::list_fiscal_reports',
      path: '/api/sharing/v1/share-link-revoke',
      input: z.object({ reason }),
    },
  },
  reveals: ['create'],
})

export const SHARED_PAGE = '/shared'
export const openPath = `/api/${family}/v1/open`
export const filePath = `/api/${family}/v1/file`
export const sharedIssuedPath = `/api/${family}/v1/issued`
const token = z.string().max(100)
/** What of a link somebody opens: the log says which. */
export const sharedFormat = z.enum(['pdf', 'xlsx', 'csv', 'json'])
/** A file that is stored; the console writes the others. */
export const storedFormat = z.enum(['json'])
export type StoredFormat = z.infer<typeof storedFormat>
export const openInput = z.strictObject({
  token,
  /** `check`: whether the link shows something. It is shown nothing, so that this is no opening. */
  what: z.enum(['page', ...sharedFormat.exclude(storedFormat.options).options, 'check']).default('page'),
})
export const fileInput = z.strictObject({ token, format: storedFormat })
export const sharedIssuedInput = issuedInput.extend({ token })

/** Forms as whoever made the link sees them. */
export const sharedForms = z.object({
  variant: z.enum(['takings', 'jackpots']),
  documents: z.array(fiscalDocument),
  /** Of each document, in the same order. */
  seals: z.array(sealShown),
})
export type SharedForms = z.output<typeof sharedForms>

/** A link is read on one page, with all of its rows. Convention. */
export const MOST_SHARED_ROWS = 2_000
/** Of their values, since each opening reads and draws all of them. Convention. */
export const MOST_SHARED_BYTES = 2_000_000

/** Rows of a list, written as their export has them. */
export const sharedList = exportsContract.row
  .pick({ page: true, address: true, columns: true, shown: true, units: true, time_zone: true })
  .extend({
    as_of: instant,
    /** What the list is narrowed by, by id: its address has ids alone. */
    names: z.record(z.string(), z.string()),
    /** Values by position, in the order of `columns`. */
    rows: exportChunk.shape.rows,
  })
export type SharedList = z.output<typeof sharedList>

export const openAnswer = z.object({
  /** Once something took its place, a link says this and nothing else. */
  state: z.enum(['open', 'superseded']),
  kind: shareKind,
  expires_at: instant,
  /** What is shown; null when superseded. A sealed document that no report is stored of has its seal alone. */
  seal: verifiedSeal.nullable(),
  forms: sharedForms.nullable(),
  list: sharedList.nullable(),
  files: z.array(sharedFormat),
  /** Whose document it is, as that tenant shows itself. */
  appearance: appearance.nullish(),
})
export type OpenAnswer = z.infer<typeof openAnswer>

export const fileAnswer = z.object({ name: z.string(), type: z.string(), base64: z.string() })
