/**
 * A document on paper as a PDF: A4 across, tagged, its letters embedded (PDF/A-3a), the same bytes each time it is
 * written.
 */
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { escapeMetadata } from '../../../backend/platform/patches/pdf-metadata'
import { disposition } from '../export/csv.server'
import { pagesOf, type Block } from './flow'
import type { Paper, PaperForm } from './paper'
import { factBlocks, logoBlocks, signatureBlock } from './form-parts.server'
import { charactersOf } from './characters.server'
import { leaf, LINE, MARGIN, penOf, SMALL, type Part, type Pen } from './pen.server'
import { spacings, type Spacing } from './spacing'
import { tableBlocks } from './table.server'

/** Points. */
const FOOT = 12
/** Others are served after so many milliseconds of writing. */
const TURN = 8

/** Documents are written one after the other: several at once would take the memory of all and be ready no earlier. */
let last: Promise<unknown> = Promise.resolve()
export function pdfOf(paper: Paper): Promise<Uint8Array> {
  const next = last.then(() => written(paper))
  last = next.catch(() => undefined)
  return next
}

async function written(paper: Paper): Promise<Uint8Array> {
  // Loaded when somebody first asks: it is half as large as the console.
  const { default: Document } = await import('pdfkit')
  const fileOf = createRequire(import.meta.url)
  const face = (name: string) => fileOf.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
  const letters = { regular: face('DejaVuSansCondensed'), bold: face('DejaVuSansCondensed-Bold') }
  const doc = new Document({
    size: 'A4',
    layout: 'landscape',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    autoFirstPage: false,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    displayTitle: true,
    lang: paper.language,
    font: letters.regular,
    info: {
      Title: paper.title,
      Author: paper.author,
      ...(paper.keywords && { Keywords: paper.keywords }),
      Creator: 'back-office console',
      CreationDate: new Date(paper.at),
    },
  })
  escapeMetadata(doc)
  const pieces: Uint8Array[] = []
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (piece: Uint8Array) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  const pause = turns()
  const pen = penOf(doc, letters, await charactersOf(letters.regular))
  const room = { width: 841.89 - 2 * MARGIN, height: 595.28 - 2 * MARGIN - FOOT }
  const tree = doc.struct('Document')
  doc.addStructure(tree)
  const blocks: Block[] = []
  for (const form of paper.forms)
    blocks.push(...(await fittedBlocks(clean(form, pen), pen, tree, room, pause)))
  const pages = pagesOf(blocks, room.height)
  for (const [at, page] of pages.entries()) {
    doc.addPage()
    for (const { top, draw } of page) {
      await pause()
      draw(MARGIN + top)
    }
    doc.markContent('Artifact', { type: 'Pagination' })
    const place = { x: MARGIN, y: MARGIN + room.height + 4, width: room.width }
    const nr = paper.pageOf(at + 1, pages.length)
    const left = room.width - pen.widthOf(nr, SMALL) - 12
    pen.set(pen.lines(pen.clean(paper.foot), left, SMALL).slice(0, 1), SMALL, place)
    pen.set([nr], SMALL, { ...place, align: 'right' })
    doc.endMarkedContent()
  }
  tree.end()
  for (const { json, ...source } of paper.sources)
    doc.file(Buffer.from(json), {
      ...source,
      type: 'application/json',
      creationDate: new Date(paper.at),
      modifiedDate: new Date(paper.at),
      relationship: 'Source',
    } as PDFKit.Mixins.PDFAttachmentOptions)
  doc.end()
  return whole
}

export const pdfHeaders = (name: string): Record<string, string> => ({
  'Content-Type': 'application/pdf',
  'Content-Disposition': disposition(name.replace(/\.csv$/, '.pdf')),
  'Cache-Control': 'no-store',
})

/** Ends the turn of whoever has had it for long. */
function turns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN) return
    await setImmediate()
    since = performance.now()
  }
}

function clean(form: PaperForm, { clean: one }: Pen): PaperForm {
  const all = (texts: readonly string[]) => texts.map(one)
  return {
    ...form,
    title: one(form.title),
    caption: one(form.caption),
    facts: form.facts.map(([name, value]) => [one(name), one(value)]),
    lines: all(form.lines),
    notes: all(form.notes),
    columns: form.columns.map(column => ({
      ...column,
      label: one(column.label),
      group: column.group === null ? null : one(column.group),
    })),
    rows: form.rows.map(all),
    sums: form.sums.map(({ label, cells }) => ({ label: one(label), cells: all(cells) })),
    signatures: form.signatures.map(({ key, lines }) => ({ key: one(key), lines: all(lines) })),
    seal: form.seal && { ...form.seal, lines: all(form.seal.lines) },
  }
}

/** On one sheet where that is readable, else as wide as forms of several sheets are set. */
async function fittedBlocks(
  form: PaperForm,
  pen: Pen,
  tree: Part,
  room: { width: number; height: number },
  pause: () => Promise<void>,
): Promise<Block[]> {
  const part = pen.doc.struct('Sect', { lang: form.language })
  tree.add(part)
  const parts = { part, table: pen.doc.struct('Table') }
  const heightOf = (blocks: readonly Block[]) => blocks.reduce((total, block) => total + block.height, 0)
  const set = (spacing: Spacing) => formBlocks(form, pen, parts, { width: room.width, spacing }, pause)
  const widest = await set(spacings[0])
  const found = [widest]
  const isWhole = ({ signed, notes }: typeof widest) => heightOf([...signed, ...notes]) <= room.height
  // What is far longer fits at no spacing.
  const isFar = heightOf(widest.signed) > 2 * room.height
  const wraps = ({ signed }: typeof widest) => signed.some(({ lines }) => (lines ?? 1) > 1)
  // Rows of two lines take twice the sheets, and a serial is not read as one in two parts.
  const isCloser = isFar && form.signatures.length > 0 && wraps(widest)
  if (isFar ? isCloser : !isWhole(widest))
    for (const spacing of spacings.slice(1)) found.push(await set(spacing))
  const chosen =
    found.find(isWhole) ??
    // Notes may go on overleaf, where there are many.
    found.find(({ signed }) => heightOf(signed) <= room.height) ??
    found.find(one => isCloser && !wraps(one)) ??
    widest
  return [...chosen.signed, ...chosen.notes]
}

/** Title, facts, table, signatures and notes, in this order on paper and in the structure. */
async function formBlocks(
  form: PaperForm,
  pen: Pen,
  { part, table }: { part: Part; table: Part },
  { width, spacing }: { width: number; spacing: Spacing },
  pause: () => Promise<void>,
): Promise<{ signed: Block[]; notes: Block[] }> {
  const plain = { size: spacing.around }
  const paragraph = (
    text: string,
    type = 'P',
    face: { size: number; bold?: boolean } = plain,
    below = 0,
  ): Block => {
    const lines = pen.lines(text, width, face)
    return {
      height: lines.length * face.size * LINE + below,
      draw: y => leaf(pen, part, type, () => pen.set(lines, face, { x: MARGIN, y, width, align: 'left' })),
    }
  }
  const signed = signatureBlock(form, pen, part, { width, spacing })
  const written = await tableBlocks(form, { pen, table, left: MARGIN, width, spacing, pause })
  // Nobody signs a page without a figure.
  const rows = written.map((block, at) =>
    at === written.length - 1 && signed.length > 0 ? { ...block, keepsNext: true } : block,
  )
  const captionLines = pen.lines(form.caption, width, plain)
  const caption: Block = {
    height: captionLines.length * plain.size * LINE + 3,
    draw: y => {
      part.add(table)
      leaf(pen, table, 'Caption', () => pen.set(captionLines, plain, { x: MARGIN, y, width }))
    },
  }
  const end: Block = {
    height: 0,
    draw: () => {
      table.end()
      part.end()
    },
  }
  const over = [
    ...logoBlocks(form, pen, part),
    paragraph(form.title, 'H1', { size: spacing.around + 4, bold: true }, 6),
  ]
  const before = [
    ...over.map((block, at) => (at === 0 ? { ...block, newPage: true } : block)),
    ...factBlocks(form, pen, part, { width, spacing }),
    ...form.lines.map(one => paragraph(one)),
    caption,
  ].map(block => ({ ...block, keepsNext: true }))
  return {
    signed: [...before, ...rows, ...signed],
    notes: [...form.notes.map(one => paragraph(one, 'P', { size: spacing.around - 0.5 })), end],
  }
}
