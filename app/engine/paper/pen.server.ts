/** Letters on a page: measured, wrapped, set, and tagged for whoever cannot see them. */
import type PDFDocument from 'pdfkit'
import { spanCells, type Spans } from '../../../backend/platform/patches/pdf-cell-spans'
import { linesOf } from './fit'

export type Doc = InstanceType<typeof PDFDocument>
/** A part of the document's structure: `Table`, `TR`, `TH` … */
export type Part = PDFKit.PDFStructureElement

export interface Face {
  size: number
  bold?: boolean
}
interface Place {
  x: number
  y: number
  width: number
  align?: 'left' | 'right' | 'center'
  /** More of the same part follows. */
  goesOn?: boolean
}

export interface Pen {
  doc: Doc
  /** What the letters can show: others become the sign for an unknown one. */
  clean: (text: string) => string
  /** In points. */
  widthOf: (text: string, face: Face) => number
  lines: (text: string, width: number, face: Face) => string[]
  /** Lines under each other, from `y` down. */
  set: (lines: readonly string[], face: Face, place: Place) => void
  rule: (x: number, y: number, toX: number, toY: number, weight?: number) => void
}

export const LINE = 1.25
/** Points; A4 across is 842 × 595. */
export const MARGIN = 34
export const SMALL = { size: 8 }

/** Paths of the letters. The library knows them again by their path, and would read them anew by another name. */
export interface Letters {
  regular: string
  bold: string
}

/** `characters`: which ones the letters can show. */
export function penOf(doc: Doc, { regular, bold: strong }: Letters, characters: ReadonlySet<number>): Pen {
  const take = ({ size, bold }: Face) => doc.font(bold ? strong : regular).fontSize(size)
  const widthOf = (text: string, face: Face) => {
    take(face)
    return doc.widthOfString(text)
  }
  return {
    doc,
    clean: text =>
      [...text.normalize('NFC').replace(/\s+/g, ' ').trim()]
        .map(one => (characters.has(one.codePointAt(0) ?? 0) ? one : '\uFFFD'))
        .join(''),
    widthOf,
    lines: (text, width, face) => linesOf(text, width, part => widthOf(part, face)),
    set(lines, face, { x, y, width, align = 'left', goesOn = false }) {
      take(face)
      lines.forEach((line, at) => {
        if (line === '') return
        const free = align === 'left' ? 0 : width - doc.widthOfString(line)
        // Whoever hears or copies a part of several lines is given words with a space between them.
        const isLast = at === lines.length - 1
        doc.text(
          isLast && !goesOn ? line : `${line} `,
          x + (align === 'center' ? free / 2 : free),
          y + at * face.size * LINE,
          {
            lineBreak: false,
          },
        )
      })
    },
    rule(x, y, toX, toY, weight = 0.4) {
      doc.markContent('Artifact', { type: 'Layout' })
      doc
        .lineWidth(weight)
        .moveTo(x, y)
        .lineTo(toX, toY)
        .stroke(weight < 0.5 ? '#888' : '#000')
      doc.endMarkedContent()
    },
  }
}

/** What a cell is the head of, and how many it spans. */
export interface HeadCell extends Spans {
  scope?: 'Row' | 'Column'
}

/** A part with content of its own, such as a cell. */
export function leaf(
  { doc }: Pick<Pen, 'doc'>,
  parent: Part,
  type: string,
  draw: () => void,
  { scope, ...spans }: HeadCell = {},
): void {
  // The library's types lack the scope.
  const options: object = scope ? { scope } : {}
  const part = doc.struct(type, options, draw)
  if (spans.RowSpan || spans.ColSpan) spanCells(part, spans)
  parent.add(part)
}
