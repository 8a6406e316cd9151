import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { describe, expect, it, vi } from 'vitest'
import type { SealShown } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { documentOf, rowsOf, sealOf } from '../../../tests/support/fiscal-halls'
import { usualHold } from '../../../tests/support/longest-hold'
import { readPdf } from '../../../tests/support/pdf-text'
import { pdfOfForms, type PrintedFor } from './form-pdf.server'
import { writtenForm } from './fiscal.server'

const figure = fc.integer({ min: -999_999_999, max: 999_999_999 })
const index = fc.option(fc.nat(999_999_999))
const indexes = fc.record({ in: index, premium: index, out: index })
const row = fc.record({
  price: fc.nat(10_000),
  opening: fc.option(indexes),
  closing: fc.option(indexes),
  moved: fc.record({ in: figure, premium: figure, out: figure }),
  balance: figure,
  collected: figure,
  paid: figure,
  takings: figure,
  breaks: fc.boolean(),
})

const acceptedFor = (reason: string) => ({
  slot: { _id: '1'.padStart(24, '0'), name: 'EGT-1000' },
  missing_hours: 1,
  held: 0,
  reason,
})
const print = (
  documents: readonly FiscalDocument[],
  languageOf: PrintedFor['languageOf'] = () => 'ro',
  seal: SealShown = null,
) =>
  pdfOfForms(
    documents.map(document => ({ document, seal })),
    { languageOf, origin: 'https://console.example.com' },
  )

describe('a fiscal report as a PDF', () => {
  it('says of when it is, and Romanian forms say lei', async () => {
    const words = async (language: 'ro' | 'en') => {
      return (await readPdf(await print([documentOf(rowsOf(1))], () => language))).texts.join('\n')
    }
    const romanian = await words('ro')
    expect(romanian).toContain('slot-machine (lei)')
    expect(romanian).toMatch(/Data\s+21\.11\.2026/)
    expect(await words('en')).toContain('from slot machines (RON)')
  })

  it('puts a space between a label and its value, and between the lines of one part', async () => {
    const written = vi.spyOn(PDFDocument.prototype as { text: (words: string) => unknown }, 'text')
    const reason = 'lung '.repeat(60).trim()
    await print([documentOf(rowsOf(1), { accepted: [acceptedFor(reason)] })])
    const words = written.mock.calls.map(([one]) => one)
    written.mockRestore()
    expect(words.join('')).toContain('Data 21.11.2026')
    expect(words.join('')).toContain(reason)
    expect(words).not.toContain(reason)
  })

  it('names what was sealed although it was far beyond the usual, or counted by games alone, with the reason, in each language', async () => {
    const beyond = { turnover: 89_000_000, usual: 1_250_000 }
    const slot = { _id: '0'.repeat(24), name: 'EGT-1000' }
    const accepted = [
      { slot, missing_hours: 0, held: 0, beyond, games_alone: 12_345, reason: 'A venit cu indecșii ei' },
    ]
    const words = async (language: 'ro' | 'en' | 'pt') =>
      (await readPdf(await print([documentOf(rowsOf(1), { accepted })], () => language))).texts
        .join(' ')
        .replace(/\s+/g, ' ')
    for (const [language, said] of [
      ['ro', ['valori mult peste zilele obișnuite', 'contoarele proprii ale aparatelor nu l-au numărat']],
      ['en', ['figures far above the usual days', 'own counters did not']],
      ['pt', ['valores muito acima dos dias habituais', 'das próprias máquinas não contaram']],
    ] as const) {
      const paper = await words(language)
      for (const one of said) expect(paper).toContain(one)
      expect(paper).toMatch(/890.?000[.,]00/)
      expect(paper).toMatch(/123[.,]45/)
      expect(paper).toContain('A venit cu indecșii ei')
      // Nothing else was missing.
      expect(paper).not.toMatch(
        /open discrepancies|corecții de contor deschise|correções de contadores abertas/,
      )
    }
  })

  it('holds every figure that the form prints, in the form’s order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 45 }), async rows => {
        const document = documentOf(rows)
        const { texts } = await readPdf(await print([document]))
        const printed = texts.map(text => text.replace(/ [▲◆■]$/, ''))
        const form = writtenForm(document, 'ro')
        let at = 0
        for (const cell of [
          ...form.rows.flatMap(({ cells }) => cells),
          ...form.footer.flatMap(({ label, cells }) => [
            label,
            ...form.columns.map(({ key }) => cells[key] ?? ''),
          ]),
        ]) {
          if (cell === '') continue
          const found = printed.indexOf(cell, at)
          expect(found, `${cell} after ${printed.slice(at, at + 5).join(' | ')}`).toBeGreaterThanOrEqual(at)
          at = found + 1
        }
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  it('is the same file each time, and another one in another language or of another revision', async () => {
    const document = documentOf(rowsOf(20))
    const first = Buffer.from(await print([document]))
    expect(first.equals(await print([document]))).toBe(true)
    expect(first.equals(await print([document], () => 'pt'))).toBe(false)
    const later = documentOf(rowsOf(20), { revision: 3 })
    expect(first.equals(await print([later]))).toBe(false)
  })

  it('of 60 slots is written in turns that keep nobody waiting', async () => {
    const document = documentOf(rowsOf(60))
    expect(await usualHold(() => print([document]), 50)).toBeLessThan(50)
  })

  it('of 200 rows goes on overleaf under the same header, with every row once and the signatures whole', async () => {
    const { pdf, pages } = await readPdf(await print([documentOf(rowsOf(200))]))
    expect(pdf.numPages).toBeGreaterThan(4)
    for (const [at, { texts }] of pages.entries()) {
      expect(texts).toContain('Indecși la început (Si)')
      expect(texts).toContain(`Pagina ${at + 1} din ${pdf.numPages}`)
    }
    const serials = pages.flatMap(({ texts }) => texts.filter(text => text.startsWith('EGT-')))
    expect(serials).toEqual(Array.from({ length: 200 }, (_, nr) => `EGT-${1000 + nr}`))
    const last = pages.at(-1)
    expect(last?.texts).toEqual(
      expect.arrayContaining(['EGT-1199', 'Total încasări zilnice', 'Întocmit', 'Semnătura']),
    )
    // The header of a further page is a repetition for the eye: in the structure the table has one.
    const parts = (role: string) => (last?.tree ?? '').split(`"role":"${role}"`).length - 1
    expect([parts('Table'), parts('THead'), parts('TR')]).toEqual([1, 1, 3 + 200 + 3])
  })

  it('is tagged, says its language and title, claims PDF/A-3a, and carries what was stored', async () => {
    const document = documentOf(rowsOf(3))
    const file = await print([document])
    const { pdf, pages } = await readPdf(file)
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    for (const role of [
      'Document',
      'Sect',
      'H1',
      'Table',
      'THead',
      'TBody',
      'TFoot',
      'TR',
      'TH',
      'TD',
      'Caption',
    ])
      expect(pages[0]?.tree).toContain(`"role":"${role}"`)
    const { info, metadata } = await pdf.getMetadata()
    expect(info).toMatchObject({
      Language: 'ro',
      Author: 'Joc & Noroc <S.R.L.> Țăndărei',
      CreationDate: 'D:20261122060000Z',
    })
    expect(metadata?.get('pdfaid:part')).toBe('3')
    expect(metadata?.get('pdfaid:conformance')).toBe('A')
    expect(metadata?.get('dc:creator')).toEqual(['Joc & Noroc <S.R.L.> Țăndărei'])
    const attached = (await pdf.getAttachments()) as Record<string, { content: Uint8Array }>
    expect(JSON.parse(Buffer.from(attached['day-2026-11-21-RON.json']?.content ?? []).toString())).toEqual(
      document,
    )
    const written = Buffer.from(file).toString('latin1')
    for (const attribute of [
      '/Scope /Row',
      '/Scope /Column',
      '/ColSpan 3',
      '/RowSpan 2',
      '/AFRelationship /Source',
    ])
      expect(written).toContain(attribute)
    // No letter is left to what the reader's machine has.
    expect(written).not.toContain('/Type1')
  })

  it('has a form for each currency of a month, each on pages of its own and in its language', async () => {
    const day = { id: null, revision: null, hash: null }
    const month: Partial<FiscalDocument> = {
      kind: 'month',
      period: '2026-11',
      days: [
        { ...day, day: '2026-11-01', closed: true },
        { ...day, day: '2026-11-02', closed: false },
      ],
    }
    const { pages } = await readPdf(
      await print(
        [documentOf(rowsOf(2), month), documentOf(rowsOf(2), { ...month, currency: 'EUR' })],
        ({ currency }) => (currency === 'RON' ? 'ro' : 'pt'),
      ),
    )
    expect(pages).toHaveLength(2)
    expect(pages[0]?.texts).toEqual(
      expect.arrayContaining(['Total încasări lunare', 'Cuprinde 1 din 2 zile. Nu cuprinde: 02.11.2026']),
    )
    expect(pages[1]?.texts.join(' ')).toContain('EUR')
    expect(pages[1]?.texts).toContain('Assinatura')
  })

  it('of a sealed report carries the seal and a code for a camera', async () => {
    const document = documentOf(rowsOf(28), { accepted: [] })
    const seal = sealOf()
    const { texts, pages, pdf } = await readPdf(await print([document], () => 'ro', seal))
    const attached = (await pdf.getAttachments()) as Record<string, { content: Uint8Array }>
    expect(Buffer.from(attached['day-2026-11-21-RON.json']?.content ?? []).toString()).toBe(seal.file)
    expect(texts).toContain('Sigiliul nr. 12 · cod ABCD-EFGH-JKLM · xYz4')
    expect(texts.find(text => text.startsWith('Sigilat la '))).toMatch(/ de Ana Popescu$/)
    expect(pages.at(-1)?.tree).toContain('"alt":"ABCD-EFGH-JKLM"')
    expect((await readPdf(await print([document]))).texts.join()).not.toContain('Sigiliul')
  })
})
