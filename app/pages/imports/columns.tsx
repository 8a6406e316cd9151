/** `/slots-import/row-columns`: which columns of the rows this person sees, in which order. */
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useShell } from '../../console/shell-context'
import { ColumnsPage } from '../../engine/list/columns-page'
import { isId } from '../../engine/resource-at.server'
import { guarded } from '../../session/guard.server'
import { offeredColumns } from './columns'
import { columnsOf, saveColumns } from './columns.server'
import { columnLabel, importerAt, importPaths, mayLook, type ImportEntity } from './importer'

interface Loaded {
  entity: ImportEntity
  title: string
  chosen: string[]
  back: string
}

/** The import that it was asked from. */
const backTo = (url: URL) => {
  const from = url.searchParams.get('import') ?? undefined
  return isId(from) ? `${importPaths[importerAt({ url })]}/${from}` : importPaths[importerAt({ url })]
}

export const loader = guarded(mayLook, async ctx => {
  const entity = importerAt(ctx)
  const title = ctx.t('engine:columns.of', { list: ctx.t(`imports:titles.${entity}`) })
  return { entity, title, chosen: await columnsOf(ctx, entity), back: backTo(ctx.url) } satisfies Loaded
})

export const action = guarded(mayLook, async ctx => {
  const { form, t, toast, url } = ctx
  const entity = importerAt(ctx)
  const offered = offeredColumns(entity)
  const order = (name: string) => Number(form.get(`order.${name}`)) || offered.length
  const chosen = form
    .getAll('columns')
    .map(String)
    .filter(name => offered.includes(name))
    .sort((a, b) => order(a) - order(b))
  await saveColumns(ctx, entity, form.get('intent') === 'reset' || chosen.length === 0 ? null : chosen)
  await toast('good', t('engine:columns.saved'))
  return redirect(backTo(url), 303)
})

export default function ImportColumnsPage() {
  const { entity, ...rest } = useLoaderData() as Loaded
  const { t } = useShell()
  return (
    <ColumnsPage
      fixed={columnLabel(t, 'line')}
      labels={Object.fromEntries(offeredColumns(entity).map(column => [column, columnLabel(t, column)]))}
      {...rest}
    />
  )
}
