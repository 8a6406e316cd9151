import type { z } from 'zod'
import { handpaysContract } from '../../../backend/money/handpays/handpays.contract'
import { useShell } from '../../console/shell-context'
import { pathOf } from '../../addresses/names'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, linkTo } from '../../engine/fields'
import { LinkButton } from '../../ui/button'
import { Section } from '../../ui/page'

type Row = z.output<typeof handpaysContract.row>

/** Lists what waits for an attendant, the longest wait first. */
export const handpays = defineResource('handpays', handpaysContract, {
  title: 'slot',
  named: ({ slot }) => slot.name,
  fields: {
    kind: choice({ jackpot: 'info', cancelled_credits: '', unknown: 'muted' }),
    win: linkTo('jackpot-history'),
    since: age(),
    updated_at: age(),
  },
  computed: {
    slot: { reads: ['slot'], mono: true, cell: ({ slot }) => slot.name, csvValue: ({ slot }) => slot.name },
  },
  list: {
    columns: ['slot', 'location', 'position', 'amount', 'kind', 'since', 'win'],
    more: ['tenant', 'created_at'],
    summary: ['location', 'amount', 'since'],
    filters: ['tenant', 'location', 'kind'],
    quiet: ['slot'],
    sum: 'amount',
    sort: 'since',
  },
  detail: {
    lead: HowItEnds,
    links: [
      {
        href: '/operations/handpays/:id/slip',
        label: 'handpays:slip.open',
        rule: handpaysContract.permissions.read,
        main: true,
      },
    ],
    sections: {
      handpay: ['amount', 'kind', 'since', 'win'],
      place: ['location', 'position', 'tenant'],
    },
    optional: ['win'],
  },
})

/** A win is confirmed on its own page, with its reason; any other handpay ends at the slot itself. */
function HowItEnds({ row }: { row: Row }) {
  const { t, can } = useShell()
  const { slot, win } = row
  return (
    <Section title={t('handpays:next')}>
      <p className="mb-2">{t(win ? 'handpays:ends_with_win' : 'handpays:ends_with_reset')}</p>
      <div className="no-print flex flex-wrap gap-2">
        {win && can('jackpot::pay') ? (
          <LinkButton
            tone="primary"
            href={`${pathOf('jackpot-history')}/${win._id}/pay?back=${pathOf('handpays')}`}
          >
            {t('handpays:confirm')}
          </LinkButton>
        ) : null}
        {can('slot::list') ? (
          <LinkButton href={`${pathOf('slots')}/${slot._id}`}>{t('handpays:to_slot')}</LinkButton>
        ) : null}
      </div>
    </Section>
  )
}
