/** A shift handover sheet for paper, with both signatures. */
import type { z } from 'zod'
import { shiftHandoversContract } from '../../../backend/operations/shift-handovers/shift-handovers.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { idOf } from '../../engine/data/resource-at.server'
import { resourcePaths } from '../../addresses/names'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { PageHeader } from '../../ui/page'
import { SheetParts, useHead } from './sheet-parts'

type Handover = z.output<typeof shiftHandoversContract.row>

export const loader = guarded(shiftHandoversContract.permissions.read, async ({ api, params, t }) => {
  const id = idOf(params)
  const row = (await api(shiftHandoversContract).get(id)) as Handover
  return {
    title: t('shift-handovers:sheet.title', { number: row.number }),
    crumbs: { [id]: row.number, sheet: t('shift-handovers:sheet.name') },
    row,
  }
})

export default function HandoverSheetPage() {
  const { title, row } = useLoaded<typeof loader>()
  const { t, locale } = useShell()
  const clock = formatter(locale, row.time_zone)
  const fact = (key: string, value: string | null) => ({
    key,
    label: t(`shift-handovers:fields.${key}`),
    value: value ?? '–',
  })
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <LinkButton href={`${resourcePaths['shift-handovers']}/${row._id}`}>
            {t('shift-handovers:sheet.back')}
          </LinkButton>
        }
      />
      <p className="no-print mb-2">{t('shift-handovers:sheet.hint')}</p>
      <div className="handover">
        <Facts
          items={[
            ...useHead(row),
            fact('tenant', row.tenant.name),
            fact('state', t(`shift-handovers:state.${row.state}`)),
          ]}
        />
        <SheetParts sheet={row.sheet} zone={row.time_zone} />
        <dl className="signatures">
          <Signature
            label={t('shift-handovers:fields.handed_over_by')}
            name={row.handed_over_by}
            at={clock.exact(row.handed_over_at)}
            remarks={row.remarks}
          />
          <Signature
            label={t('shift-handovers:fields.taken_over_by')}
            name={row.taken_over_by}
            at={row.taken_over_at === null ? null : clock.exact(row.taken_over_at)}
            remarks={row.taken_over_remarks}
          />
        </dl>
      </div>
    </>
  )
}

function Signature({
  label,
  name,
  at,
  remarks,
}: {
  label: string
  name: string | null
  at: string | null
  remarks: string | null
}) {
  const { t } = useShell()
  return (
    <div>
      <dt>{label}</dt>
      <dd className="signed">
        {name !== null && at !== null
          ? t('shift-handovers:sheet.signed', { name, time: at })
          : t('shift-handovers:sheet.not_signed')}
        {remarks === null ? null : <p className="remarks">{remarks}</p>}
      </dd>
      <dd>{t('shift-handovers:sheet.signature')}</dd>
    </div>
  )
}
