/**
 * The jackpot variant of a fiscal form: what play added to each level, what was won, what is owed; the same stored
 * report, other columns.
 */
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import type { LevelFigures } from '../../../backend/money/jackpots/day-figures.contract'
import type { SealShown } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import { writeValue, type Sheet, type SheetColumn, type SheetValue } from '../../engine/export/sheet'
import { formatter, type Format } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import type { Locale, Translate } from '../../i18n/locales'
import { dayNotes, footOf, unsealedNotes, writtenSeal } from './form-notes'
import { partiesOf, totalsOf, unitOf, writtenFooter, type FooterLine } from './form-sheet'
import type { FormKind, WrittenForm } from './form-kind'
import { layoutOf } from './layout'

const columns = ['nr', 'level', 'shown', 'kept', 'wins', 'won', 'stood', 'pool'] as const
type Column = (typeof columns)[number]
/** The column that names a row. */
const HEAD: Column = 'level'
const kinds: Readonly<Record<Column, SheetColumn['kind']>> = {
  nr: 'count',
  level: 'text',
  shown: 'money',
  kept: 'money',
  wins: 'count',
  won: 'money',
  stood: 'money',
  pool: 'money',
}
const values: Record<Column, (one: LevelFigures, nr: number) => SheetValue> = {
  nr: (_, nr) => nr,
  level: ({ level, jackpot }) => `${jackpot.name} · ${level.name}`,
  shown: one => one.shown,
  kept: one => one.kept,
  wins: one => one.wins,
  won: one => one.won,
  stood: ({ stood }) => stood.value,
  pool: ({ stood }) => stood.kept,
}

/** Of a report from before jackpots were part of it, nothing is known; that is no sum of 0. */
function footerOf({ jackpots }: FiscalDocument, t: Translate): FooterLine[] {
  const { shown = null, kept = null, wins = null, won = null, owed = null } = jackpots?.totals ?? {}
  return [
    { key: 'total', label: t('fiscal:jackpots.footer.total'), cells: { shown, kept, wins, won } },
    { key: 'owed', label: t('fiscal:jackpots.footer.owed'), cells: { stood: owed } },
  ]
}

function sheetOf(document: FiscalDocument, t: Translate): Sheet {
  const { currency, jackpots } = document
  return {
    columns: columns.map(key => ({
      key,
      label: t(`fiscal:jackpots.columns.${key}`),
      kind: kinds[key],
      unit: kinds[key] === 'money' ? currency : null,
    })),
    rows: (jackpots?.levels ?? []).map((one, at) => ({
      key: one.level._id,
      values: columns.map(key => values[key](one, at + 1)),
    })),
    totals: totalsOf(footerOf(document, t), columns, HEAD),
  }
}

const notesOf = ({ jackpots, currency, made_at }: FiscalDocument, t: Translate, format: Format): string[] => {
  if (!jackpots) return [t('fiscal:jackpots.unknown')]
  if (jackpots.levels.length === 0) return [t('fiscal:jackpots.none')]
  return [
    t('fiscal:jackpots.stood_at', { at: format.dateTime(made_at) }),
    ...(jackpots.levels.some(({ everywhere }) => everywhere)
      ? [
          t('fiscal:jackpots.everywhere', {
            levels: format.list(jackpots.levels.filter(one => one.everywhere).map(({ level }) => level.name)),
          }),
        ]
      : []),
    ...jackpots.wins.map(win =>
      t('fiscal:jackpots.win', {
        number: win.number,
        slot: win.slot.name,
        at: format.dateTime(win.at),
        amount: format.money({ minor: win.amount, currency }),
        state: t(`jackpot-history:state.${win.state}`),
      }),
    ),
  ]
}

function written(
  document: FiscalDocument,
  language: Locale,
  seal: SealShown = null,
  origin = '',
): WrittenForm {
  const t = translator(language)
  const format = formatter(language, document.time_zone)
  const sheet = sheetOf(document, t)
  const period = document.kind === 'day' ? format.gamingDay(document.period) : format.month(document.period)
  const parties = partiesOf(document, period)
  const write = (row: Sheet['rows'][number]) =>
    row.values.map((value, at) => writeValue(value, sheet.columns[at]?.kind ?? 'text', format))
  return {
    language,
    title: t(`fiscal:jackpots.titles.${document.kind}`, { currency: unitOf(document, language) }),
    period,
    parties: parties.map(([name, value]) => [t(`fiscal:header.${name}`), value || '–']),
    unknown: parties.filter(([, value]) => value === '').map(([name]) => name),
    columns: sheet.columns.map(({ key, label, kind }) => ({
      key,
      label,
      group: null,
      nr: '',
      numeric: kind !== 'text',
    })),
    head: HEAD,
    rows: sheet.rows.map(row => ({ key: row.key, slotId: null, cells: write(row), mark: null })),
    footer: writtenFooter(footerOf(document, t), sheet.columns, format),
    signatures: layoutOf(document).signatures.map(key => ({
      key: t(`fiscal:signatures.${key}`),
      lines: ['name', 'position', 'signature'].map(line => t(`fiscal:signatures.${line}`)),
    })),
    caption: `${document.organiser.name} · ${document.location.name} · ${period}`,
    notes: [
      ...notesOf(document, t, format),
      ...dayNotes(document, t, format),
      ...unsealedNotes(document, seal, t, format),
    ],
    seal: seal && writtenSeal(seal, t, format, origin),
    foot: footOf(document, t, format),
  }
}

export const jackpotForm: FormKind = {
  written,
  sheetOf: (document, _layout, t) => sheetOf(document, t),
  isMarked: false,
}
