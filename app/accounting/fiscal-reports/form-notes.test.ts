import { describe, expect, it } from 'vitest'
import type { Accepted, FormRow } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { documentOf, monthOf, rowsOf } from '../../../tests/support/fiscal-halls'
import { locales } from '../../i18n/locales'
import { writtenForm } from './fiscal.server'

const of = (slot: number, day: number | undefined, own: Partial<Accepted> = {}): Accepted => ({
  slot: { _id: String(slot).padStart(24, '0'), name: `EGT-${1000 + slot}` },
  ...(day !== undefined && { day: `2026-10-${String(day).padStart(2, '0')}` }),
  missing_hours: 1,
  held: 0,
  reason: 'Power cut',
  ...own,
})
const notesAbout = (accepted: readonly Accepted[], made = monthOf) =>
  writtenForm(made(rowsOf(1), { accepted: [...accepted] }), 'en').notes.filter(one =>
    one.startsWith('Sealed'),
  )

describe('what a report was sealed with although it was missing', () => {
  it('is a line for each kind and reason, in which each slot has its days, those in a row as a span', () => {
    expect(
      notesAbout([
        of(0, 3, { missing_hours: 5 }),
        of(1, 3, { missing_hours: 2, held: 1 }),
        of(0, 4, { missing_hours: 6 }),
        of(0, 9, { missing_hours: 1 }),
        of(1, 9, { reason: 'Board changed', missing_hours: 24 }),
      ]),
    ).toEqual([
      'Sealed with hours without readings: EGT-1000 – 12 h (03/10 – 04/10, 09/10); EGT-1001 – 2 h (03/10). Reason: Power cut',
      'Sealed with open discrepancies: EGT-1001 – 1 (03/10). Reason: Power cut',
      'Sealed with hours without readings: EGT-1001 – 24 h (09/10). Reason: Board changed',
    ])
  })

  it('has a few lines for a month of 68 gaps that share two reasons, in each language', () => {
    const accepted = Array.from({ length: 68 }, (_, at) =>
      of(at % 25, 1 + (at % 28), { reason: at % 7 === 0 ? 'Router replaced' : 'Power cut' }),
    )
    for (const language of locales) {
      const { notes } = writtenForm(monthOf(rowsOf(25), { accepted }), language)
      const about = notes.filter(one => /Power cut|Router replaced/.test(one))
      expect(about).toHaveLength(2)
      for (const { slot } of accepted) expect(about.join(' ')).toContain(slot.name)
    }
  })

  it('says of each day with unusual figures what was usual then', () => {
    const beyond = (turnover: number) => ({ missing_hours: 0, beyond: { turnover, usual: 1_000_00 } })
    expect(notesAbout([of(0, 3, beyond(9_000_00)), of(0, 5, beyond(8_000_00))])).toEqual([
      expect.stringMatching(
        /^Sealed with figures far above the usual days: EGT-1000 – .*9,000\.00.*usually up to .*1,000\.00.* \(03\/10\); EGT-1000 – .*8,000\.00.* \(05\/10\)/,
      ),
    ])
  })

  it('calls nothing usual of a slot of which nothing was known', () => {
    const measured = (by?: 'slot' | 'location' | 'convention') =>
      notesAbout([of(0, 3, { missing_hours: 0, beyond: { turnover: 9_000_00, usual: 1_000_00, by } })])[0]
    expect(measured()).toBe(measured('slot'))
    expect(measured('location')).toMatch(/slots of its location usually up to/)
    expect(measured('convention')).toMatch(
      /too few earlier days, where more than .*1,000\.00.* has to be confirmed/,
    )
    expect(measured('convention')).not.toMatch(/usually up to/)
  })

  it('names no day in a day’s report, nor in a month that was sealed before days were kept', () => {
    const line = 'Sealed with hours without readings: EGT-1000 – 1 h. Reason: Power cut'
    expect(notesAbout([of(0, undefined)], documentOf)).toEqual([line])
    expect(notesAbout([of(0, undefined)])).toEqual([line])
  })
})

describe('what the rows of a form need said', () => {
  const notesOn = (own: Partial<FormRow>, made = monthOf, count = 25) =>
    writtenForm(made(rowsOf(count).map(() => own)), 'en').notes.filter(one => one.includes('EGT-'))

  it('is a line for a whole hall after a day that was left out, with the day since when', () => {
    const gap = { began: { why: 'gap' as const, at: null, day: '2026-10-05' } }
    const [note, ...others] = notesOn(gap)
    expect(note).toMatch(
      /^Rows that from 05\/10\/2026 on do not continue the one before: EGT-1000 – Si of I 123,456,789; EGT-1001 – /,
    )
    expect(note).toMatch(/EGT-1024 – .*\. What was played between them is booked elsewhere, or not at all\.$/)
    expect(others).toEqual([])
    const { day: _, ...today } = gap.began
    expect(notesOn({ began: today }, documentOf, 1)).toEqual([
      expect.stringMatching(/^Rows that do not continue the one before: EGT-1000 – /),
    ])
  })

  it('is a line for each earlier day that the form has something of', () => {
    const of = (day: string) => ({ day, in: 1_000, premium: 0, out: 900 })
    expect(notesOn({ earlier: [of('2026-10-05'), of('2026-10-04')] }, documentOf, 2)).toEqual([
      expect.stringMatching(
        /^Of this, played on 04\/10\/2026 and in no earlier report: EGT-1000 – 1,000 I, 0 Ej, 900 Ei \(.*10\.00.*\); EGT-1001 – .*\.$/,
      ),
      expect.stringMatching(/^Of this, played on 05\/10\/2026 /),
    ])
  })
})
