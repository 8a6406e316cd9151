/** Every command that a machine or board was ever given, newest first, narrowed by what became of it: `/slot/control/<id>/commands`, `/advanced/smib/control/<id>/commands`. */
import { data, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { ListAnswer } from '../../../backend/contract/list'
import { commandState, machineCommand, slotStatusAnswer, type MachineCommand } from '../../../backend/control/control.contract'
import { useShell } from '../../console/shell-context'
import { attempt, type Failure } from '../../engine/failure.server'
import { hrefOf, readListQuery, toRequest, type ListQuery, type ListSpec, type Notice } from '../../engine/list-query'
import { FailureNote } from '../../engine/parts/failure-note'
import { Notices } from '../../engine/parts/list-page'
import { Pager } from '../../engine/parts/pager'
import { idOf } from '../../engine/resource-at.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { preferenceCookies, readChoices } from '../../session/preferences.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader } from '../../ui/page'
import { CommandTable } from './command-table'
import { SMIB_CONTROL } from './smib-steps'
import { readControl } from './smib.server'

const spec: ListSpec = { sort: '-id', sortKeys: [], filters: ['state'], accepts: (_filter, text) => commandState.safeParse(text).success }
/** What a person asks for; two states are still under way. */
const shows = { all: [], open: ['queued', 'sent'], done: ['done'], refused: ['refused'], no_answer: ['no_answer'], cancelled: ['cancelled'] } as const
const answerShape = z.looseObject({ rows: z.array(machineCommand), total: z.number().int(), as_of: z.number().int() })

interface Loaded { title: string; crumbs: Record<string, string>; home: string; query: ListQuery; notices: Notice[]; answer: ListAnswer<MachineCommand> | null; failure: Failure | null }

const ofBoard = (pathname: string): boolean => pathname.startsWith(SMIB_CONTROL)
const needs = ({ request }: { request: Request }) => (ofBoard(new URL(request.url).pathname) ? 'smib::list' as const : 'slot::get' as const)

/** Whose commands they are, and its own control page. */
async function targetOf(asked: Pick<GuardedContext, 'api' | 'params' | 'url' | 't'>) {
  const id = idOf(asked.params)
  if (ofBoard(asked.url.pathname)) {
    const { smib } = await readControl(asked)
    return { id, about: 'smib', home: `${SMIB_CONTROL}/${id}`, title: asked.t('smib-control:title', { mac: smib.mac }), name: smib.mac }
  }
  const { serial } = await asked.api.call('GET', `/api/slotcontrol/v1/slot-status/${id}`, { schema: slotStatusAnswer })
  return { id, about: 'slot', home: `/slot/control/${id}`, title: asked.t('control:title', { serial }), name: serial }
}

export const loader = guarded(needs, async context => {
  const { url, api, t, timeZone } = context
  const target = await targetOf(context)
  const { query, notices } = readListQuery(url.searchParams, spec, timeZone)
  const ask = (page: number) => {
    const { exactFields, exactValues, ...request } = toRequest({ ...query, page }, spec, (_, text) => text, Date.now(), timeZone)
    return api.call('POST', '/api/slotcontrol/v1/commands', { body: { ...request, exactFields: [target.about, ...exactFields], exactValues: [target.id, ...exactValues] }, write: false, schema: answerShape })
  }
  let { value: answer, failure } = await attempt(ask(query.page))
  // A page beyond the last one shows the last one (ruling 2).
  const last = Math.max(1, Math.ceil((answer?.total ?? 0) / query.rowsPerPage))
  if (answer && query.page > last) {
    notices.push({ parameter: 'page', value: String(query.page), reason: 'beyond' })
    query.page = last
    ;({ value: answer, failure } = await attempt(ask(last)))
  }
  const loaded: Loaded = {
    title: t('control:commands.title', { name: target.name }), crumbs: { [target.id]: target.title, commands: t('control:commands.crumb') }, home: target.home,
    query, notices, answer: answer ?? null, failure: failure ?? null,
  }
  return failure ? data(loaded, { status: failure.status }) : loaded
})

/** The page size, as on every list. */
export const action = guarded(needs, ({ form, url, timeZone }) => {
  const { rowsPerPage } = readChoices(form)
  const { query } = readListQuery(url.searchParams, spec, timeZone)
  if (!rowsPerPage) return redirect(hrefOf(url.pathname, query, spec), 303)
  return redirect(hrefOf(url.pathname, { ...query, rowsPerPage }, spec), { status: 303, headers: preferenceCookies({ rowsPerPage }).map((cookie): [string, string] => ['Set-Cookie', cookie]) })
})

export default function CommandsPage() {
  const { title, home, query, notices, answer, failure } = useLoaderData() as Loaded
  const { t, format } = useShell()
  const path = `${home}/commands`
  const here = hrefOf(path, query, spec, { page: query.page })
  const asked = [...query.filters.state ?? []].sort().join()
  return (
    <>
      <PageHeader
        title={title} total={answer ? format.count(answer.total, answer.capped) : undefined}
        age={answer ? <span title={format.exact(answer.as_of)}>{t('engine:list.as_of', { time: format.dateTime(answer.as_of) })}</span> : undefined}
        commands={<><LinkButton href={here} icon="refresh">{t('control:check')}</LinkButton><LinkButton href={home}>{t('control:commands.back')}</LinkButton></>}
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      <nav className="join mb-2 flex-wrap" aria-label={t('control:commands.show')}>
        {(Object.entries(shows) as [keyof typeof shows, readonly string[]][]).map(([show, states]) => {
          const isShown = [...states].sort().join() === asked
          return (
            <a key={show} href={hrefOf(path, query, spec, { filters: states.length === 0 ? {} : { state: [...states] } })} className={isShown ? 'btn join-item btn-primary' : 'btn join-item no-print'} aria-current={isShown ? 'page' : undefined}>
              {t(`control:commands.states.${show}`)}
            </a>
          )
        })}
      </nav>
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {answer?.rows.length === 0 ? <EmptyState title={t(asked === '' ? 'control:commands.none' : 'control:commands.none_such')} /> : null}
      {answer && answer.rows.length > 0 ? (
        <>
          <CommandTable caption={title} commands={answer.rows} />
          <Pager page={query.page} rowsPerPage={query.rowsPerPage} total={answer.total} capped={answer.capped} shown={answer.rows.length} href={page => hrefOf(path, query, spec, { page })} sizeAction={here} />
        </>
      ) : null}
    </>
  )
}
