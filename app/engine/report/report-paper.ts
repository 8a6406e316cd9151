/** A report as a document on paper: the rows and totals of the page. */
import type { ReportAnswer } from '../../../backend/platform/contract/report'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import type { Paper } from '../paper/paper'
import { writeValue, type Sheet } from '../export/sheet'

export interface PrintedReport {
  title: string
  /** Of which days, how complete, what its figures mean, or that there are none. */
  lines: readonly string[]
  sheet: Sheet
  answer: Pick<ReportAnswer, 'as_of'>
  /** The person who printed it. */
  reader: string
  /** Whose report it is, as its pages show it. */
  house?: PaperHouse | null
}

interface PaperHouse {
  name: string | null
  /** A PNG, its size in pixels. */
  logo: { png: Uint8Array; width: number; height: number } | null
}

export function reportPaper(
  { title, lines, sheet: { columns, rows, totals }, answer, reader, house }: PrintedReport,
  t: Translate,
  format: Format,
): Paper {
  const at = format.exact(answer.as_of)
  return {
    language: format.locale,
    title,
    author: reader,
    at: answer.as_of,
    keywords: '',
    forms: [
      {
        language: format.locale,
        title,
        logo: house?.logo ? { ...house.logo, alt: house.name ?? '' } : undefined,
        facts: [],
        lines,
        caption: t('engine:list.as_of', { time: at }),
        columns: columns.map(({ label, unit, kind }) => ({
          label: unit ? `${label} ${unit}` : label,
          group: null,
          nr: '',
          numeric: kind === 'money' || kind === 'count' || kind === 'percent',
        })),
        head: 0,
        rows: rows.map(({ values }) =>
          values.map((value, index) => writeValue(value, columns[index]?.kind ?? 'text', format)),
        ),
        sums: totals.map(({ values }) => {
          const [label = '', ...cells] = values.map((value, index) =>
            writeValue(value, index === 0 ? 'text' : (columns[index]?.kind ?? 'text'), format),
          )
          return { label, cells }
        }),
        signatures: [],
        notes: [],
        seal: null,
      },
    ],
    foot: [house?.name, title, reader, at].filter(Boolean).join(' · '),
    pageOf: (page, of) => t('engine:paper.page', { page: format.number(page), of: format.number(of) }),
    sources: [],
  }
}
