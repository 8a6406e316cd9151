import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { bookedIn } from '../../../tests/support/feed'
import { messyFeed } from '../../../tests/support/messy-feed'
import { editsIn, type Figures } from '../../../tests/support/edits-in-any-order'
import { slots } from '../../../tests/people'
import { lawRuns } from '../../../tests/support/law-runs'
import { memoryAfter, readingsFrom } from '../../telemetry/judgement/counter-readings'
import { insertedReadings } from '../../telemetry/judgement/inserted-readings'
import { nothingKnown } from '../../telemetry/judgement/judge-reading'
import { compareSlot } from '../reaggregation/compared-sums.service'
import { Run } from '../../telemetry/judgement/judged-run'
import { movementNames } from '../../telemetry/readings/meters.contract'
import type { IngestMessage } from '../../telemetry/ingestion/ingest.contract'
import { inOrder } from '../../telemetry/readings/movement'
import { RollUps } from '../../telemetry/judgement/roll-ups'
import { decidedBreaks, rulingKey, rulingsOf } from '../../telemetry/judgement/rulings.service'
import { contextBetween, NO_CONTEXT } from '../../telemetry/readings/slot-history.queries'
import { repairChoices, type RepairEffect } from './repairs.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear, deliver, days, hours, held } = bookedIn(() => backend)

const slotId = slots.bellLink.id
const marksOf = (marks: object) => JSON.stringify(Object.entries(marks).sort())
const figuresOf = ({ coin_in, coin_out, games_played }: Figures) => ({ coin_in, coin_out, games_played })
const anyMoved = (one: Figures) => Object.values(figuresOf(one)).some(moved => moved !== 0)

/** What stands in the tables, as it grew. */
async function kept() {
  const readings = await backend.db
    .selectFrom('counter_readings')
    .select(['server_time', 'held', 'repairs'])
    .where('slot_id', '=', slotId)
    .orderBy('server_time')
    .orderBy('server_nano')
    .orderBy('message_seq_nr')
    .orderBy('game_nr')
    .orderBy('smib_id')
    .execute()
  const states = await backend.db
    .selectFrom('repairs')
    .select(['crossing', 'state', 'until'])
    .where('slot_id', '=', slotId)
    .orderBy('crossing')
    .execute()
  return {
    days: (await days()).filter(anyMoved).map(one => ({ at: one.gaming_day, ...figuresOf(one) })),
    hours: (await hours()).filter(anyMoved).map(one => ({ at: one.hour_start, ...figuresOf(one) })),
    held: await held(),
    marks: readings.map(({ repairs }) => marksOf(repairs ? (JSON.parse(repairs) as object) : {})),
    states,
    /** Held readings that nothing in the list asks about. */
    hidden: readings.filter(
      one =>
        one.held === 'open' &&
        !states.some(
          ({ state, crossing, until }) =>
            state !== 'decided' && crossing <= one.server_time && one.server_time <= until,
        ),
    ),
  }
}

/**
 * The same from nothing but the readings as they came and the rulings that hold: every reading judged once, in order.
 */
async function anew() {
  const { db } = backend
  const rulings = (await rulingsOf(db, [slotId])).get(rulingKey(slotId, 0)) ?? []
  const { readings } = await readingsFrom(db, slotId, 0, { at: 0, same: true }, 1_000)
  const between = {
    memory: (await memoryAfter(db, [{ slotId, from: 0 }])).get(slotId) ?? [],
    ...((await contextBetween(db, [slotId])).get(slotId) ?? NO_CONTEXT),
  }
  const raw = readings.map(one => ({ reading: { ...one, repairs: {}, held: null } }))
  const inserted = await insertedReadings(db, { slotId, game: 0 }, { before: [], now: rulings }, undefined)
  const run = new Run(nothingKnown(), between, rulings)
  for (const { reading, ruling } of [...raw.map(one => ({ ...one, ruling: undefined })), ...inserted].sort(
    (a, b) => inOrder(a.reading, b.reading),
  ))
    run.next(reading, ruling)
  const sums = new RollUps()
  for (const [reading, { outcome }] of run.verdicts) sums.book(reading.place, 0, outcome, 1)
  for (const [reading, { outcome }] of run.inserted) sums.book(reading.place, 0, outcome, 1, 0)
  const told = sums.changes().map(({ hour, day, moved }) => ({
    hour,
    day,
    figures: figuresOf(
      Object.fromEntries(movementNames.map((name, meter) => [name, moved[meter] ?? 0])) as Figures,
    ),
  }))
  const ruled = decidedBreaks(rulings)
  const verdicts = raw.flatMap(({ reading }) => run.verdicts.get(reading) ?? [])
  return {
    days: told
      .flatMap(({ day, figures }) => (day === undefined ? [] : [{ at: day, ...figures }]))
      .sort((a, b) => (a.at < b.at ? -1 : 1)),
    hours: told
      .flatMap(({ hour, figures }) => (hour === undefined ? [] : [{ at: hour, ...figures }]))
      .sort((a, b) => a.at - b.at),
    held: verdicts.map(one => one.held),
    marks: verdicts.map(({ outcome }) => marksOf(outcome.repairs)),
    stateAt: (at: number) => run.breaks.state(at, ruled)?.state,
    crossings: [...run.breaks.entries.keys()].filter(at => run.breaks.state(at, ruled)),
    ruled,
  }
}

interface Repair {
  _id: string
  state: string
  crossing: number
  last_at: number | null
  meter: string | null
  value_before: number | null
}
const decision = fc.record({
  /** How many batches have arrived before it. */
  once: fc.nat(12),
  which: fc.nat(5),
  choice: fc.constantFrom(
    ...repairChoices,
    ...(['reopen', 'omit', 'restore', 'enter', 'take_back', 'correct', 'leave_out', 'undo'] as const),
  ),
  more: fc.nat(300),
})
type Decision = typeof decision extends fc.Arbitrary<infer One> ? One : never

const post = (repair: Repair, what: string, body: object) =>
  backend.json<Envelope & { data: { effect: RepairEffect } }>(
    `/api/repairs/v1/repair/${repair._id}/${what}`,
    { as: 'mihai', body },
  )

const { ignoring, byHand, ofParts } = editsIn(() => backend, kept)

async function act({ which, choice, more }: Decision): Promise<boolean> {
  if (choice === 'omit' || choice === 'restore') return ignoring(which + more, choice)
  if (choice === 'correct' || choice === 'leave_out' || choice === 'undo')
    return ofParts(which + more, choice, more)
  if (choice === 'enter' || choice === 'take_back') return byHand(which + more, choice, more)
  const { rows } = (
    await backend.json<{ data: { rows: Repair[] } }>('/api/repairs/v1/repairs', {
      as: 'mihai',
      body: { page: 0, rowsPerPage: 50, exactFields: [], exactValues: [] },
    })
  ).body.data
  const those = rows.filter(one => (choice === 'reopen' ? one.state !== 'open' : one.state !== 'decided'))
  const repair = those[which % Math.max(1, those.length)]
  if (!repair) return false
  const { crossing, last_at, meter, value_before } = repair
  const wanted =
    choice === 'reopen'
      ? null
      : {
          choice,
          ...(choice === 'break' && meter && { before: { [meter]: (value_before ?? 0) + more } }),
          ...(choice === 'insert' &&
            meter && {
              at: Math.ceil(((last_at ?? crossing) + crossing) / 2),
              values: { [meter]: (value_before ?? 0) + more },
            }),
        }
  const before = await kept()
  const preview = await post(repair, 'preview', { decision: wanted })
  expect(await kept()).toEqual(before)
  const reason = 'A technician looked'
  const done = await post(repair, wanted ? 'decide' : 'reopen', { ...wanted, reason })
  if (done.status !== 200) {
    // Refused: the values lie outside, or its readings would still be in doubt. Nothing has moved.
    expect([409, 422]).toContain(done.status)
    expect(await kept()).toEqual(before)
    return false
  }
  const after = await kept()
  const moved = (name: keyof Figures) =>
    [after, before].map(all => all.days.reduce((sum, one) => sum + one[name], 0)).reduce((a, b) => a - b)
  for (const name of ['coin_in', 'coin_out', 'games_played'] as const)
    expect(moved(name)).toBe(preview.body.data.effect.total.meters[name] ?? 0)
  return true
}

const told = (nr: number, at: number, meters: Record<string, number>, code?: string): IngestMessage => ({
  smib_id: 'a0b1c2d3e401',
  message_seq_nr: nr,
  server_time_nano: `${at}000000`,
  counters: [{ game_nr: 0, meters }],
  ...(code && { events: [{ event_seq_nr: 1, code }] }),
})
/**
 * Meters that no reading tells together, so that more than the last good reading is asked for; ignoring a message once
 * more concerns none of them.
 */
const nothingConcerned = (() => {
  const first = told(0, 1_793_685_600_000, { '0001': 3_365 }, '11')
  const cleared = told(1, 1_793_696_149_841, { '0000': 4_747 }, '7A')
  const after = told(2, 1_793_698_418_674, { '0000': 1_829 }, '31')
  const other = told(3, 1_793_698_478_674, { '0001': 1_650 }, '31')
  const jump = told(4, 1_793_698_538_674, { '0001': 60_001_677 }, '31')
  return { feed: [first, cleared, after, other, jump], batches: [[after, other, cleared, jump], [first]] }
})()
/** Of four readings the last, twice. */
const twoIgnored = [71, 155].map(more => ({ once: 0, which: 0, choice: 'omit' as const, more }))

/**
 * Found once: a value that a person inserted is newer than what the readings before a late one tell, and judgement that
 * began between forgot it.
 */
const insertedBehind = (() => {
  const at = 1_792_912_452_149
  const sent: Readonly<Record<number, IngestMessage>> = {
    2: told(2, at, { '0000': 2_197 }, '11'),
    3: told(3, at + 60_000, { '0001': 60_001_104 }, '31'),
    4: told(4, at + 120_000, { '0000': 2_697 }, '31'),
    6: told(6, at + 240_000, { '0000': 1_705 }),
    7: told(7, at + 777_840_000, { '0005': 63 }),
    8: told(8, at + 777_840_001, { '0000': 0, '0001': 0 }),
    9: told(9, at + 1_555_440_001, { '0000': 99_999_902, '0001': 99_999_951 }, '31'),
    10: told(10, at + 1_555_440_003, { '0005': 6 }),
    12: told(12, at + 1_566_299_997, { '0001': 99_999_955 }),
  }
  const batches = [[12, 8, 4], [6], [9, 2], [3, 7], [10]]
  return { feed: Object.values(sent), batches: batches.map(nrs => nrs.flatMap(nr => sent[nr] ?? [])) }
})()
const enteredAndInserted = [
  { once: 2, which: 4, choice: 'enter' as const, more: 0 },
  { once: 0, which: 0, choice: 'insert' as const, more: 0 },
]

describe('what people decide of readings in doubt', () => {
  it('is shown before as it is booked, and holds whatever arrives later: the sums are those of raw and decisions', async () => {
    let booked = 0
    await fc.assert(
      fc.asyncProperty(messyFeed, fc.array(decision, { maxLength: 5 }), async ({ batches }, decisions) => {
        await clear()
        for (const table of [
          'ignored_messages',
          'omitted_readings',
          'manual_readings',
          'message_edits',
        ] as const)
          await backend.db.deleteFrom(table).execute()
        for (const [index, batch] of batches.entries()) {
          await deliver(batch)
          for (const one of decisions.filter(({ once }) => once % batches.length === index))
            if (await act(one)) booked++
        }
        const [{ states, hidden, ...stored }, { stateAt, crossings, ruled, ...fresh }] = [
          await kept(),
          await anew(),
        ]
        expect(stored).toEqual(fresh)
        // So says the comparison that people can ask for, too.
        const period = { from: '2026-10-01', through: '2026-11-30' }
        expect(await compareSlot(backend.db, slotId, period, false)).toMatchObject({
          changedHours: 0,
          changedDays: 0,
          diffs: [],
        })
        expect(hidden).toEqual([])
        for (const { crossing, state } of states)
          // A decision stays in the list although nothing is in doubt there any more.
          expect(state).toBe(stateAt(crossing) ?? (ruled.has(crossing) ? state : 'none'))
        expect(states.map(one => one.crossing)).toEqual(expect.arrayContaining(crossings))
        for (const row of [...stored.days, ...stored.hours])
          expect(Math.min(row.coin_in, row.coin_out, row.games_played)).toBeGreaterThanOrEqual(0)
      }),
      {
        numRuns: lawRuns(20),
        examples: [
          [nothingConcerned, twoIgnored],
          [insertedBehind, enteredAndInserted],
        ],
      },
    )
    expect(booked).toBeGreaterThan(0)
  }, 120_000)
})
