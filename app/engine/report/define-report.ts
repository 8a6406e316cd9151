/** A report's definition: measures of a subject over a period. The page, its print and its files are made from it, and from nothing else. */
import type { MeasureKind, ReportContract } from '../../../backend/contract/report'
import type { StreamSubject } from '../../../backend/contract/stream'

/** The day that a row stands for, or the whole period of one that stands for something else. */
export interface Evidence {
  key: string
  subject: string
  start: number
  end: number
}

export interface ReportDefinition<Measure extends string, Group extends string> {
  /** Namespace of its texts. */
  texts: string
  /** Shown first; null: it has no use for a period, and refuses one. */
  period: string | null
  groupBy: readonly Group[]
  measures: readonly Measure[]
  /** Drawn over the table, oldest first as the table is. */
  chart?: Measure
  /** By group: where a row's raw readings are. */
  evidence?: Partial<Record<Group, (of: Evidence) => string>>
}

export interface Report {
  name: string
  contract: ReportContract
  /** Whose: its id stands in the path. */
  subject: StreamSubject
  /** The last part of its path: `/slots/<id>/days`. */
  page: string
  texts: string
  period: string | null
  groupBy: readonly string[]
  measures: readonly { name: string; kind: MeasureKind }[]
  chart: string | null
  evidence: Readonly<Record<string, ((of: Evidence) => string) | undefined>>
}

/** Misspelt measures and groups do not compile. The name says where it is: `slot-days` is the page `days` below a slot's. */
export function defineReport<
  const Measures extends ReportContract['measures'],
  const Groups extends readonly string[],
>(
  name: `${StreamSubject}-${string}`,
  contract: Omit<ReportContract, 'measures' | 'groups'> & { measures: Measures; groups: Groups },
  definition: ReportDefinition<keyof Measures & string, Groups[number]>,
): Report {
  const { measures, chart, evidence = {}, ...rest } = definition
  const [subject, ...page] = name.split('-')
  return {
    ...rest,
    name,
    subject: subject as StreamSubject,
    page: page.join('-'),
    contract,
    measures: measures.map(measure => ({ name: measure, kind: contract.measures[measure] ?? 'count' })),
    chart: chart ?? null,
    evidence: evidence as Report['evidence'],
  }
}
