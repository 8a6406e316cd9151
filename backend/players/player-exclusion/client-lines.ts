/** A line of a file of players with their self-exclusions, as it is read. */
import { fold } from '../../platform/contract/fold'
import { maskName } from './cnp'
import { identify, storedForms, type Identity, type Keyring } from './identity'
import { dayIn, hashFault, plainHash, type LineFindings } from './line-findings'
import type { ListLine } from './list-file'
import { theOneBirth } from './players.store'
import { exclusionSource } from './self-exclusions.contract'

export const clientColumns = {
  cnp: ['cnp'],
  cnp_hash: ['cnp_hash', 'hash', 'cnp_criptat'],
  last_name: ['last_name', 'nume', 'apelido'],
  first_name: ['first_name', 'prenume', 'nome'],
  birth_date: ['birth_date', 'data_nasterii', 'data_de_nascimento'],
  from: ['from', 'de_la', 'desde', 'inceput'],
  to: ['to', 'pana_la', 'ate', 'sfarsit'],
  source: ['source', 'sursa', 'origem'],
  document_no: ['document_no', 'nr_document', 'nr_cerere', 'n_do_documento'],
} as const
type Cells = ListLine<keyof typeof clientColumns>['cells']

export interface Client {
  sha: string
  /** Every form under which this person may be known already. */
  forms: string[]
  mask: string
  details: string | null
  name: string
  source: string
  /** Null where the file does not say it: it was registered before, and holds at once. */
  from: string | null
  to: string | null
  documentNo: string | null
}

export interface Reading {
  ring: Keyring
  /** The current date by the tenant's calendar. */
  today: string
  found: LineFindings
}

/** None for a line of which nobody can tell whom it keeps out. */
export function clientIn(
  { line, cells }: ListLine<keyof typeof clientColumns>,
  { ring, today, found }: Reading,
): Client[] {
  const number = numberIn(cells)
  if ('fault' in number) {
    found.wrong(line, number.fault)
    return []
  }
  if (number.left) found.warn(line, number.left)
  const { identity, sha } = number
  const from = dayUntil(cells.from, today)
  if (from === null && cells.from) found.warn(line, 'from')
  const name = [cells.last_name, cells.first_name].filter(Boolean).join(' ')
  const births = identity?.births ?? []
  const typed = dayUntil(cells.birth_date, today)
  const isTheirs = typed !== null && (births.length === 0 || births.includes(typed))
  if (cells.birth_date && !isTheirs) found.warn(line, 'birth_date')
  const born = isTheirs ? typed : theOneBirth(identity, today)
  return [
    {
      sha,
      forms: identity && cells.cnp ? storedForms(cells.cnp) : [sha],
      mask: identity?.mask ?? '*'.repeat(13),
      name: name === '' ? '–' : maskName(name),
      details:
        name === '' && born === null
          ? null
          : ring.seal(JSON.stringify({ name: name || null, born, numbers: [] })),
      source: sourceIn(cells.source, () => found.warn(line, 'source')),
      from,
      to: endIn(cells.to, cells.from, code => found.warn(line, code)),
      documentNo: cells.document_no || null,
    },
  ]
}

type Numbered =
  | { identity: Identity | null; sha: string; left?: 'cnp' | 'cnp_hash' }
  | { fault: 'document' | 'hash_length' | 'hash_digits' }

/**
 * A line identifies its person by the CNP, which its check digit proves, else by the hash: one valid identity is
 * enough to exclude.
 */
function numberIn(cells: Cells): Numbered {
  const identity = cells.cnp ? identify('cnp', cells.cnp) : null
  const hash = plainHash(cells.cnp_hash ?? '')
  const fault = hashFault(hash)
  if (identity && 'sha' in identity)
    return { identity, sha: identity.sha, ...(hash !== '' && hash !== identity.sha && { left: 'cnp_hash' }) }
  if (fault === null) return { identity: null, sha: hash, ...(identity && { left: 'cnp' }) }
  return { fault: identity ? 'document' : fault }
}

/** Null for what is no day, or still to come. */
function dayUntil(cell: string | undefined, today: string): string | null {
  const day = cell ? dayIn(cell) : null
  return day !== null && day <= today ? day : null
}

/** An earlier end is none: spreadsheets write an empty date as 30.12.1899, and a year of two figures as of 1926. */
const FIRST_END = '2000-01-01'

/**
 * The last day; without end where that cannot be read or stands before the beginning as it is written: one that is
 * still to come holds from now on, and its end is no less in doubt.
 */
function endIn(
  cell: string | undefined,
  beginning: string | undefined,
  warn: (code: 'to' | 'date_order') => void,
): string | null {
  if (!cell) return null
  const [from, to] = [beginning ? dayIn(beginning) : null, dayIn(cell)]
  if (to === null || to < FIRST_END) warn('to')
  else if (from !== null && to <= from) warn('date_order')
  else return to
  return null
}

const sources: Readonly<Record<string, string>> = {
  jucator: 'player',
  jogador: 'player',
  operador: 'operator',
  instanta: 'court',
  tribunal: 'court',
  nacional: 'national',
  onjn: 'national',
}

function sourceIn(cell: string | undefined, warn: () => void): string {
  const word = fold(cell || 'player')
  const source = exclusionSource.safeParse(sources[word] ?? word)
  if (!source.success) warn()
  return source.data ?? 'player'
}
