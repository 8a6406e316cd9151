/**
 * A report's definition: measures of a subject over a period. The page, its print and its files are made from it, and
 * from nothing else.
 */
import type {
  ReportAnswer,
  ReportColumn,
  ReportColumnKind,
  ReportContract,
} from '../../../backend/platform/contract/report'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { StreamSubject } from '../../../backend/platform/contract/stream'
import type { Narrowing } from './subjects'

/**
 * What a row's evidence is found by: the day that a row stands for, or the whole period of one that stands for
 * something else.
 */
export interface Evidence {
  key: string
  /** The id of what it stands for, where that is no day. */
  row: string
  /** The fields that identify a row, that id first. */
  parts: readonly string[]
  subject: string
  start: number
  end: number
  /** The same as days, both included. */
  days: { from: string; to: string }
}

/** What a reader chooses besides rows, under the same name in the address and in the request. */
export interface Choice {
  values: readonly string[]
  /** Chosen at first; of one that may be left out, none. */
  opens: readonly string[]
  /** Of more than one it is a list. */
  most: number
  /** Where the texts of its values are: `<texts>:<words>.<value>`. */
  words: 'fields' | 'by' | 'choices'
}

export interface ReportDefinition<Measure extends string, Group extends string> {
  /** Namespace of its texts. */
  texts: string
  /** Shown first; null: it has no use for a period, and refuses one. */
  period: string | null
  groupBy: readonly Group[]
  measures: readonly Measure[]
  /** Measures that make sense of some groups only, and of which. */
  only?: Partial<Record<Measure, readonly Group[]>>
  /**
   * Sets of measures that fit a screen side by side: the first is shown at first, all of them on demand. A measure of
   * none of them is always shown.
   */
  figures?: Readonly<Record<string, readonly Measure[]>>
  /** Drawn over the table, oldest first as the table is. */
  chart?: Measure
  /** What a phone shows next to a row's name, where that differs from what is drawn. */
  summary?: readonly [Measure, Measure]
  /** What distinguishes rows of one name; on a phone it stands next to the name. */
  apart?: readonly Measure[]
  /** Of one that is nobody's: what it can be narrowed to one of. */
  narrowedBy?: readonly Narrowing[]
  choices?: Readonly<Record<string, Choice>>
  /** The path of another of this kind, for the same days and place. */
  siblingReport?: `/reports/${string}`
  /** What one does with it: `:id` stands for the subject's. */
  links?: readonly ReportLink[]
  /** Its figures need a word of explanation: the text `note`. */
  hasNote?: boolean
  /** By group: where a row's raw readings are. */
  evidence?: Partial<Record<Group, (of: Evidence) => string>>
}

interface ReportLink {
  href: string
  label: string
  rule: PermissionRule
}

export interface Report {
  name: string
  contract: ReportContract
  /** Whose: its id stands in the path. Null: of all that its reader may see, or of one location of these. */
  subject: StreamSubject | null
  /** The last part of its path: `/slots/<id>/days`, `/reports/slot-games`. */
  page: string
  texts: string
  period: string | null
  groupBy: readonly string[]
  /** Groups whose rows can be outside their band: it opens with these rows. `<texts>:outside`. */
  outside: readonly string[]
  measures: readonly {
    name: string
    kind: ReportColumnKind
    only: readonly string[] | null
    /** As its answer has it, of a report whose reader chooses what is next to each other. */
    column?: ReportColumn
  }[]
  figures: Readonly<Record<string, readonly string[]>>
  chart: string | null
  summary: readonly string[]
  apart: readonly string[]
  narrowedBy: readonly Narrowing[]
  choices: Readonly<Record<string, Choice>>
  siblingReport: string | null
  hasNote: boolean
  links: readonly ReportLink[]
  evidence: Readonly<Record<string, ((of: Evidence) => string) | undefined>>
}

/**
 * Misspelt measures and groups do not compile. The name says where it is: `slot-days` is the page `days` below a
 * slot's, `reports-slot-games` stands in the section.
 */
export function defineReport<
  const Measures extends ReportContract['measures'],
  const Groups extends readonly string[],
>(
  name: `${StreamSubject | 'reports'}-${string}`,
  contract: Omit<ReportContract, 'measures' | 'groups'> & { measures: Measures; groups: Groups },
  definition: ReportDefinition<keyof Measures & string, Groups[number]>,
): Report {
  const {
    measures,
    only = {},
    figures = {},
    chart,
    summary = [],
    apart = [],
    narrowedBy = [],
    choices = {},
    siblingReport = null,
    hasNote = false,
    links = [],
    evidence = {},
    ...rest
  } = definition
  const [subject, ...page] = name.split('-')
  return {
    ...rest,
    name,
    subject: subject === 'reports' ? null : (subject as StreamSubject),
    page: page.join('-'),
    contract,
    outside: contract.outside ?? [],
    measures: measures.map(measure => ({
      name: measure,
      kind: contract.measures[measure] ?? 'count',
      only: (only as Partial<Record<string, readonly string[]>>)[measure] ?? null,
    })),
    figures,
    chart: chart ?? null,
    summary,
    apart,
    narrowedBy,
    choices,
    siblingReport,
    hasNote,
    links,
    evidence: evidence as Report['evidence'],
  }
}

/** Every measure, whatever sets there are. */
export const ALL_FIGURES = 'all'

/** The same report with the measures of one set, and those of none. */
export function withFigures(report: Report, figures: string): Report {
  const own = report.figures[figures]
  if (!own) return report
  const others = new Set(Object.values(report.figures).flat())
  return {
    ...report,
    measures: report.measures.filter(({ name }) => own.includes(name) || !others.has(name)),
  }
}

/** With the measures of the chosen set, or with the columns that its answer names. */
export const shownOf = (report: Report, figures: string, { columns }: ReportAnswer): Report =>
  columns ? withColumns(report, columns) : withFigures(report, figures)

function withColumns(report: Report, columns: readonly ReportColumn[]): Report {
  const kindOf = ({ measure, part }: ReportColumn): ReportColumnKind =>
    part === 'change' ? 'percent' : (report.measures.find(({ name }) => name === measure)?.kind ?? 'count')
  return {
    ...report,
    chart: columns[0]?.name ?? null,
    measures: [
      // What rows are called, which is no column.
      ...report.measures.filter(({ kind }) => kind === 'word'),
      ...columns.map(column => ({ name: column.name, kind: kindOf(column), only: null, column })),
    ],
  }
}
