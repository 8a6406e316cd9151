/** What a decision would move, worked out by judging without writing. */
import type { ReactNode } from 'react'
import { type RepairEffect, repairMeters } from '../../../backend/accounting/repairs/repairs.contract'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { moneyColumn, type MoneyColumn } from '../../i18n/money-column'
import { DataTable } from '../../ui/table'
import type { Translate } from '../../i18n/locales'

interface EffectProps {
  effect: Omit<RepairEffect, 'state'>
  zone: string
  /** It has been booked: the page tells what it did move. */
  booked?: boolean
}

export function Effect({ effect, zone, booked = false }: EffectProps) {
  const { t, locale } = useShell()
  const format = formatter(locale, zone)
  // What moves from one hour to another moves no total.
  const all = [effect.total, ...effect.days, ...effect.hours]
  const names = repairMeters.filter(name => all.some(({ meters }) => meters[name]))
  // A proposal stores only the total of its effect.
  const isMoved = names.length > 0 || effect.total.net_win.minor !== 0
  if (effect.days.length + effect.hours.length === 0 && !isMoved)
    return <p>{t(booked ? 'repairs:effect.moved_none' : 'repairs:effect.none')}</p>
  const money = moneyColumn(
    format,
    all.map(({ net_win }) => net_win.currency),
  )
  const row = (key: string, label: ReactNode, one: RepairEffect['total']) => ({
    key,
    cells: [
      label,
      money.cell(one.net_win.minor, one.net_win.currency),
      ...names.map(name => format.number(one.meters[name] ?? 0)),
    ],
  })
  return (
    <>
      <DataTable
        caption={t(booked ? 'repairs:effect.moved' : 'repairs:effect.title')}
        columns={[{ key: 'when', label: t('repairs:effect.when') }, ...movedColumns(t, money, names)]}
        rows={[
          ...effect.days.map(one =>
            row(
              `${one.day} ${one.elsewhere ?? ''}`,
              placed(t, t('repairs:effect.day', { day: format.day(one.day) }), one),
              one,
            ),
          ),
          ...effect.hours.map(one =>
            row(
              `${one.hour} ${one.elsewhere ?? ''}`,
              placed(t, t('repairs:effect.hour', { hour: format.dateTime(one.hour) }), one),
              one,
            ),
          ),
        ]}
        totals={[row('total', t('repairs:effect.total'), effect.total)]}
      />
      {effect.more ? <p>{t(booked ? 'repairs:effect.moved_more' : 'repairs:effect.more')}</p> : null}
    </>
  )
}

/** Which location it is the slot's history says, to whoever may see that one. */
const placed = (t: Translate, when: string, { elsewhere }: { elsewhere?: true }): string =>
  elsewhere ? t('repairs:effect.elsewhere', { when }) : when

/** What it moves: the net win, then the meters that it moves at all. */
const movedColumns = (t: Translate, money: MoneyColumn, meters: readonly (typeof repairMeters)[number][]) => [
  { key: 'net', label: money.head(t('repairs:effect.net_win')), numeric: true, rank: 2 as const },
  ...meters.map((name, index) => ({
    key: name,
    label: t(`counters:fields.${name}`),
    numeric: true,
    ...(index === 0 && { rank: 3 as const }),
  })),
]
