import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { Check, FormActions } from '../../ui/field'
import { PageHeader } from '../../ui/page'

interface ColumnsPageProps {
  title: string
  /** Label of the column that always stands first. */
  fixed: string
  /** Of the others that are offered, by name, in their own order. */
  labels: Readonly<Record<string, string>>
  chosen: readonly string[]
  back: string
  /** For whom, where it is not oneself. */
  children?: ReactNode
}

/**
 * Show, hide, order: numbers say the order, so that it works with a keyboard and without JavaScript. The title column
 * always stands first.
 */
export function ColumnsPage({ title, fixed, labels, chosen, back, children }: ColumnsPageProps) {
  const { t } = useShell()
  const ordered = [
    ...chosen.filter(name => labels[name] !== undefined),
    ...Object.keys(labels).filter(name => !chosen.includes(name)),
  ]
  return (
    <>
      <PageHeader title={title} />
      {children}
      <form method="post" className="form">
        <p>{t(children ? 'engine:columns.hint_for' : 'engine:columns.hint', { title: fixed })}</p>
        <ol>
          {ordered.map((name, index) => {
            const label = labels[name] ?? name
            return (
              <li key={name} className="flex items-center gap-3 py-1">
                <input
                  type="number"
                  name={`order.${name}`}
                  defaultValue={index + 1}
                  min={1}
                  max={99}
                  required
                  className="input w-20"
                  aria-label={t('engine:columns.position', { column: label })}
                />
                <Check name="columns" value={name} defaultChecked={chosen.includes(name)} label={label} />
              </li>
            )
          })}
        </ol>
        <FormActions>
          <Button tone="primary" name="intent" value="save">
            {t('engine:columns.save')}
          </Button>
          <Button name="intent" value="reset" formNoValidate>
            {t('engine:columns.reset')}
          </Button>
          <LinkButton href={back}>{t('engine:form.cancel')}</LinkButton>
        </FormActions>
      </form>
    </>
  )
}
