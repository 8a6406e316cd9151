/** How many sheets a fiscal form takes, and what stands together on them. */
import { describe, expect, it } from 'vitest'
import type { SealShown } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { documentOf, monthOf, rowsOf, sealOf } from '../../../tests/support/fiscal-halls'
import { readPdf } from '../../../tests/support/pdf-text'
import { takingsForm } from './fiscal.server'
import { pdfOfForms } from './form-pdf.server'
import { jackpotForm } from './jackpot-form'

const origin = 'https://console.example.com'
const pagesOf = async (document: FiscalDocument, seal: SealShown = sealOf(), kind = takingsForm) => {
  const paper = await pdfOfForms([{ document, seal }], { languageOf: () => 'ro', origin, kind })
  return (await readPdf(paper)).pages.map(({ texts }) => texts)
}
const serials = (texts: readonly string[]) => texts.filter(text => /^EGT-\d+$/.test(text))
const longName = (start: string) => start.padEnd(60, ' Constantinopolului și Împrejurimi')
const logo = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  width: 300,
  height: 100,
}

describe.each([
  ['day', documentOf],
  ['month', monthOf],
] as const)('the form of a %s', (_, made) => {
  it('of 25 slots is one sheet, sealed, with a logo and notes, and of a hall with a long name', async () => {
    const document = made(rowsOf(25))
    expect(await pagesOf(document)).toHaveLength(1)
    expect(await pagesOf(document, null)).toHaveLength(1)
    const { organiser, location } = document
    const longest = {
      ...document,
      logo: { ...logo, sha256: '0'.repeat(64) },
      organiser: { ...organiser, name: longName('Joc'), address: longName('Strada') },
      location: { ...location, name: longName('Titan'), address: longName('Bulevardul') },
    }
    const [page, ...further] = await pagesOf(longest)
    expect(further).toHaveLength(0)
    expect(page?.join(' ')).toContain(longest.location.name)
  })

  it.each([1, 24, 25, 26, 27, 60, 61, 120, 400])(
    'of %i slots has its sums and signatures under its last rows, and each row once',
    async count => {
      for (const seal of [sealOf(), null]) {
        const pages = await pagesOf(made(rowsOf(count)), seal)
        const last = pages.at(-1) ?? []
        expect(serials(last).length).toBeGreaterThanOrEqual(Math.min(count, 3))
        expect(last.filter(text => text.startsWith('Total încasări'))).toHaveLength(1)
        expect(last).toEqual(expect.arrayContaining(['Întocmit', 'Verificat', 'Semnătura']))
        for (const page of pages.slice(0, -1)) expect(page).not.toContain('Semnătura')
        expect(pages.flatMap(serials)).toHaveLength(count)
      }
    },
  )

  it('of 62 slots with serials of 32 letters has each in one line', async () => {
    const long = rowsOf(62).map((_, nr) => ({
      slot: { _id: String(nr).padStart(24, '0'), name: `${nr}-`.padEnd(32, 'WM') },
    }))
    const pages = await pagesOf(made(long))
    expect(pages).toHaveLength(2)
    expect(pages.flat().filter(text => /^\d+-[WM]{28,}/.test(text))).toHaveLength(62)
  })

  it('of its jackpots is one sheet, too', async () => {
    expect(await pagesOf(made(rowsOf(25)), sealOf(), jackpotForm)).toHaveLength(1)
  })
})
