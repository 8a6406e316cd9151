import { useShell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { Check, FormActions } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { offeredColumns } from '../columns'
import type { Resource } from '../define-resource'
import { fieldLabel } from '../labels'

/** Show, hide, order: numbers say the order, so that it works with a keyboard and without JavaScript. The title column always stands first. */
export function ColumnsPage({ resource, title, chosen, back }: { resource: Resource; title: string; chosen: readonly string[]; back: string }) {
  const { t } = useShell()
  const offered = offeredColumns(resource)
  const ordered = [...chosen, ...offered.filter(name => !chosen.includes(name))].filter(name => name !== resource.title)
  return (
    <>
      <PageHeader title={title} />
      <form method="post" className="form">
        <p>{t('engine:columns.hint', { title: fieldLabel(t, resource.name, resource.title) })}</p>
        <ol>
          {ordered.map((name, index) => {
            const label = fieldLabel(t, resource.name, name)
            return (
              <li key={name} className="flex items-center gap-3 py-1">
                <input
                  type="number" name={`order.${name}`} defaultValue={index + 1} min={1} max={99} required className="input w-20"
                  aria-label={t('engine:columns.position', { column: label })}
                />
                <Check name="columns" value={name} defaultChecked={chosen.includes(name)} label={label} />
              </li>
            )
          })}
        </ol>
        <FormActions>
          <Button tone="primary">{t('engine:columns.save')}</Button>
          <Button name="intent" value="reset" formNoValidate>{t('engine:columns.reset')}</Button>
          <LinkButton href={back}>{t('engine:form.cancel')}</LinkButton>
        </FormActions>
      </form>
    </>
  )
}
