/** What a list understands of an address, and what a page says of the rest. */

/** What a list understands. */
export interface ListSpec {
  /** `serial` ascending, `-serial` descending. */
  sort: string
  sortKeys: readonly string[]
  filters: readonly string[]
  /** Whether it is searched by words; it is, unless said otherwise. */
  searched?: boolean
  /** Its rows have one order, which nobody chooses. */
  fixedOrder?: boolean
  /** Its rows have fields of their tenant's own: an address may narrow it by them (`custom-name.ts`). */
  custom?: boolean
  /** Whether a filter takes this text. */
  accepts: (filter: string, text: string) => boolean
  /** Lists of things that happened have a period; this one is shown first. Empty: all of time. */
  period?: string
  /** A period is no matter of when a row happened: it narrows to what was at work in it, by whole hours. */
  active?: boolean
}

/** A parameter that was not used, and why: `engine:notice.<reason>`. */
export interface Notice {
  parameter: string
  /** Of one that was cut, how many characters are used. */
  value: string
  reason:
    | 'unusable'
    | 'reversed'
    | 'skipped'
    | 'repeated'
    | 'unknown'
    | 'too_large'
    | 'too_long'
    | 'beyond'
    | 'gone'
    | 'field_gone'
}
