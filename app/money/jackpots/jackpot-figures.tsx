/** The pages of a level and of a win begin with the few amounts that matter, and with their parts. */
import type { z } from 'zod'
import type { Money } from '../../../backend/platform/contract/primitives'
import type {
  jackpotLevelsContract,
  jackpotWinsContract,
} from '../../../backend/money/jackpots/jackpots.contract'
import type { winReportsContract } from '../../../backend/money/jackpots/win-reports.contract'
import { useShell } from '../../console/shell-context'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { StateLine, Tile, Tiles } from '../../ui/tiles'

type Level = z.output<typeof jackpotLevelsContract.row>
type Win = z.output<typeof jackpotWinsContract.row>
type WinReport = z.output<typeof winReportsContract.row>

const useAmount = () => {
  const { format } = useShell()
  return (money: Money | null) =>
    money ? { value: format.amount(money.minor), unit: money.currency } : { value: '–', isNone: true }
}

export function LevelFigures({ row }: { row: Level }) {
  const { t } = useShell()
  const amount = useAmount()
  const named = (name: string) => t(`jackpot-levels:fields.${name}`)
  return (
    <>
      <Tiles label={named('value')}>
        <Tile
          label={named('value')}
          {...amount(row.value)}
          {...(row.state === 'hit' && { mark: 'warn' as const })}
        />
        <Tile label={named('hit_to')} {...amount(row.hit_to)} />
        <Tile label={named('hidden_pool')} {...amount(row.hidden_pool)} />
        <Tile label={named('overflow')} {...amount(row.overflow)} />
      </Tiles>
      {row.state === 'hit' ? (
        <StateLine mark="warn" title={t('jackpot-levels:is_won')}>
          {t('jackpot-levels:is_won_what')}
        </StateLine>
      ) : row.kind === 'progressive' ? (
        <StateLine mark="info" title={t('jackpot-levels:by_game')} />
      ) : null}
    </>
  )
}

export function WinFigures({ row }: { row: Win }) {
  const { t, format } = useShell()
  const amount = useAmount()
  const named = (name: string) => t(`jackpot-history:fields.${name}`)
  const { contributions = [] } = row
  return (
    <>
      <Tiles label={named('amount')}>
        <Tile label={named('amount')} {...amount(row.amount)} />
        <Tile label={named('value_before')} {...amount(row.value_before)} />
        <Tile label={named('value_after')} {...amount(row.value_after)} />
      </Tiles>
      {row.slot_state === 'offline' && row.state !== 'reset' ? (
        <StateLine mark="bad" title={t('jackpot-history:was_offline')} />
      ) : null}
      {row.state === 'hit_pending' ? <StateLine mark="warn" title={t('jackpot-history:is_pending')} /> : null}
      {row.paid_twice ? (
        <StateLine mark="bad" title={t('jackpot-history:is_twice')} />
      ) : row.aft_state === 'unknown' && row.state !== 'reset' ? (
        <StateLine mark="bad" title={t('jackpot-history:aft_unknown')} />
      ) : null}
      {contributions.length > 0 ? (
        <Section title={t('jackpot-history:contributions')}>
          <DataTable
            caption={t('jackpot-history:contributions')}
            columns={[
              { key: 'slot', label: named('slot'), mono: true },
              { key: 'amount', label: t('jackpot-history:contributed'), numeric: true, rank: 2 },
              { key: 'level', label: named('value_after'), numeric: true, rank: 2 },
              { key: 'counts', label: t('jackpot-history:counts'), rank: 2 },
              { key: 'at', label: t('jackpot-history:read_at'), rank: 3 },
            ]}
            rows={contributions.map(one => ({
              key: one.slot._id,
              cells: [
                <a key="slot" className="ev" href={`/slots/${one.slot._id}`}>
                  {one.slot.name}
                </a>,
                format.moneyInColumn(one.amount),
                format.moneyInColumn(one.level_after),
                one.counts === 'wins' ? (
                  <Status key="wins" mark="good">
                    {t('jackpot-history:counted.wins')}
                  </Status>
                ) : (
                  t(`jackpot-history:counted.${one.counts}`)
                ),
                format.dateTime(one.at),
              ],
            }))}
          />
        </Section>
      ) : null}
    </>
  )
}

export function WinReportFigures({ row: { reports = [] } }: { row: WinReport }) {
  const { t, format } = useShell()
  const named = (name: string) => t(`jackpot-tellings:${name}`)
  return (
    <Section title={named('reports')}>
      <DataTable
        caption={named('reports')}
        columns={[
          { key: 'code', label: named('code') },
          { key: 'at', label: named('at'), rank: 2 },
          { key: 'level', label: named('fields.level_nr'), numeric: true, rank: 3 },
          { key: 'amount', label: named('fields.amount'), numeric: true, rank: 2 },
        ]}
        rows={reports.map(({ code, at, level, amount }, nr) => ({
          key: String(nr),
          cells: [
            named(`codes.${code}`),
            format.dateTime(at),
            level === null ? '–' : format.number(level),
            amount === null ? '–' : format.moneyInColumn(amount),
          ],
        }))}
      />
    </Section>
  )
}
