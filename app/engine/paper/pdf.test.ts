import { expect, test } from 'vitest'
import { readPdf } from '../../../tests/support/pdf-text'
import type { Paper } from './paper'
import { pdfOf } from './pdf.server'

const column = (label: string, group: string | null = null) => ({ label, group, nr: '', numeric: true })
const paper: Paper = {
  language: 'ro',
  title: 'Situație — Bar & Grill <București>',
  author: 'Fortuna & Fiii SRL',
  at: Date.UTC(2026, 10, 28),
  keywords: '',
  forms: [
    {
      language: 'ro',
      title: 'Situație — Bar & Grill',
      facts: [],
      lines: [],
      caption: 'Aparate 🎰',
      columns: [column('Aparat'), column('Început', 'Contoare'), column('Sfârșit', 'Contoare')],
      head: 0,
      rows: [['EGT 17', '1 000', '2 000']],
      sums: [{ label: 'Total', cells: ['2 000'] }],
      signatures: [],
      notes: [],
      seal: null,
    },
  ],
  foot: 'Bar & Grill',
  pageOf: (page, of) => `${page}/${of}`,
  sources: [],
}
const file = await pdfOf(paper)
const text = Buffer.from(file).toString('latin1')

test('a name with & and < can be read in its metadata and in its properties', async () => {
  const metadata = Buffer.from(/<x:xmpmeta[^]*?<\/x:xmpmeta>/.exec(text)?.[0] ?? '', 'latin1').toString()
  expect(metadata).toContain('Fortuna &amp; Fiii SRL')
  expect(metadata).toContain('Bar &amp; Grill &lt;București&gt;')
  const { pdf } = await readPdf(file)
  const { info } = (await pdf.getMetadata()) as { info: { Author?: string } }
  expect(info.Author).toBe('Fortuna & Fiii SRL')
})

test('a head of several columns says how many, and each head what it is the head of', () => {
  const heads = [...text.matchAll(/\/O \/Table\s+\/Scope \/(\w+)(?:\s+\/(\w+) (\d))?(?:\s+\/(\w+) (\d))?/g)]
  const said = heads.map(([, ...parts]) => parts.filter(part => part !== undefined).join(' '))
  expect(said).toEqual(
    expect.arrayContaining(['Column', 'Column ColSpan 2', 'Column RowSpan 2', 'Row', 'Row ColSpan 2']),
  )
})

test('letters of Romanian stand, and a character that the letters lack becomes the sign for it', async () => {
  const { texts } = await readPdf(file)
  expect(texts.join(' ')).toContain('Situație')
  expect(texts.join(' ')).toMatch(/Aparate \uFFFD/)
})

test('a long fact ends before the one next to it begins', async () => {
  const name = 'mm și '.repeat(40).trim()
  const facts = Array.from(
    { length: 12 },
    (_, at) => [`Fapt ${at}`, name.slice(0, 60 + at * 6).trim()] as const,
  )
  const forms = paper.forms.map(form => ({ ...form, facts }))
  const { pdf } = await readPdf(await pdfOf({ ...paper, forms }))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const placed = items.flatMap(one =>
    'str' in one && one.str.trim()
      ? [
          {
            text: one.str,
            x: Number(one.transform[4]),
            width: one.width,
            label: /^Fapt \d*[13579]$/.test(one.str),
          },
        ]
      : [],
  )
  const right = Math.min(...placed.filter(({ label }) => label).map(({ x }) => x))
  expect(placed.filter(({ x, width }) => x < right && x + width > right + 1)).toEqual([])
})
