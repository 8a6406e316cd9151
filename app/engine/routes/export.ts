import type { ListAnswer } from '../../../backend/contract/list'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { columnsOf } from '../columns.server'
import { csvStream, disposition, exportName } from '../csv.server'
import type { Row } from '../define-resource'
import { requestFor } from '../list.server'
import { readListQuery } from '../list-query'
import { resourceAt } from '../resource-at.server'

/** The list's address with `/export.csv`: the same filters, order and columns. */
export const loader = guarded(args => resourceAt(args).exportPermission, async asked => {
  const { t, locale, timeZone, url, api } = asked
  const resource = resourceAt(asked)
  const now = Date.now()
  const { query } = readListQuery(url.searchParams, resource.list, timeZone)
  const { list } = api(resource.contract)
  const columns = await columnsOf(asked, resource)
  const body = await csvStream({
    resource, columns,
    face: { t, locale, timeZone, now, entity: resource.name, format: formatter(locale, timeZone) },
    request: { ...requestFor(resource, query, timeZone), fields: columns },
    list: async request => await list(request) as ListAnswer<Row>,
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': disposition(exportName(t(`${resource.name}:title`), now, timeZone)),
      'Cache-Control': 'no-store',
    },
  })
})
