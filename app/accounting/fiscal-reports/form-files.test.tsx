/** A law over every form: screen and print, PDF, CSV and XLSX have the same figures, lines of sums, notes and marks. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formBeginnings,
  type FiscalDocument,
} from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { documentOf, jackpotsOf } from '../../../tests/support/fiscal-document'
import { inCsv, inPdf, inXlsx, onScreen } from '../../../tests/support/said-by-form'
import { translator } from '../../i18n/i18n.server'
import { locales, type Locale } from '../../i18n/locales'
import { takingsForm } from './fiscal.server'
import { formSheet } from './form-sheet'
import { layoutOf } from './layout'
import type { FormKind } from './form-kind'
import { machineSheet } from './form-machine'
import { jackpotForm } from './jackpot-form'

const figure = fc.integer({ min: -99_999_999, max: 99_999_999 })
const index = fc.option(fc.nat(999_999_999))
const indexes = fc.option(fc.record({ in: index, premium: index, out: index }))
const row = fc.record({
  price: fc.nat(10_000),
  opening: indexes,
  closing: indexes,
  moved: fc.record({ in: figure, premium: figure, out: figure }),
  balance: figure,
  collected: figure,
  paid: figure,
  takings: figure,
  difference: figure,
  breaks: fc.boolean(),
  began: fc.option(
    fc.record({
      why: fc.constantFrom(...formBeginnings),
      at: fc.option(fc.constant(Date.UTC(2026, 10, 26, 12, 32))),
    }),
    { nil: undefined },
  ),
  over: fc.option(fc.constant({ in: 100_000_000, premium: 0, out: 0 }), { nil: undefined }),
  correction: fc.constantFrom(undefined, undefined, true),
  summed: fc.option(fc.boolean(), { nil: undefined }),
  held: fc.nat(2),
  missing_hours: fc.nat(2),
  decided: fc.nat(2),
  earlier: fc.array(fc.record({ day: fc.constant('2026-11-19'), in: figure, premium: figure, out: figure }), {
    maxLength: 1,
  }),
})
const level = fc.record({
  name: fc.constantFrom('Mini', 'Major'),
  shown: figure,
  kept: figure,
  wins: fc.nat(9),
  won: figure,
  value: figure,
  pool: figure,
})

const kinds = { takings: takingsForm, jackpots: jackpotForm }
const report = fc.record({
  rows: fc.array(row, { maxLength: 12 }),
  jackpots: fc.option(fc.array(level, { maxLength: 3 }), { nil: undefined }),
  kind: fc.constantFrom('day' as const, 'month' as const),
  currency: fc.constantFrom('RON' as const, 'EUR' as const),
  language: fc.constantFrom(...locales),
})

async function demandSame(kind: FormKind, document: FiscalDocument, language: Locale) {
  const screen = onScreen(kind, document, language)
  expect(await inCsv(kind, document, language, screen)).toEqual(screen)
  expect(await inXlsx(kind, document, language, screen)).toEqual(screen)
  const pdf = await inPdf(kind, document, language)
  const form = kind.written(document, language)
  let at = 0
  for (const words of [
    ...form.rows.flatMap(({ cells }) => cells),
    ...form.footer.flatMap(({ label, cells }) => [label, ...form.columns.map(({ key }) => cells[key] ?? '')]),
    ...form.notes,
  ]) {
    const found = pdf.indexOf(words.replace(/\s+/g, ' '), at)
    expect(found, `${words} after ${pdf.slice(at, at + 60)}`).toBeGreaterThanOrEqual(at)
    at = found + words.length
  }
  for (const [nr, words] of screen.marks.entries())
    if (words !== '')
      expect(pdf).toContain(`${form.rows[nr]?.cells[form.columns.findIndex(one => one.key === form.head)]} `)
  return screen
}

describe.each(Object.entries(kinds))('a form of %s', (_, kind) => {
  it('says the same on the screen, in PDF, CSV and XLSX', async () => {
    await fc.assert(
      fc.asyncProperty(report, async ({ rows, jackpots, language, ...own }) => {
        const days =
          own.kind === 'month'
            ? [
                { day: '2026-11-01', id: null, revision: null, closed: true, hash: null },
                { day: '2026-11-02', id: null, revision: null, closed: false, hash: null },
              ]
            : []
        const document = documentOf(rows, {
          ...own,
          days,
          ...(own.kind === 'month' && { period: '2026-11' }),
          ...(jackpots && { jackpots: jackpotsOf(jackpots) }),
        })
        await demandSame(kind, document, language)
      }),
      { numRuns: 5 },
    )
  }, 60_000)

  it.each([0, 400])(
    'of %i rows does so, too',
    async count => {
      const document = documentOf(
        Array.from({ length: count }, (_, nr) => ({ breaks: nr === 7, held: nr === 9 ? 1 : 0 })),
        { jackpots: jackpotsOf([]) },
      )
      const { rows, lines } = await demandSame(kind, document, 'ro')
      const isEmpty = kind === takingsForm && count === 0
      expect(rows).toHaveLength(kind === takingsForm ? count : rows.length)
      expect(lines.filter(line => line.startsWith('Niciun aparat'))).toHaveLength(isEmpty ? 1 : 0)
    },
    60_000,
  )
})

it('a slot without readings has no difference and no takings, unless something is booked', async () => {
  const still = { in: 0, premium: 0, out: 0 }
  const nothing = { balance: 0, collected: 0, paid: 0, takings: 0, opening: null, closing: null }
  const ofGames = { in: 1_000, premium: null, out: 500 }
  const document = documentOf([
    { ...nothing, moved: still },
    { moved: { ...still, in: 40 }, opening: null, closing: null },
    { moved: { ...still, in: 40 }, opening: ofGames, closing: { ...ofGames, in: 1_040 } },
    { ...nothing, moved: { ...still, in: 5 }, correction: true },
  ])
  await demandSame(takingsForm, document, 'ro')
  const { columns, rows } = formSheet(document, layoutOf(document), translator('ro'))
  const figures = rows.map(({ values }) =>
    Object.fromEntries(columns.map(({ key }, at) => [key, values[at] ?? null])),
  )
  expect(figures).toMatchObject([
    { d_in: null, d_premium: null, d_out: null, balance: null, collected: null, paid: null, takings: null },
    { d_in: 40, d_premium: null, d_out: null, balance: 600, collected: 10_000, paid: null, takings: 6_000 },
    { d_in: 40, d_premium: null, d_out: 0, balance: 600, collected: 10_000, paid: 4_000, takings: 6_000 },
    { d_in: 5, d_premium: 0, d_out: 0, balance: 0, collected: 0, paid: 0, takings: 0 },
  ])
})

it('the form of București Titan ends with its takings, its jackpots and what is left, in each file', async () => {
  const document = documentOf([{}], { jackpots: jackpotsOf([]) })
  const { sums, lines } = await demandSame(takingsForm, document, 'ro')
  expect(sums.map(one => one.at(-1))).toEqual([12_273.7, 341.68, 11_932.02])
  expect(lines).toContain(translator('ro')('fiscal:indexes.electronic'))
})

it('says in each file that takings are not 16 − 17 where something was paid by hand', async () => {
  const note = (document: FiscalDocument) =>
    takingsForm.written(document, 'ro').notes.filter(one => one.includes('14 × 15'))
  const paidByHand = documentOf([{ moved: { in: 1_000, premium: 40, out: 500 } }])
  expect((await demandSame(takingsForm, paidByHand, 'ro')).lines).toEqual(
    expect.arrayContaining(note(paidByHand)),
  )
  expect(note(paidByHand)).toEqual(['Coloana 12 nu este 0: încasările sunt 14 × 15 și nu mai sunt 16 − 17.'])
  expect(note(documentOf([{ moved: { in: 1_000, premium: 0, out: 500 } }]))).toEqual([])
})

it('a report from before jackpots were part of it has no jackpots of 0', async () => {
  const document = documentOf([{}])
  expect((await demandSame(jackpotForm, document, 'en')).sums).toEqual([['Total'], ['Owed to players']])
  const [, jackpots] = (await demandSame(takingsForm, document, 'en')).sums
  expect(jackpots).toHaveLength(1)
})

it('for programs its columns are the same, whatever its layout, language and currencies are', () => {
  const [lei, euros] = [documentOf([{ breaks: true }]), documentOf([{}], { currency: 'EUR' })]
  const layout = {
    language: 'pt' as const,
    columns: ['serial', 'takings'] as const,
    numbered: false,
    signatures: [],
    texts: { columns: { takings: 'Receita' } },
  }
  const own = { ...lei, layout: layout as unknown as FiscalDocument['layout'] }
  const heads = [[lei], [own], [lei, euros]].map(documents =>
    machineSheet(documents as FiscalDocument[], takingsForm).columns.map(({ label }) => label),
  )
  expect(heads[0]?.slice(0, 4)).toEqual(['currency', 'line', 'nr', 'serial'])
  expect(heads[0]?.at(-1)).toBe('mark')
  expect(heads[1]).toEqual(heads[0])
  expect(heads[2]).toEqual(heads[0])
  const { rows, totals } = machineSheet([lei, euros], takingsForm)
  expect(rows.map(({ values }) => [values[0], values[1], values.at(-1)])).toEqual([
    ['RON', 'row', 'breaks'],
    ['EUR', 'row', null],
  ])
  expect(totals.map(({ values }) => values[1])).toEqual([
    ...['takings', 'jackpots', 'total'],
    ...['takings', 'jackpots', 'total'],
  ])
  expect(totals.every(({ values }) => values.slice(2).every(value => typeof value !== 'string'))).toBe(true)
})
