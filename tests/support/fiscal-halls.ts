/** Fiscal reports of a hall of any number of slots. */
import type {
  FiscalDocument,
  FormRow,
} from '../../backend/accounting/fiscal-reports/fiscal-document.contract'

export const rowsOf = (count: number): Partial<FormRow>[] => Array.from({ length: count }, () => ({}))

export const documentOf = (
  rows: readonly Partial<FormRow>[],
  own: Partial<FiscalDocument> = {},
): FiscalDocument => ({
  kind: 'day',
  period: '2026-11-21',
  revision: 2,
  organiser: {
    name: 'Joc & Noroc <S.R.L.> Țăndărei',
    fiscal_code: 'RO 1234567',
    trade_register_no: 'J12/345/2019',
    address: 'Str. Înfrățirii nr. 5, Cluj-Napoca',
    licence_no: null,
    share_capital: null,
  },
  location: {
    _id: 'f'.repeat(24),
    name: 'Titan',
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
    opening: { in: 123_456_789, premium: 0, out: 120_000_000 },
    closing: { in: 123_556_789, premium: 0, out: 120_090_000 },
    moved: { in: 100_000, premium: 0, out: 90_000 },
    balance: 10_000,
    collected: 1_000_000,
    paid: 900_000,
    takings: 100_000,
    difference: 0,
    breaks: false,
    missing_hours: 0,
    held: 0,
    decided: 0,
    earlier: [],
    ...one,
  })),
  totals: { collected: 31, paid: 12, takings: 19, difference: 0 },
  made_at: Date.UTC(2026, 10, 22, 6),
  days: [],
  accepted: [],
  ...own,
})

/** Of a whole month. */
export const monthOf = (
  rows: readonly Partial<FormRow>[],
  own: Partial<FiscalDocument> = {},
): FiscalDocument =>
  documentOf(rows, {
    kind: 'month',
    period: '2026-11',
    days: Array.from({ length: 30 }, (_, at) => ({
      day: `2026-11-${String(at + 1).padStart(2, '0')}`,
      id: null,
      revision: 1,
      closed: true,
      hash: null,
    })),
    ...own,
  })

export const sealOf = () => ({
  number: 12,
  code: 'ABCD-EFGH-JKLM',
  characters: 'xYz4',
  paper: '{"kind":"day"}',
  file: '{"code":"ABCDEFGHJKLM"}',
  sealed_at: Date.UTC(2026, 10, 22, 7),
  by: 'Ana Popescu',
})
