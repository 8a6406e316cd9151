import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import type { CommandData } from './command.server'
import type { Resource } from '../define-resource'
import { actionButton, actionEffect, actionNote } from '../labels'
import { commandSpec } from '../form/form'
import { ResourceForm } from '../form/resource-form'

/** What will change, for how many, who is left out and why; then the button. */
export function Command({ resource, data }: { resource: Resource; data: CommandData }) {
  const { t } = useShell()
  const action = resource.actions.find(one => one.name === data.action)
  if (!action) return null
  const { count, named, notes, skipped, skippedCount, back, nothing } = data
  return (
    <>
      <PageHeader title={data.title} />
      {data.changed ? <Alert tone="warn" className="mb-2" title={t('engine:command.changed')} /> : null}
      {nothing ? <Alert tone="warn" className="mb-2" title={t(`engine:command.${nothing}`)} /> : null}
      {count > 0 && !nothing ? (
        <div className="prose-width mb-3">
          <p className="mb-2">{actionEffect(t, resource.name, action.name)}</p>
          <p className="font-semibold">{t('engine:command.affected', { count })}</p>
          <Names path={resource.path} rows={named} more={count - named.length} />
          {notes.length > 0 ? (
            <Alert tone="warn">
              <ul>
                {notes.map(({ note, count: some }) => (
                  <li key={note}>{actionNote(t, resource.name, note, some, count)}</li>
                ))}
              </ul>
            </Alert>
          ) : null}
        </div>
      ) : null}
      {skippedCount > 0 && !nothing ? (
        <div className="prose-width mb-3">
          <p className="font-semibold">{t('engine:command.skipped', { count: skippedCount })}</p>
          <Names path={resource.path} rows={skipped} more={skippedCount - skipped.length} />
        </div>
      ) : null}
      {count > 0 && !nothing ? (
        <ResourceForm
          spec={commandSpec(resource, action)}
          state={data.state}
          danger={action.tone === 'danger'}
          submit={actionButton(t, resource.name, action.name, count)}
          cancelHref={back}
          checkHref={back}
        >
          <input type="hidden" name="expected" value={count} />
        </ResourceForm>
      ) : (
        <LinkButton href={back}>{t('engine:command.back')}</LinkButton>
      )}
    </>
  )
}

function Names({
  path,
  rows,
  more,
}: {
  path: string
  rows: readonly { id: string; name: string; reason?: string }[]
  more: number
}) {
  const { t } = useShell()
  return (
    <ul className="mb-2 list-disc pl-5">
      {rows.map(({ id, name, reason }) => (
        <li key={id}>
          <a className="link" href={`${path}/${id}`}>
            {name}
          </a>
          {reason ? `: ${reason}` : null}
        </li>
      ))}
      {more > 0 ? <li>{t('engine:command.more', { count: more })}</li> : null}
    </ul>
  )
}
