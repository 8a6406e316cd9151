import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ingestMessage } from './ingest.contract'
import { isPlain } from './plain-message'

/** Of one member: what is right, what is nearly right, and what is not. */
const oneOf = (...values: unknown[]) => fc.constantFrom(...values)
const odd = oneOf(
  undefined,
  null,
  '',
  'x',
  -1,
  1.5,
  2 ** 53,
  -0,
  true,
  [],
  {},
  Number.MAX_SAFE_INTEGER,
  '7e ',
  ' 7e',
)
/** Right, nearly right (on which side is the schema's to say), or odd. */
const mostly = (right: fc.Arbitrary<unknown>, ...near: unknown[]) =>
  fc.oneof(
    { weight: 40, arbitrary: right },
    { weight: near.length > 0 ? 2 : 0, arbitrary: oneOf(undefined, ...near) },
    { weight: 1, arbitrary: odd },
  )
const sequence = mostly(fc.nat())
const some = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: undefined, freq: 2 })
const counters = fc.record({
  game_nr: mostly(fc.nat(20), 9_999, 10_000),
  meters: mostly(fc.constant({ '0000': 1 }), {}, { '0000': 'x' }, [1]),
  other: some(odd),
})
const event = fc.record({
  event_seq_nr: sequence,
  code: mostly(oneOf('7E', '7e'), '7E\n', '7', '7EE', 'GG'),
  at: some(mostly(fc.maxSafeInteger())),
  data: mostly(fc.constant(undefined), {}, { amount: 1 }, { amount: '\u0000' }, null),
})
const message = fc.record({
  smib_id: mostly(
    fc.constant('a10000000001'),
    'A10000000001',
    'a1000000000',
    'a10000000001\n',
    'a1:00:00:00:00:01',
  ),
  message_seq_nr: sequence,
  event_seq_nr: some(sequence),
  server_time_nano: mostly(fc.constant('1764194400000000000'), '1', '12345678901234567890', '1\n', '-1'),
  kind: some(mostly(fc.constant('counters'), 'Counters', 'a_kind\n', 'a'.repeat(21))),
  counters: some(mostly(fc.array(mostly(counters), { maxLength: 3 }))),
  events: some(mostly(fc.array(mostly(event), { maxLength: 2 }))),
  slot_data: mostly(fc.constant(undefined), {}, { serial: 'x' }),
  logs: mostly(fc.constant(undefined), [], [{}]),
  other: some(odd),
})

const written = (value: unknown) => JSON.parse(JSON.stringify(value)) as object

it('what is taken as plain is what the schema takes, as it is', () => {
  let plain = 0
  fc.assert(
    fc.property(mostly(message), raw => {
      if (!isPlain(raw)) return
      plain++
      const parsed = ingestMessage.safeParse(raw)
      expect(parsed.success).toBe(true)
      // Members that nobody reads may be there besides.
      expect(written(raw)).toMatchObject(written(parsed.data))
      for (const name of Object.keys(ingestMessage.shape))
        expect(
          Object.hasOwn(parsed.data ?? {}, name) || (raw as Record<string, unknown>)[name] === undefined,
        ).toBe(true)
    }),
    { numRuns: 20_000 },
  )
  expect(plain).toBeGreaterThan(1_000)
}, 60_000)

it('counters and events without data, as SMIBs send them, are plain', () => {
  const sent = {
    smib_id: 'a10000000001',
    message_seq_nr: 7,
    event_seq_nr: 3,
    server_time_nano: '1764194400000000000',
    counters: [{ game_nr: 0, meters: { '0000': 1 } }],
    events: [{ event_seq_nr: 3, code: '7E', at: 1_764_194_400_000 }],
  }
  expect(isPlain(sent)).toBe(true)
  expect(isPlain({ ...sent, counters: [{ meters: { '0000': 1 } }] })).toBe(false)
  expect(isPlain({ ...sent, logs: [] })).toBe(false)
})
