import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestHold, usualHold } from '../../tests/support/longest-hold'
import { bodyOf, jsonOf } from './answer-body.server'

/** The bytes of a text, cut at any places. */
async function* arriving(text: string, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let from = 0
  for (const cut of [
    ...cuts.map(share => Math.floor(share * bytes.length)).sort((a, b) => a - b),
    bytes.length,
  ]) {
    yield bytes.slice(from, cut)
    from = Math.max(from, cut)
  }
}
const read = async (text: string, cuts: readonly number[] = []) => jsonOf(await bodyOf(arriving(text, cuts)))
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Texts with whatever ends a text, a list or an element elsewhere. */
const awkward = fc.string({
  unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'ș', '😀', 'a', ' '),
  maxLength: 12,
})
const value = fc.letrec(tie => ({
  any: fc.oneof(
    { maxDepth: 3 },
    awkward,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(awkward, tie('any'), { maxKeys: 4 }),
  ),
})).any
/** More than is parsed at once. */
const filling = 'x'.repeat(300_000)

test('a long answer says the same as if it were parsed at once, wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(awkward, fc.oneof(fc.array(value, { maxLength: 20 }), value), { maxKeys: 4 }),
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 8 }),
      fc.constantFrom(0, 2),
      async (data, cuts, spaces) => {
        const text = JSON.stringify(
          { success: true, data, others: { rows: [1, filling, data], more: [] } },
          null,
          spaces,
        )
        expect(await read(text, cuts)).toEqual(JSON.parse(text))
      },
    ),
    { numRuns: 60 },
  )
})

test('what is no JSON is none however long it is, and a short text stays as it came', async () => {
  for (const text of [
    `<html>${filling}`,
    `{"data":{"rows":["${filling}"`,
    `{"data":{"rows":["${filling}"}}`,
    `{"data":{"rows":["${filling}",]}}`,
    `["${filling}"]`,
    `"${filling}"`,
    'null',
    '{"data":{"rows":[1]}}',
    '',
  ])
    expect([text.slice(0, 20), await read(text)]).toEqual([text.slice(0, 20), parsed(text)])
  expect(await bodyOf(arriving('{"a":1}', [0.5]))).toEqual({ text: '{"a":1}' })
  expect(await bodyOf(arriving(filling, [0.5]), { asText: true })).toEqual({ text: filling })
})

test('twenty megabytes of rows are read without holding the event loop', async () => {
  const rows = Array.from({ length: 10_000 }, (_, nr) => ({
    _id: String(nr),
    meters: Array.from({ length: 60 }, (__, id) => ({ id, value: nr * id, details: 'Coin in' })),
  }))
  const text = JSON.stringify({ success: true, data: { rows, total: rows.length } })
  const cuts = Array.from({ length: 400 }, (_, nr) => nr / 400)
  let found: unknown
  // At once it is one turn; both on the same machine at the same moment, however slow that is.
  const most = (await longestHold(async () => void JSON.parse(text))) / 3
  const held = await usualHold(async () => {
    found = await read(text, cuts)
  }, most)
  expect(held).toBeLessThan(most)
  expect(found).toEqual({ success: true, data: { rows, total: rows.length } })
}, 60_000)
