/** `/slots/changes`: what was edited and archived in bulk, newest first, each with its outcome and its way back. */
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { ListAnswer } from '../../../backend/contract/list'
import { manyJob, manyPaths, manyRule, type ManyJob } from '../../../backend/contract/many'
import { useShell } from '../../console/shell-context'
import { resources } from '../../resources/index'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { Time } from '../../ui/time'
import type { Resource } from '../define-resource'
import type { ListSpec } from '../list-query'
import { changesAt, manyAt, manyStateMarks } from '../many'
import { choosePageSize, listHeaders, pageOrFailure, readPage, type Page } from '../paging.server'
import { PlainList } from '../parts/plain-list'
import { notFound, resourceAt } from '../resource-at.server'

const spec: ListSpec = { sort: '-id', sortKeys: [], filters: [], accepts: () => false }
const answerShape = z.looseObject({ rows: z.array(manyJob), total: z.number().int(), as_of: z.number().int() })

interface Loaded extends Page<ListAnswer<ManyJob>> { name: Resource['name']; title: string }

/** Lists that nothing can be done to in bulk have no such page. */
function needs(args: { url: URL }) {
  const rule = manyRule(resourceAt(args).contract)
  if (!rule) throw notFound()
  return rule
}

export const loader = guarded(needs, async asked => {
  const { name, contract } = resourceAt(asked)
  const page = await readPage(asked, spec, body => asked.api.call('POST', manyPaths(contract).past, { body, write: false, schema: answerShape }))
  const loaded: Loaded = { name, title: asked.t('engine:many.past.title', { list: asked.t(`${name}:title`) }), ...page }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(needs, asked => choosePageSize(asked, spec))

export default function Changes() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const resource = resources[page.name]
  const back = <LinkButton href={resource.path}>{t('engine:many.back', { list: t(`${resource.name}:title`) })}</LinkButton>
  return (
    <PlainList
      title={page.title} page={page} path={changesAt(resource)} spec={spec} refresh={t('engine:many.refresh')} commands={back}
      empty={<EmptyState title={t('engine:many.past.empty')} action={back}>{t('engine:many.past.hint')}</EmptyState>}
      table={jobs => <Jobs resource={resource} caption={page.title} jobs={jobs} />}
    />
  )
}

function Jobs({ resource, caption, jobs }: { resource: Resource; caption: string; jobs: readonly ManyJob[] }) {
  const { t, format } = useShell()
  const label = (key: string) => t(`engine:many.past.fields.${key}`)
  const counts = ['chosen', 'changed', 'unchanged', 'refused', 'left_out', 'stopped'] as const
  const columns = [
    { key: 'what', label: label('what') }, { key: 'state', label: label('state'), rank: 2 as const }, { key: 'by', label: label('by'), rank: 3 as const },
    { key: 'at', label: label('at') }, { key: 'reason', label: label('reason') }, ...counts.map(key => ({ key, label: label(key), numeric: true })),
  ]
  const rows = jobs.map(job => {
    const kind = job.action === 'update' && job.origin_id !== null ? 'back' : job.action
    const at = job.confirmed_at ?? job.created_at
    const counted = { chosen: job.total, changed: job.done, unchanged: job.unchanged, refused: job.failed, left_out: job.skipped, stopped: job.stopped }
    return {
      key: job._id,
      cells: [
        <a key="what" href={manyAt(resource, job)}>{t(`engine:many.title.${kind}`, { things: t(`${resource.name}:counted`, { count: job.total }) })}</a>,
        <Status key="state" mark={manyStateMarks[job.state]}>{t(`engine:many.state.${job.state}`)}</Status>, job.created_by, <Time key="at" at={at} text={format.dateTime(at)} exact={format.exact(at)} />, job.reason ?? '–',
        ...counts.map(key => format.number(counted[key])),
      ],
    }
  })
  return <DataTable caption={caption} columns={columns} rows={rows} />
}
