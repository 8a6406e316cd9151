/**
 * The stored side of each SMIB's numbering. Taking the feeds of a batch, in order of id, is what keeps two batches of
 * one SMIB apart.
 */
import { groupBy } from '../../platform/contract/group-by'
import { sql, type CompiledQuery } from 'kysely'
import { isPostgres, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { SmibContext } from './smib-context'
import { intoBreaks, intoFeeds, intoRuns, intoServed } from './feed-rows'
import { knownDigests } from './replays'
import type { SmibFeedsTable } from '../readings/rawdata.table'
import { Numbering, type Break, type Run } from './sequence'
import type { Received, Known, Accepted } from './received-message'

export interface Feed {
  smib: SmibContext
  /** The slot that the SMIB served last. */
  slotBefore: string | null
  messages: Received[]
  numbering: Numbering
}

/** Takes the feeds of these SMIBs: `standingFrom` reads the answer. */
export function askFeeds(db: Db, smibIds: readonly string[]): CompiledQuery {
  const wanted = rowsAsTable(
    db,
    { id: 'text' },
    [...smibIds].sort().map(id => ({ id })),
  )
  const columns = sql.raw(
    [
      'smib_id',
      'slot_id',
      'run',
      'run_started_at',
      'min_seq',
      'max_seq',
      'max_numbered',
      'last_at',
      'placings',
    ]
      .map(name => `smib_feeds.${name}`)
      .join(', '),
  )
  return (
    isPostgres(db)
      ? sql`insert into smib_feeds (smib_id, run, run_started_at, min_seq, max_seq, last_at, batches)
        select id, 0, 0, -1, -1, 0, 1 from ${wanted} where true order by id on conflict (smib_id) do update set batches = smib_feeds.batches + 1 returning ${columns}`
      : // The embedded database has one writer at a time: reading is taking.
        sql`select ${columns} from ${wanted} join smib_feeds on smib_feeds.smib_id = b.id`
  ).compile(db)
}

/** Where a SMIB's numbering stands. `slot`: the slot that it served last. */
export type FeedState = Run & { lastAt: number; slot: string | null; placings: number }

/**
 * A past change was set back after the batch had looked up where its messages belong: it has to be looked up again.
 * Nothing of it is stored.
 */
export class PlacedAnew extends Error {}

export function feedStates(rows: readonly unknown[]): Map<string, FeedState> {
  const states = new Map<string, FeedState>()
  for (const row of rows as Omit<SmibFeedsTable, 'batches'>[])
    states.set(
      row.smib_id,
      feedState(
        {
          run: row.run,
          startedAt: row.run_started_at,
          min: row.min_seq,
          max: row.max_seq,
          numbered: row.max_numbered === 1,
        },
        row.last_at,
        row.slot_id,
        row.placings,
      ),
    )
  return states
}

/** As this feed will leave it. */
export const stateAfter = ({
  smib,
  slotBefore,
  numbering: { current, lastAt },
}: Feed): FeedState | undefined =>
  current && feedState(current, lastAt, smib.slot?.id ?? slotBefore, smib.placings)

/** In one place, so that all of them are alike to the engine. */
const feedState = (
  { run, startedAt, min, max, numbered }: Run,
  lastAt: number,
  slot: string | null,
  placings: number,
): FeedState => ({ run, startedAt, min, max, numbered, lastAt, slot, placings })

/**
 * The messages of each SMIB in order of time, number, arrival. Without `db` undefined, when some are late: they have to
 * be looked up. Throws `PlacedAnew`.
 */
export async function readFeeds(
  db: Db | undefined,
  batch: readonly Known[],
  state: ReadonlyMap<string, FeedState>,
): Promise<Feed[] | undefined> {
  const late = batch.filter(({ smib, message }) => isLate(message, state.get(smib.smibId)))
  let [digests, runs, breaks] = [
    new Map<string, Set<string>>(),
    new Map<string, Run[]>(),
    new Map<string, Break[]>(),
  ]
  if (late.length > 0) {
    if (!db) return undefined
    const ids = [...new Set(late.map(({ smib }) => smib.smibId))]
    ;[digests, runs, breaks] = [
      await knownDigests(db, late),
      await earlierRuns(db, ids),
      await openGaps(db, ids),
    ]
  }
  const feeds = new Map<string, Feed>()
  for (const { smib, message } of batch) {
    const id = smib.smibId
    const feed = feeds.get(id)
    if (feed) {
      feed.messages.push(message)
      continue
    }
    const row = state.get(id)
    if (row && row.placings !== smib.placings) throw new PlacedAnew()
    feeds.set(id, {
      smib,
      slotBefore: row?.slot ?? null,
      messages: [message],
      numbering: new Numbering(
        row && row.max >= 0 ? row : undefined,
        row?.lastAt ?? 0,
        digests.get(id) ?? new Set(),
        runs.get(id) ?? [],
        breaks.get(id) ?? [],
      ),
    })
  }
  const all = [...feeds.values()]
  for (const { messages } of all)
    if (messages.length > 1) messages.sort((a, b) => a.at - b.at || a.nano - b.nano || a.seq - b.seq)
  return all
}

/**
 * Not newer than all that is stored: only then can it be a replay, and only then do earlier runs and open gaps matter.
 */
const isLate = (message: Received, state: FeedState | undefined): boolean =>
  state !== undefined &&
  state.max >= 0 &&
  (message.seq <= state.max || message.at <= state.lastAt || message.ownTime !== null)

async function earlierRuns(db: Db, ids: readonly string[]): Promise<Map<string, Run[]>> {
  const rows = await db
    .selectFrom('sequence_runs')
    .selectAll()
    .where('smib_id', 'in', [...ids])
    .execute()
  return groupBy(
    rows,
    row => row.smib_id,
    row => ({
      run: row.run,
      startedAt: row.started_at,
      min: row.min_seq,
      max: row.max_seq,
      numbered: row.max_numbered === 1,
    }),
  )
}

async function openGaps(db: Db, ids: readonly string[]): Promise<Map<string, Break[]>> {
  const rows = await db
    .selectFrom('sequence_breaks')
    .selectAll()
    .where('smib_id', 'in', [...ids])
    .where('kind', 'in', ['gap', 'skip'])
    .where('closed_at', 'is', null)
    .execute()
  return groupBy(
    rows,
    row => row.smib_id,
    row => ({
      id: row.id,
      kind: row.kind,
      run: row.run,
      from: row.from_seq,
      to: row.to_seq,
      ...(row.first_seq !== null &&
        row.last_seq !== null && { whole: { from: row.first_seq, to: row.last_seq } }),
      at: row.at,
      closed: false,
      changed: false,
    }),
  )
}

export function* storeFeeds(
  db: Db,
  feeds: readonly Feed[],
  accepted: readonly Accepted[],
  now: number,
): Iterable<CompiledQuery> {
  yield* intoFeeds(
    db,
    feeds.flatMap(({ smib, slotBefore, numbering: { current, lastAt } }) =>
      current
        ? [
            [
              smib.smibId,
              smib.slot?.id ?? slotBefore,
              current.run,
              current.startedAt,
              current.min,
              current.max,
              current.numbered ? 1 : 0,
              lastAt,
              1,
            ],
          ]
        : [],
    ),
  )
  const served = feeds.flatMap(({ smib, slotBefore }) =>
    smib.slot && smib.slot.id !== slotBefore ? [[smib.smibId, smib.slot.id]] : [],
  )
  // A message from before a SMIB went elsewhere may be the first one received from there.
  for (const { smib } of accepted)
    if (smib.past && smib.slot && smib.slot.id !== smib.past.now.slot?.id)
      served.push([smib.smibId, smib.slot.id])
  yield* intoServed(db, served)
  yield* intoRuns(
    db,
    feeds.flatMap(({ smib, numbering }) =>
      [...numbering.touched].map(run => [
        smib.smibId,
        run.run,
        run.startedAt,
        run.min,
        run.max,
        run.numbered ? 1 : 0,
      ]),
    ),
  )
  yield* intoBreaks(
    db,
    feeds.flatMap(({ smib, numbering }) =>
      numbering.breaks
        .filter(one => one.changed)
        .map(one => [
          one.id ?? newId(now),
          smib.smibId,
          smib.slot?.id ?? null,
          smib.tenantId,
          smib.locationId,
          one.kind,
          one.run,
          one.from,
          one.to,
          one.at,
          now,
          one.closed ? now : null,
          one.whole?.from ?? null,
          one.whole?.to ?? null,
        ]),
    ),
  )
}
