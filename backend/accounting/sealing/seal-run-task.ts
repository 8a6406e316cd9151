/**
 * Day by day in order: closed where that is part of it, then sealed. Each step and its checkpoint are one transaction,
 * so nothing is done twice.
 */
import { z } from 'zod'
import { id, isoDay } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { isOutcomeUnknown, isRetryable, isStorageFull, isUnavailable } from '../../platform/db/errors'
import type { Actor } from '../../platform/request/actor'
import { subjectOf } from '../../platform/tasks/task-subject.service'
import { defineTask } from '../../platform/tasks/tasks.service'
import { dayOf, placeOf, type Day } from '../../telemetry/gaming-days/place.service'
import { markDay } from '../../telemetry/readings/day-marks.service'
import { closeByHand, refreshDay } from '../closing/closing.service'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { leaveOut } from './earlier-days.contract'
import { acceptance, gapKinds, type Acceptance, type GapKind } from './gaps.contract'
import { isAccepted } from './gaps'
import { sealRunResult, type RefusedDay, type SealRunResult } from './seal-run.contract'
import { isIncomplete, sealDay } from './sealing.service'
import { remarkingChanged } from './changed-days.service'

const input = z.object({
  location: id,
  tenant: id,
  /** In order. */
  days: z.array(z.object({ day: isoDay, closes: z.boolean() })),
  reports: z.array(id),
  accepted: acceptance,
  reason: z.string().nullable(),
  leave_out: leaveOut,
  /** The seals and the audit log name this person. */
  actor: z.object({
    id: z.string(),
    name: z.string(),
    tenantId: z.string(),
    kind: z.enum(['user', 'token']),
  }),
})
type Input = z.output<typeof input>
/** `next`: how many of the days are done. */
export const sealRunCheckpoint = sealRunResult.omit({ subject: true }).extend({ next: z.number().int() })
type Checkpoint = z.output<typeof sealRunCheckpoint>

const NOTHING: Checkpoint = { next: 0, closed: [], sealed: [], refused: [], waiting: [] }

export const sealRunTask = defineTask('seal_days', {
  title: 'tasks:kinds.seal_days',
  input,
  checkpoint: sealRunCheckpoint,
  maxAttempts: 5,
  handler: async ({ input: request, checkpoint, save, signal, deps }): Promise<SealRunResult> => {
    const { days } = request
    const actor: Actor = { ...request.actor, permissions: {} }
    let done = checkpoint ?? NOTHING
    let stopped: { by: unknown } | undefined
    const keep = (after: Checkpoint, db?: Db): Promise<void> =>
      save(after, (after.next / days.length) * 10_000, `${after.next} / ${days.length}`, db).catch(
        (error: unknown) => {
          stopped = { by: error }
          throw error
        },
      )
    /** Answers why it was refused. What may succeed at the next attempt ends this one. */
    const tried = async (day: string, after: Checkpoint, work: (tx: Db, day: Day) => Promise<void>) => {
      try {
        await remarkingChanged(deps.db, { locationId: request.location, day }, () =>
          deps.db.transaction().execute(async tx => {
            const place = await placeOf(tx, { tenantId: request.tenant }, request.location)
            await work(tx, dayOf(place, day))
            await keep(after, tx)
          }),
        )
        done = after
        return null
      } catch (error) {
        if (stopped) throw stopped.by
        if (error instanceof Problem) return refusalOf(day, error, request.accepted)
        if ([isRetryable, isOutcomeUnknown, isUnavailable, isStorageFull].some(is => is(error))) throw error
        deps.log.warn({ err: error, location_id: request.location, day }, 'a day could not be sealed')
        return { day, code: 'failed', first: null, slots: 0, slot: null, kinds: [] }
      }
    }
    for (const { day, closes } of days.slice(done.next)) {
      signal.throwIfAborted()
      const ahead = { ...done, next: done.next + 1 }
      const unclosed =
        closes && !done.closed.includes(day)
          ? await tried(day, { ...done, closed: [...done.closed, day] }, (tx, at) =>
              closeByHand(tx, at, request.reason ?? '', actor, deps.clock()),
            )
          : null
      if (unclosed && unclosed.code !== 'day_closed') {
        done = { ...ahead, refused: [...done.refused, unclosed] }
        await keep(done)
        continue
      }
      if (done.refused.length > 0) {
        done = { ...done, next: ahead.next, waiting: [...done.waiting, day] }
        await keep(done)
        continue
      }
      const after = { ...done, next: ahead.next, sealed: [...done.sealed, day] }
      const refusal = await tried(day, after, (tx, at) =>
        sealAsSeen(tx, actor, at, closes, request, deps.clock()),
      )
      if (!refusal) continue
      // Somebody else was faster, so the days after it may go on.
      const refused = refusal.code === 'sealed_already' ? done.refused : [...done.refused, refusal]
      done = { ...done, next: ahead.next, refused }
      await keep(done)
    }
    const { next: _, ...found } = done
    const [from = '', through = from] = [days[0]?.day, days.at(-1)?.day]
    const subject = { type: 'location' as const, id: request.location, reason: request.reason ?? '' }
    return { ...found, subject: await subjectOf(deps.db, subject, { from, through }) }
  },
})

/**
 * A day that this run closes has its report only now. Every other one is sealed as it was shown, or not at all: while
 * days before it are closed, the watch may make revisions of it that say the same again.
 */
async function sealAsSeen(
  tx: Db,
  actor: Actor,
  place: Day,
  closes: boolean,
  { days, reports: seen, accepted, reason, leave_out }: Input,
  now: number,
): Promise<void> {
  if (!closes && days.some(one => one.closes)) {
    await markDay(tx, place)
    await refreshDay(tx, place, now)
  }
  const latest = await tx
    .selectFrom('daily_reports')
    .select(['id', 'document'])
    .where('location_id', '=', place.locationId)
    .where('day', '=', place.day)
    .where('is_latest', '=', 1)
    .execute()
  if (!closes && latest.some(({ id }) => !seen.includes(id)) && !(await saysTheSame(tx, place, latest, seen)))
    throw new Problem(409, 'report_changed')
  const rows = latest.flatMap(({ document }) => fiscalDocument.parse(JSON.parse(document)).rows)
  const incomplete = rows.filter(isIncomplete)
  // A slot has a row in the report of each currency: it is accepted where all of them are.
  const left = new Set(incomplete.filter(row => !isAccepted(row, accepted)).map(({ slot }) => slot._id))
  const given = {
    reports: latest.map(({ id }) => id),
    accepted: incomplete.map(({ slot }) => slot._id).filter(slot => !left.has(slot)),
    reason,
    leave_out,
  }
  await sealDay(tx, actor, place, given, now)
}

/** Whether the reports that were shown say the same as these, but for their revision and when they were made. */
async function saysTheSame(
  tx: Db,
  { locationId, day }: Day,
  latest: readonly { document: string }[],
  seen: readonly string[],
): Promise<boolean> {
  if (seen.length === 0) return false
  const shown = await tx
    .selectFrom('daily_reports')
    .select('document')
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .where('id', 'in', seen)
    .execute()
  const [one, other] = [shown, latest].map(reports =>
    reports.map(({ document }) => {
      const { revision: _, made_at: __, ...rest } = fiscalDocument.parse(JSON.parse(document))
      return JSON.stringify(rest)
    }),
  )
  return one?.sort().join('\n') === other?.sort().join('\n')
}

function refusalOf(
  day: string,
  { code, extra: { fields, details } }: Problem,
  accepted: Acceptance,
): RefusedDay {
  const [gap] = fields?.accepted ?? []
  const [open] = fields?.leave_out ?? []
  const first = open?.params?.day ?? details?.day
  return {
    day,
    code: gap ? 'not_accepted' : (open?.code ?? code),
    first: typeof first === 'string' ? first : null,
    slots: Number(gap?.params?.count ?? 0),
    slot: gap ? String(gap.params?.name ?? '') : null,
    kinds: kindsIn(gap?.params?.kinds).filter(kind => !accepted.kinds.includes(kind)),
  }
}

const kindsIn = (named: unknown): GapKind[] =>
  gapKinds.filter(kind => typeof named === 'string' && named.split(',').includes(kind))
