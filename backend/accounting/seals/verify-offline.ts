/** What `npm run verify` finds out about a file, with nothing but the file and the public keys. */
import type { KeyObject } from 'node:crypto'
import { emptyChain, followLink, type ChainLink } from './chain-check'
import { marksIn } from './file-mark'
import { trustedKeys, type PublicKeyRow } from './key-chain'
import { isSignedBy, readSealFile, shownCode, type SealBody } from './seal-format'

export interface OfflineAnswer {
  /** good: whole and signed. bad: altered. open: nothing wrong was found, and not all could be checked. */
  verdict: 'good' | 'bad' | 'open'
  lines: string[]
}

const CHAIN_FORMAT = 'slot-seal-chain/1'

/**
 * `file`: a seal's JSON, or a location's chain, a line for each document. `keys`: as `/api/seals/v1/keys` answers; a
 * chain brings its own.
 */
export function verifyOffline(file: Uint8Array, keys: Uint8Array | null): OfflineAnswer {
  const chain = chainIn(file)
  const given = keys && keysIn(keys)
  if (keys && !given) return { verdict: 'bad', lines: ['The file of keys is not one, or was altered.'] }
  if (chain) return chainAnswer(chain, given)
  return sealAnswer(file, given)
}

interface Known {
  rows: PublicKeyRow[]
  keys: Map<string, KeyObject>
  lost: string[]
}

function known(rows: PublicKeyRow[]): Known | null {
  try {
    const { keys, lost, problem } = trustedKeys(rows)
    return problem === null && rows.length > 0 ? { rows, keys, lost } : null
  } catch {
    return null
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function keysIn(bytes: Uint8Array): Known | null {
  const read = parsed(textOf(bytes)) as { keys?: PublicKeyRow[]; data?: { keys?: PublicKeyRow[] } } | null
  const rows = read?.data?.keys ?? read?.keys
  return Array.isArray(rows) ? known(rows) : null
}

interface Chain {
  location: { code: string; name: string }
  keys: PublicKeyRow[]
  links: (ChainLink | null)[]
}

function chainIn(bytes: Uint8Array): Chain | null {
  const [first = '', ...rest] = textOf(bytes).split('\n')
  const head = parsed(first) as (Omit<Chain, 'links'> & { format?: string }) | null
  if (head?.format !== CHAIN_FORMAT) return null
  return { ...head, links: rest.filter(Boolean).map(line => parsed(line) as ChainLink | null) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Whoever hands over a file can hand over keys of their own with it: these names are compared with what the operator
 * publishes.
 */
const namesOf = ({ rows, lost }: Known): string[] => [
  `Keys: ${rows.map(({ id }) => (lost.includes(id) ? `${id} (the one before it was lost: not signed by it)` : id)).join(', ')}.`,
  'Compare these names with /verify/keys.json of the operator: a file and its keys together prove nothing.',
]

function chainAnswer({ location, keys, links }: Chain, given: Known | null): OfflineAnswer {
  const own = given ?? known(keys)
  if (!own) return { verdict: 'bad', lines: ['The keys in the chain do not follow each other.'] }
  const state = emptyChain()
  for (const link of links) {
    const problem = link ? followLink(state, link, own.keys) : 'altered'
    if (problem)
      return {
        verdict: 'bad',
        lines: [
          `The chain of ${location.code} breaks after number ${state.number}: ${problems[problem]}.`,
          ...namesOf(own),
        ],
      }
  }
  return {
    verdict: 'good',
    lines: [
      `The chain of ${location.code} ${location.name} is whole: ${state.number} documents, the last sealed ${state.sealedAt || 'never'}.`,
      `Last hash: ${state.hash ?? 'none'}. Keep it: a chain that was handed out later must contain it.`,
      ...namesOf(own),
    ],
  }
}

const problems = {
  altered: 'the next document was altered',
  missing: 'a number is missing',
  order: 'the next document does not follow this one',
  signature: 'the next document has no valid signature',
  key_unknown: 'the next document is signed with an unknown key',
  clock: 'the next document is dated before this one',
  perpetual: 'the perpetual totals do not go on',
  other_location: 'the next document is another location’s',
} as const

function sealAnswer(file: Uint8Array, given: Known | null): OfflineAnswer {
  const check = readSealFile(file)
  if (check.state === 'altered') return marked(file)
  if (check.state === 'no_seal')
    return {
      verdict: 'open',
      lines: [
        'No sealed JSON, no chain, and no code of a seal. A PDF, XLSX or CSV is verified at /verify, which knows the bytes of each file issued.',
      ],
    }
  const { seal, sealed } = check
  const facts = factsOf(seal, sealed.code)
  if (!given)
    return {
      verdict: 'open',
      lines: [
        ...facts,
        `The file is whole. Whether key ${seal.key} signed it needs the public keys: npm run verify -- FILE KEYS, with /verify/keys.json as KEYS.`,
      ],
    }
  const key = given.keys.get(seal.key)
  if (!key) return { verdict: 'bad', lines: [...facts, `Key ${seal.key} is not among the keys given.`] }
  if (!isSignedBy(key, sealed.body, sealed.signature))
    return { verdict: 'bad', lines: ['Altered: the signature does not hold.'] }
  return {
    verdict: 'good',
    lines: [
      ...facts,
      'Whole, and signed. Whether a later revision took its place is told by /verify.',
      ...namesOf(given),
    ],
  }
}

/**
 * A PDF, XLSX or CSV names its seal, and its letters are not signed: only the register knows which bytes were handed
 * out.
 */
function marked(file: Uint8Array): OfflineAnswer {
  const codes = marksIn(file)
  if (codes.length === 0) return { verdict: 'bad', lines: ['Altered: the file does not match its own seal.'] }
  return {
    verdict: 'open',
    lines: [
      `A PDF, XLSX or CSV that names the seal ${codes.join(', ')}. Its figures are not signed: whether these bytes were handed out is known to the register alone, so check the file at /verify.`,
      'What can be verified here: the sealed JSON with the same code. It is attached to the PDF, and lies beside XLSX and CSV in the month’s archive.',
    ],
  }
}

const factsOf = (seal: SealBody, code: string): string[] => [
  `${seal.kind} ${seal.period} of ${seal.location.code} ${seal.location.name}, revision ${seal.revision}, number ${seal.number}, code ${shownCode(code)}, sealed ${seal.sealed_at}.`,
  `Totals in ${seal.currency ?? 'no currency'}, smallest units: ${Object.entries(seal.totals)
    .map(([name, amount]) => `${name} ${amount}`)
    .join(', ')}.`,
]
