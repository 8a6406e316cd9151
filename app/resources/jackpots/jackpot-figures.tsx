/** What leads the pages of a level and of a win: the few amounts that matter, and what they were made of. */
import type { z } from 'zod'
import type { Money } from '../../../backend/contract/primitives'
import type { jackpotLevelsContract, jackpotWinsContract } from '../../../backend/jackpots/jackpots.contract'
import { useShell } from '../../console/shell-context'
import { Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { StateLine, Tile, Tiles } from '../../ui/tiles'

type Level = z.output<typeof jackpotLevelsContract.row>
type Win = z.output<typeof jackpotWinsContract.row>

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
      {contributions.length > 0 ? (
        <Section title={t('jackpot-history:contributions')}>
          <DataTable
            caption={t('jackpot-history:contributions')}
            columns={[
              { key: 'slot', label: named('slot'), mono: true },
              { key: 'amount', label: t('jackpot-history:contributed'), numeric: true, rank: 2 },
              { key: 'at', label: t('jackpot-history:read_at'), rank: 3 },
            ]}
            rows={contributions.map(one => ({
              key: one.slot._id,
              cells: [
                <a key="slot" className="ev" href={`/slots/${one.slot._id}`}>
                  {one.slot.name}
                </a>,
                format.money(one.amount),
                format.dateTime(one.at),
              ],
              marks: one.slot._id === row.slot._id ? ['st st-good'] : [],
            }))}
          />
        </Section>
      ) : null}
    </>
  )
}
