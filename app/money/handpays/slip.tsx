/** The paper of a handpay: what the slot asks for, and room for the signatures of who pays and who is paid. */
import type { z } from 'zod'
import { handpaysContract } from '../../../backend/money/handpays/handpays.contract'
import { pathOf } from '../../addresses/names'
import { useShell, useLoaded } from '../../console/shell-context'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { PageHeader } from '../../ui/page'

type Handpay = z.output<typeof handpaysContract.row>

export const loader = guarded(handpaysContract.permissions.read, async ({ api, params, t }) => {
  const id = idOf(params)
  const row = (await api(handpaysContract).get(id)) as Handpay
  return {
    title: t('handpays:slip.title', { slot: row.slot.name }),
    crumbs: { [id]: row.slot.name, slip: t('handpays:slip.name') },
    row,
  }
})

export default function HandpaySlip() {
  const { title, row } = useLoaded<typeof loader>()
  const { t, format } = useShell()
  const fact = (key: string, value: string | null) => ({
    key,
    label: t(`handpays:fields.${key}`),
    value: value ?? '–',
  })
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <LinkButton href={`${pathOf('handpays')}/${row._id}`}>{t('handpays:slip.back')}</LinkButton>
        }
      />
      <p className="no-print mb-2">{t('handpays:slip.hint')}</p>
      <div className="slip">
        <Facts
          items={[
            fact('tenant', row.tenant.name),
            fact('location', row.location.name),
            fact('slot', row.slot.name),
            fact('position', row.position),
            fact('kind', t(`handpays:kind.${row.kind}`)),
            fact('amount', row.amount && format.money(row.amount)),
            fact('since', format.exact(row.since)),
            fact('win', row.win?.name ?? null),
            ...(row.paid_by === null ? [] : [fact('paid_by', row.paid_by)]),
          ]}
        />
        <dl className="signatures">
          {(['paid_by', 'paid_to'] as const).map(who => (
            <div key={who}>
              <dt>{t(`handpays:slip.${who}`)}</dt>
              <dd>{t('handpays:slip.signature')}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
