/**
 * What is found in the lines of a list that keeps people out. Only a number that nobody can read costs a line; whatever
 * else is wrong with it leaves its own field empty, since a mistyped date must not let anybody in.
 */
import type { z } from 'zod'
import { date } from '../../workflow/imports/cells.service'
import {
  MAX_NAMED,
  type ListImportAnswer,
  type warningCode,
  type wrongCode,
} from './exclusion-lists.contract'

type WrongCode = z.output<typeof wrongCode>
type WarningCode = z.output<typeof warningCode>

export class LineFindings {
  private readonly lines: Lines<WrongCode> = { count: 0, named: [] }
  private readonly warnings: Lines<WarningCode> = { count: 0, named: [] }
  private unprotected = 0

  /** Nobody can tell whom the line is of. */
  wrong(line: number, code: WrongCode, { keepsOut = true } = {}): void {
    add(this.lines, line, code)
    if (keepsOut) this.unprotected += 1
  }

  /** The line is taken, without this. */
  warn(line: number, code: WarningCode): void {
    add(this.warnings, line, code)
  }

  answer() {
    return {
      not_kept_out: this.unprotected,
      wrong: this.lines.count,
      wrong_lines: this.lines.named,
      warnings: this.warnings.count,
      warning_lines: this.warnings.named,
    } satisfies Partial<ListImportAnswer>
  }
}

interface Lines<Code> {
  count: number
  named: { line: number; code: Code }[]
}

/** All are counted and the first ones named. */
function add<Code>(lines: Lines<Code>, line: number, code: Code): void {
  lines.count += 1
  if (lines.named.length < MAX_NAMED) lines.named.push({ line, code })
}

/** 14:30, 0:00:00.000, 12:00 AM, 22:00:00Z, 00:00:00 +02:00. */
const MINUTES = String.raw`:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?`
const HOURS = String.raw`(?:(?:[01]?\d|2[0-3])${MINUTES}|(?:0?\d|1[0-2])${MINUTES} ?[ap]\.?m\.?)`
const ZONE = String.raw` ?(?:Z|UTC|GMT|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)`
/** Of a moment in another zone nobody says whose day is meant, but midnight is how a date is stored. */
const MIDNIGHT = String.raw`(?:0?0:00(?::00(?:[.,]0{1,9})?)?)${ZONE}`
const TIME = new RegExp(`[ T](?:${HOURS}|${MIDNIGHT})$`, 'i')

/**
 * Null for what is no day, as every import of the product reads days. A time of day after it says nothing here;
 * anything else, such as a second date, leaves open which day is meant.
 */
export function dayIn(cell: string): string | null {
  const read = date.read(cell.replace(TIME, ''))
  return 'value' in read ? String(read.value) : null
}

/** A SHA-256 as people copy it. */
export const plainHash = (cell: string): string => cell.replace(/\s/g, '').toLowerCase()

export const hashFault = (sha: string): WrongCode | null =>
  sha.length !== 64 ? 'hash_length' : /^[0-9a-f]+$/.test(sha) ? null : 'hash_digits'
