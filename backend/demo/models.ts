/** Which slots the demo's locations have. */
interface Model {
  manufacturer: string
  prefix: string
  /** Out of 100 slots. */
  share: number
  types: readonly [string, ...string[]]
  mixes: readonly [string | null, ...(string | null)[]]
  /** A roulette's credit is worth more. */
  denomination: number
}

/** Domain notes, section 10. A mix is named only where one is known for the maker. */
export const models: readonly [Model, ...Model[]] = [
  {
    manufacturer: 'EGT',
    prefix: 'EGT',
    share: 42,
    types: ['VS24', 'P-32/32', 'G 27-32', 'G 50-50'],
    mixes: ['Bell Link Boost', 'General', 'Premier'],
    denomination: 1,
  },
  {
    manufacturer: 'Novomatic',
    prefix: 'NOV',
    share: 25,
    types: ['V.I.P. Eagle', 'Panthera', 'FV680'],
    mixes: ['FV', 'Impera'],
    denomination: 1,
  },
  { manufacturer: 'Merkur', prefix: 'MRK', share: 9, types: ['Avantgarde'], mixes: [null], denomination: 1 },
  {
    manufacturer: 'IGT',
    prefix: 'IGT',
    share: 8,
    types: ['Crystal', 'PeakSlant'],
    mixes: [null],
    denomination: 1,
  },
  {
    manufacturer: 'Aristocrat',
    prefix: 'ARI',
    share: 7,
    types: ['Helix', 'Arc'],
    mixes: [null],
    denomination: 1,
  },
  { manufacturer: 'Alfastreet', prefix: 'ALF', share: 5, types: ['R8'], mixes: [null], denomination: 10 },
  {
    manufacturer: 'Interblock',
    prefix: 'INT',
    share: 4,
    types: ['Diamond'],
    mixes: [null],
    denomination: 10,
  },
]
