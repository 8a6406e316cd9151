import { useShell } from '../../console/shell-context'
import { Section } from '../../ui/page'
import { readableColumns } from '../render/readable-columns'
import type { RelatedData } from './detail.server'
import { FailureNote } from '../components/failure-note'
import { ResourceTable } from '../components/resource-table'
import type { Resource } from '../definition/resource'

/** The first rows of another entity's list, narrowed to this record, and the way to all of them. */
export function RelatedList({ resource, data, id }: { resource: Resource; data: RelatedData; id: string }) {
  const { t, format, can } = useShell()
  const { answer, failure } = data
  const title = t(`${resource.name}:title`)
  const all = `${resource.path}?${new URLSearchParams({ [data.filter]: id }).toString()}`
  return (
    <Section
      title={title}
      more={
        answer && answer.total > 0 ? (
          <a className="link" href={all}>
            {t('engine:detail.all', { total: format.count(answer.total, answer.capped) })}
          </a>
        ) : undefined
      }
    >
      {failure ? <FailureNote failure={failure} /> : null}
      {answer?.total === 0 ? <p>{t('engine:detail.none')}</p> : null}
      {answer && answer.total > 0 ? (
        <ResourceTable
          resource={resource}
          caption={title}
          rows={answer.rows}
          columns={readableColumns(resource, data.columns ?? resource.list.columns, can)}
        />
      ) : null}
    </Section>
  )
}
