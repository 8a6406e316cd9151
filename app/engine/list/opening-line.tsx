import { useShell } from '../../console/shell-context'
import { WHOLE } from '../address/list-query'
import type { ListData } from '../data/list.server'
import type { Resource } from '../definition/resource'
import { withSearch } from '../export/file-links'

/** All rows of a list, whatever it opens with. */
export const allHref = ({ path }: Pick<Resource, 'path'>) => withSearch(path, `view=${WHOLE}`)

/** Says what a work queue opened with, how much of all that is, and leads to the rest. */
export function OpeningLine({
  resource,
  data: { answer, opened },
}: {
  resource: Resource
  data: Pick<ListData, 'answer' | 'opened'>
}) {
  const { t, format } = useShell()
  if (opened === undefined || !answer || answer.total === 0) return null
  const shown = format.count(answer.total, answer.capped)
  return (
    <p className="mb-2 flex flex-wrap items-baseline gap-3">
      <strong>{t(`${resource.name}:opens`)}</strong>
      {opened ? (
        <span>{t('engine:list.of_all', { shown, all: format.count(opened.total, opened.capped) })}</span>
      ) : null}
      <a className="link no-print" href={allHref(resource)}>
        {t('engine:list.all')}
      </a>
    </p>
  )
}
