/** A sending whose report is sealed: its files come from a console, then its e-mails go into the queue. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invalidField, Problem } from '../../platform/contract/problem'
import { newId } from '../../platform/db/new-id'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { tenantsWith } from '../../platform/tasks/each-tenant.service'
import { noteFileOf } from '../seals/issued-files.service'
import {
  MAX_ATTACHED,
  RENDER_LEASE_MS,
  type doneInput,
  type fileQuery,
  type RenderOrder,
} from './report-renderer.contract'
import type { ReportFormat } from './report-schedules.contract'
import type { ReportSendingsTable } from './report-schedules.table'
import { reportsToPrint, sealedReports } from './sealed-reports.queries'
import { step, tell } from './sendings.service'
import type { z } from 'zod'

/** After so many consoles gave it up, the e-mail goes without files and says so. */
const MOST_ATTEMPTS = 5
const types: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The one that has waited longest, for this console alone until its lease has run out; null when none waits. */
export async function nextOrder(deps: Deps): Promise<RenderOrder | null> {
  const { db } = deps
  const now = deps.clock()
  const [tenant] = await tenantsWith(
    db,
    sql`select tenant_id from report_sendings where state = 'making' and next_at <= ${now}
      order by next_at, id limit 1`,
  )
  if (tenant === undefined) return null
  const next = await db
    .selectFrom('report_sendings')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('state', '=', 'making')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return null
  const lease = now + RENDER_LEASE_MS
  if (next.attempts >= MOST_ATTEMPTS) {
    await db.transaction().execute(tx => finish({ ...deps, db: tx }, next, { problem: 'not_made' }))
    return null
  }
  if (!(await step(db, next, { next_at: lease, attempts: next.attempts + 1 }, now))) return null
  const ids = await sealedReports(db, next)
  if (ids === null) {
    await waitAgain(db, { ...next, next_at: lease }, now)
    return null
  }
  const { formats, language } = await db
    .selectFrom('report_schedules')
    .select(['formats', 'language'])
    .where('id', '=', next.schedule_id)
    .executeTakeFirstOrThrow()
  return {
    sending: next.id,
    lease,
    language,
    formats: JSON.parse(formats) as ReportFormat[],
    origin: deps.env.consoleOrigin,
    reports: await reportsToPrint(db, next, ids, now),
  }
}

/** Throws 409 for a sending that this console no longer holds. In a transaction. */
async function held(db: Db, { sending, lease }: { sending: string; lease: number }) {
  const found = await db
    .selectFrom('report_sendings')
    .selectAll()
    .where('id', '=', sending)
    .where('state', '=', 'making')
    .where('next_at', '=', lease)
    .executeTakeFirst()
  if (!found) throw new Problem(409, 'not_held', { message: 'Another console has taken this sending' })
  return found
}

/** Handed over twice, the later one counts. Throws 422 for bytes that are not those it is said to be. */
export async function takeFile(
  deps: Deps,
  {
    report,
    format,
    sha256: said,
    ...of
  }: Pick<z.output<typeof fileQuery>, 'report' | 'format' | 'sha256' | 'sending' | 'lease'>,
  bytes: Uint8Array,
): Promise<void> {
  const now = deps.clock()
  if (createHash('sha256').update(bytes).digest('hex') !== said) throw invalidField('sha256', 'invalid')
  await deps.db.transaction().execute(async db => {
    const sending = await held(db, of)
    const ids = await sealedReports(db, sending)
    const printed = ids && (await reportsToPrint(db, sending, ids, now))[report]
    if (!printed) throw new Problem(409, 'not_held', { message: 'The report is not sealed any more' })
    const seal = printed.seals.find(one => one !== null)
    if (seal)
      await noteFileOf(db, { tenantId: sending.tenant_id }, { code: seal.code, sha256: said, format }, now)
    const { code } = printed.documents[0]?.location ?? { code: '' }
    const currencies = printed.documents.map(({ currency }) => currency).join('-')
    const file = {
      name: `${code}-${printed.period}-${currencies}.${format}`.replace(/[^\w.-]/g, '_'),
      type: types[format],
      content: Buffer.from(bytes).toString('base64'),
      size: bytes.length,
      created_at: now,
    }
    await db
      .insertInto('report_sending_files')
      .values({
        id: newId(now),
        sending_id: sending.id,
        location_id: sending.location_id,
        nr: report * 2 + (format === 'pdf' ? 0 : 1),
        ...file,
      })
      .onConflict(on => on.columns(['sending_id', 'nr']).doUpdateSet(file))
      .execute()
  })
}

/** All files are here, or cannot be made. Throws 409 where some are missing. */
export async function finishOrder(
  deps: Deps,
  { files, outcome, ...of }: Pick<z.output<typeof doneInput>, 'sending' | 'lease' | 'files' | 'outcome'>,
): Promise<void> {
  await deps.db.transaction().execute(async db => {
    const sending = await held(db, of)
    const stored = await db
      .selectFrom('report_sending_files')
      .select(row => [row.fn.countAll<number>().as('files'), row.fn.sum<number>('size').as('size')])
      .where('sending_id', '=', sending.id)
      .executeTakeFirstOrThrow()
    if (outcome === 'made' && Number(stored.files) !== files)
      throw new Problem(409, 'files_missing', { message: 'Not all of its files have been handed over' })
    const isTooLarge = outcome === 'too_large' || Number(stored.size) > MAX_ATTACHED
    await finish({ ...deps, db }, sending, { problem: isTooLarge ? 'too_large' : null, files })
  })
}

/** In a transaction. A report that was opened again meanwhile waits for its seal as before. */
async function finish(
  deps: Deps,
  sending: ReportSendingsTable,
  { problem, files = 0 }: { problem: ReportSendingsTable['problem']; files?: number },
): Promise<void> {
  const { db } = deps
  const now = deps.clock()
  if (problem !== null) await dropFiles(db, sending.id)
  // By when the order was given.
  if (
    (await sealedReports(db, sending, Math.max(sending.next_at - RENDER_LEASE_MS, sending.due_at))) === null
  ) {
    await waitAgain(db, sending, now)
    return
  }
  const attached = problem === null ? files : 0
  const taken = await step(db, sending, { state: 'sent', problem, files: attached, sent_at: now }, now)
  if (!taken) return
  const names = await tell(deps, sending, 'fiscal_report', now, { files: attached })
  await db
    .updateTable('report_sendings')
    .set(
      names.length > 0
        ? { sent_to: names.join(', ') }
        : { state: 'nobody' as const, sent_at: null, files: 0 },
    )
    .where('id', '=', sending.id)
    .execute()
  if (names.length === 0) await dropFiles(db, sending.id)
}

async function waitAgain(db: Db, sending: ReportSendingsTable, now: number): Promise<void> {
  await step(db, sending, { state: 'waiting', next_at: now, attempts: 0 }, now)
  await dropFiles(db, sending.id)
}

const dropFiles = (db: Db, sendingId: string) =>
  db.deleteFrom('report_sending_files').where('sending_id', '=', sendingId).execute()
