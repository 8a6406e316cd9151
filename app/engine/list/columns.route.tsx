import { redirect } from '@remix-run/node'
import { resourceOf } from '../definition/registry'
import { intentIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { useShell, useLoaded } from '../../console/shell-context'
import { offeredColumns } from '../definition/columns'
import { readableColumns } from '../render/readable-columns'
import { columnsOf, saveColumns } from '../data/columns.server'
import { hrefOf, readListQuery } from '../address/list-query'
import { fieldLabel } from '../render/labels'
import { ColumnsPage } from './columns-page'
import { ownResource } from '../data/custom-fields.server'
import { resourceAt, type RequestContext } from '../data/resource-at.server'

/** The list as it was, whatever page of it. */
const backTo = ({ url, timeZone }: Pick<RequestContext, 'url' | 'timeZone'>) => {
  const { list, path } = resourceAt({ url })
  return hrefOf(path, readListQuery(url.searchParams, list, timeZone).query, list)
}

export const loader = guarded(
  args => resourceAt(args).listRule,
  async ctx => {
    const resource = await ownResource(ctx, resourceAt(ctx), { fresh: true })
    const { name, path, custom } = resource
    const title = ctx.t('engine:columns.of', { list: ctx.t(`${name}:title`) })
    return {
      name,
      path,
      custom,
      title,
      chosen: await columnsOf(ctx, resource),
      back: backTo(ctx),
    }
  },
)

export const action = guarded(
  args => resourceAt(args).listRule,
  async ctx => {
    const resource = await ownResource(ctx, resourceAt(ctx), { fresh: true })
    const { form, t, toast } = ctx
    const offered = readableColumns(resource, offeredColumns(resource), ctx.can)
    const order = (name: string) => Number(form.get(`order.${name}`)) || offered.length
    const chosen = form
      .getAll('columns')
      .map(String)
      .filter(name => offered.includes(name) && name !== resource.title)
      .sort((a, b) => order(a) - order(b))
    await saveColumns(
      ctx,
      resource,
      intentIn(form, ['save', 'reset']) === 'reset' ? [] : [resource.title, ...chosen],
    )
    await toast('good', t('engine:columns.saved'))
    return redirect(backTo(ctx), 303)
  },
)

export default function Columns() {
  const { name, path, custom, ...rest } = useLoaded<typeof loader>()
  const { t, can } = useShell()
  const resource = resourceOf({ name, path, custom })
  const labels = Object.fromEntries(
    readableColumns(resource, offeredColumns(resource), can)
      .filter(column => column !== resource.title)
      .map(column => [column, fieldLabel(t, name, column, resource.fields)]),
  )
  return <ColumnsPage fixed={fieldLabel(t, name, resource.title)} labels={labels} {...rest} />
}
