/**
 * What a document on paper says, before anybody knows where on a page it stands. Everything is text in its own
 * language.
 */
import type { Locale } from '../../i18n/locales'

export interface PaperColumn {
  label: string
  /** Stands over several columns that follow each other. */
  group: string | null
  /** The column's number, as forms prescribed by law have it; '' for none. */
  nr: string
  numeric: boolean
}

/** A sum: its label stands over all columns before its cells. */
interface PaperSum {
  label: string
  cells: readonly string[]
}

export interface PaperForm {
  language: Locale
  title: string
  /** Over the title: a PNG, its size in pixels, and whose it is. */
  logo?: { png: Uint8Array; width: number; height: number; alt: string } | undefined
  /** Name, value. */
  facts: readonly (readonly [string, string])[]
  /** Sentences over the table. */
  lines: readonly string[]
  caption: string
  columns: readonly PaperColumn[]
  /** Which column names the row. */
  head: number
  rows: readonly (readonly string[])[]
  sums: readonly PaperSum[]
  signatures: readonly { key: string; lines: readonly string[] }[]
  /** Sentences under it. */
  notes: readonly string[]
  /** What says that it is genuine, with a code for a camera. */
  seal: { lines: readonly string[]; code: { text: string; label: string } | null } | null
}

export interface Paper {
  language: Locale
  title: string
  author: string
  /** When what it says was established: the file has no other clock, so that it is the same file each time. */
  at: number
  keywords: string
  forms: readonly PaperForm[]
  /** On each page, at the left. */
  foot: string
  /** On each page, at the right. */
  pageOf: (page: number, of: number) => string
  /** What it was written from, for programs. */
  sources: readonly { name: string; description: string; json: string }[]
}
