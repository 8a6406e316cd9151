import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { PageHeader } from '../../ui/page'
import { Time } from '../../ui/time'
import { revertSpec } from '../form/form'
import type { RevertData } from './history.server'
import { fieldLabel } from '../render/labels'
import { actorWord } from './actor-word'
import { Changes } from './changes'
import { ResourceForm } from '../form/resource-form'
import { withCustomNames } from '../address/custom-name'
import type { Row } from '../definition/row'
import type { Resource } from '../definition/resource'

/** What is set back, to what, and what others have made of it since; then the button. */
export function RevertPage({ resource, data }: { resource: Resource; data: RevertData }) {
  const { t, format, now } = useShell()
  const { entry, state, changed, title } = data
  const [row, back, after] = [data.row, data.back, entry.after ?? {}].map(withCustomNames) as [Row, Row, Row]
  const names = Object.keys(back)
  const since = names.filter(
    name => JSON.stringify(row[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  const record = `${resource.path}/${row._id}`
  return (
    <>
      <PageHeader title={title} />
      {changed ? <Alert tone="warn" className="mb-2" title={t('engine:command.changed')} /> : null}
      {since.length > 0 ? (
        <Alert
          tone="warn"
          className="mb-2"
          title={t('engine:revert.since', {
            fields: since.map(name => fieldLabel(t, resource.name, name, resource.fields)).join(', '),
          })}
        />
      ) : null}
      <section className="prose-width mb-3">
        <p className="mb-2">
          {t('engine:revert.effect', { actor: actorWord(t, entry.actor) })}{' '}
          <Time at={entry.at} text={format.age(entry.at, now)} exact={format.exact(entry.at)} />
        </p>
        <Changes
          resource={resource}
          before={row}
          after={back}
          only={names}
          words={{ before: t('engine:revert.now'), after: t('engine:revert.then') }}
        />
      </section>
      <ResourceForm
        spec={revertSpec(resource, back)}
        state={state}
        submit={t('engine:revert.submit', { count: names.length })}
        cancelHref={`${record}/history`}
        checkHref={`${record}/history`}
      />
    </>
  )
}
