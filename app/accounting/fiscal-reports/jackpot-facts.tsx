/**
 * What stands around a jackpot report, in the reader's language: its sums, its files, and the wins with their pages.
 */
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { Facts } from '../../ui/facts'
import { Section } from '../../ui/page'

export function JackpotFacts({ document: { jackpots, currency } }: { document: FiscalDocument }) {
  const { t, format } = useShell()
  if (!jackpots) return null
  const { totals } = jackpots
  return (
    <div className="no-print">
      <Facts
        items={(['shown', 'kept', 'won', 'owed'] as const).map(key => ({
          key,
          label: t(`fiscal:jackpots.facts.${key}`),
          value: format.money({ minor: totals[key], currency }),
        }))}
      />
    </div>
  )
}

/** Each win with the page of its evidence: the readings that crossed, the commitment, the payment. */
export function JackpotWins({ document: { jackpots, currency, time_zone } }: { document: FiscalDocument }) {
  const { t, locale, can } = useShell()
  if (!jackpots || jackpots.wins.length === 0 || !can('jackpot_win::list')) return null
  const format = formatter(locale, time_zone)
  return (
    <Section title={t('fiscal:jackpots.wins', { count: jackpots.wins.length })} className="no-print">
      <ul>
        {jackpots.wins.map(win => (
          <li key={win._id}>
            <a className="link" href={`/jackpot-history/${win._id}`}>
              {win.number}
            </a>
            {` · ${win.slot.name} · ${format.dateTime(win.at)} · ${format.money({ minor: win.amount, currency })}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}
