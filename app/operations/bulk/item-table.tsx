import { bulkResult, skipReason } from '../../../backend/operations/bulk/bulk.contract'
import { useShell } from '../../console/shell-context'
import { CountLinks, type CountLink } from '../../engine/components/count-links'
import { ListCommands } from '../../engine/list/list-commands'
import { ListBody } from '../../engine/list/list-page'
import { hrefOf } from '../../engine/address/list-query'
import { ofPreview, previewed } from './bulk-items.resource'
import { resourceOf } from '../../engine/definition/registry'
import { Section } from '../../ui/page'
import type { JobData } from './job.server'

/** Slot by slot, narrowed by result or by the reason of being left out. */
export function Items({ page: { job, summary, list } }: { page: JobData }) {
  const { t } = useShell()
  const isPreview = job.state === 'previewed'
  const all = resourceOf(list)
  const resource = isPreview ? previewed(all) : all
  const columns = isPreview ? ofPreview(list.columns) : list.columns
  return (
    <Section
      title={t(isPreview ? 'bulk:who' : 'bulk:results')}
      more={
        isPreview ? undefined : (
          <div className="flex gap-2">
            <ListCommands resource={resource} query={list.query} />
          </div>
        )
      }
    >
      <Narrow job={job} summary={summary} list={list} />
      <ListBody resource={resource} data={{ ...list, columns }} below />
    </Section>
  )
}

/** How many of each; every number is a link to exactly those. */
function Narrow({ job, summary, list: { query, path, ...list } }: Pick<JobData, 'job' | 'summary' | 'list'>) {
  const { t } = useShell()
  const { list: spec } = resourceOf({ path, name: list.name })
  const isPreview = job.state === 'previewed'
  const shown = query.filters.reason?.[0] ?? query.filters.result?.[0]
  const link = (key: string, label: string, count: number, filters: Record<string, string[]>): CountLink => ({
    key,
    label,
    count,
    href: hrefOf(path, { ...query, filters }, spec),
    current: shown === (key === 'all' ? undefined : key),
  })
  return (
    <CountLinks
      label={t('bulk:narrow')}
      links={[
        link('all', t('bulk:all'), job.total, {}),
        ...bulkResult.options.flatMap(name => {
          const count = summary.results[name] ?? 0
          const word = t(`bulk-items:result.${isPreview && name === 'waiting' ? 'will_change' : name}`)
          return count > 0 ? [link(name, word, count, { result: [name] })] : []
        }),
        ...skipReason.options.flatMap(name => {
          const count = summary.reasons[name] ?? 0
          return count > 0
            ? [link(name, t(`bulk-items:reason.${name}`), count, { result: ['skipped'], reason: [name] })]
            : []
        }),
      ]}
    />
  )
}
