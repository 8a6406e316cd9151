/** Stored fiscal reports that no network made. */
import type {
  FiscalDocument,
  FormRow,
} from '../../backend/accounting/fiscal-reports/fiscal-document.contract'

export const documentOf = (
  rows: readonly Partial<FormRow>[],
  own: Partial<FiscalDocument> = {},
): FiscalDocument => ({
  kind: 'day',
  period: '2026-11-26',
  revision: 1,
  organiser: {
    name: 'Joc & Noroc S.R.L. Țăndărei',
    fiscal_code: 'RO 1234567',
    trade_register_no: null,
    address: 'Str. Înfrățirii nr. 5',
    licence_no: null,
    share_capital: null,
  },
  location: {
    _id: 'f'.repeat(24),
    name: "O'Brien 'n'",
    code: 'TIT',
    address: 'Șos. Mihai Bravu 12',
    licence_no: 'L001',
    work_point_no: '7',
  },
  from: 1,
  to: 2,
  time_zone: 'Europe/Bucharest',
  currency: 'RON',
  indexes: 'electronic',
  rows: rows.map((one, nr) => ({
    slot: { _id: String(nr).padStart(24, '0'), name: `EGT-${1000 + nr}` },
    price: 10,
    opening: { in: 1_000, premium: 0, out: 500 },
    closing: { in: 2_000, premium: 0, out: 900 },
    moved: { in: 1_000, premium: 0, out: 400 },
    balance: 600,
    collected: 10_000,
    paid: 4_000,
    takings: 6_000,
    difference: 0,
    breaks: false,
    missing_hours: 0,
    held: 0,
    decided: 0,
    earlier: [],
    ...one,
  })),
  totals: { collected: 2_000_000, paid: 772_630, takings: 1_227_370, difference: 0 },
  made_at: Date.UTC(2026, 10, 27, 6),
  days: [],
  accepted: [],
  ...own,
})

export const jackpotsOf = (levels: readonly { won: number; [name: string]: unknown }[]) =>
  ({
    levels: levels.map((one, nr) => ({
      level: { _id: `1${nr}`.padStart(24, '0'), name: one.name },
      jackpot: { _id: '2'.repeat(24), name: 'Titan' },
      everywhere: nr === 0,
      shown: one.shown,
      kept: one.kept,
      wins: one.wins,
      won: one.won,
      stood: { value: one.value, kept: one.pool },
    })),
    wins: [
      {
        _id: '3'.repeat(24),
        number: 'J-7',
        slot: { _id: '4'.repeat(24), name: 'EGT-7' },
        at: Date.UTC(2026, 10, 26, 20),
        amount: 34_168,
        state: 'paid',
      },
    ],
    totals: { shown: 5, kept: 6, wins: 1, won: 34_168, owed: 7 },
  }) as unknown as FiscalDocument['jackpots']
