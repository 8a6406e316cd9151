/** The paper that a technician and a manager sign when a slot's memory was cleared. */
import { repairsContract } from '../../../backend/accounting/repairs/repairs.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { writeValue } from '../../engine/export/sheet'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { PageHeader } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { clearSheet, factsOf, loadClearForm, signers } from './clear-form.server'

export const loader = guarded(repairsContract.permissions.read, async context => {
  const form = await loadClearForm(context)
  return {
    title: form.title,
    crumbs: { [form.repair._id]: form.repair.slot.name, 'clear-form': context.t('clear-form:name') },
    id: form.repair._id,
    facts: factsOf(form, context.t, context.locale),
    sheet: clearSheet(form.evidence, context.t),
    signers,
  }
})

export default function ClearFormPage() {
  const loaded = useLoaded<typeof loader>()
  const { t, format } = useShell()
  const { title, id, facts, sheet } = loaded
  const here = `${resourcePaths.repairs}/${id}`
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <>
            {(['xlsx', 'csv', 'pdf'] as const).map(type => (
              <LinkButton key={type} icon="download" href={`${here}/clear-form/export.${type}`}>
                {t(type === 'csv' ? 'engine:list.export' : `engine:report.${type}`)}
              </LinkButton>
            ))}
            <LinkButton href={here}>{t('clear-form:back')}</LinkButton>
          </>
        }
      />
      <p className="mb-2">{t('clear-form:note')}</p>
      <Facts items={facts.map(([label, value]) => ({ key: label, label, value }))} />
      <DataTable
        caption={title}
        columns={sheet.columns.map(({ key, label, kind }, index) => ({
          key,
          label,
          numeric: kind === 'count',
          ...((index === 1 || index === 2) && { rank: (index + 1) as 2 | 3 }),
        }))}
        rows={sheet.rows.map(({ key, values }) => ({
          key,
          cells: values.map((value, index) =>
            writeValue(value, sheet.columns[index]?.kind ?? 'text', format),
          ),
        }))}
      />
      <dl className="signatures">
        {loaded.signers.map(who => (
          <div key={who}>
            <dt>{t(`clear-form:signers.${who}`)}</dt>
            <dd>{t('clear-form:signature')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
