/**
 * The ledger's accounts that takings are booked to. Convention, after the Romanian chart of accounts (cash in hand,
 * income from services, other expenses): the accountant confirms them, and they are changed here alone.
 */
const accounts = { cash: '5311', stakes: '704', prizes: '6588' } as const

/** What is booked of a day's takings, as double entries: each sum once in debit and once in credit. */
export const entries = [
  { about: 'cash_in', account: accounts.cash, side: 'debit', of: 'collected_minor' },
  { about: 'stakes', account: accounts.stakes, side: 'credit', of: 'collected_minor' },
  { about: 'prizes', account: accounts.prizes, side: 'debit', of: 'paid_minor' },
  { about: 'cash_out', account: accounts.cash, side: 'credit', of: 'paid_minor' },
] as const
