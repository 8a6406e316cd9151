/** The sum under the rows of a list: on the page, on paper and in files for people it is this one. */
import type { ListAnswer } from '../../../backend/platform/contract/list'
import type { Money } from '../../../backend/platform/contract/primitives'
import type { Translate } from '../../i18n/locales'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

/** Of one column, row by row; currencies are never added to each other. */
export class Sum {
  private readonly minors = new Map<Money['currency'], number>()
  private rows = 0
  private known = 0

  constructor(readonly column: string) {}

  add(row: Row): void {
    this.rows++
    const amount = row[this.column] as Money | null | undefined
    if (!amount) return
    this.known++
    this.minors.set(amount.currency, (this.minors.get(amount.currency) ?? 0) + amount.minor)
  }

  /** Says of how many rows it is, where some have no amount. */
  label(t: Translate): string {
    return this.known === this.rows
      ? t('engine:list.sum')
      : t('engine:list.sum_of', { known: this.known, all: this.rows })
  }

  /** One for each currency. */
  amounts(): Money[] {
    return [...this.minors].map(([currency, minor]) => ({ minor, currency }))
  }
}

/** The list's column that is summed up, where these columns have it. */
export const summedColumn = ({ list }: Resource, columns: readonly string[]): string | undefined =>
  list.sum !== undefined && columns.includes(list.sum) ? list.sum : undefined

/** A sum of some of the rows that match would be taken for that of all. */
export const hasAllRows = ({ total, rows, capped }: ListAnswer<Row>): boolean =>
  total === rows.length && !capped
