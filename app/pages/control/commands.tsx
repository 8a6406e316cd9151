/** Every command that a machine or board was ever given, newest first, narrowed by what became of it: `/slot/control/<id>/commands`, `/advanced/smib/control/<id>/commands`. */
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { ListAnswer } from '../../../backend/contract/list'
import { commandState, machineCommand, slotStatusAnswer, type MachineCommand } from '../../../backend/control/control.contract'
import { useShell } from '../../console/shell-context'
import { hrefOf, type ListSpec } from '../../engine/list-query'
import { choosePageSize, listHeaders, pageOrFailure, readPage, type Page } from '../../engine/paging.server'
import { PlainList } from '../../engine/parts/plain-list'
import { idOf } from '../../engine/resource-at.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/page'
import { CommandTable } from './command-table'
import { SMIB_CONTROL } from './smib-steps'
import { readControl } from './smib.server'

const spec: ListSpec = { sort: '-id', sortKeys: [], filters: ['state'], accepts: (_filter, text) => commandState.safeParse(text).success }
/** What a person asks for; two states are still under way. */
const shows = { all: [], open: ['queued', 'sent'], done: ['done'], refused: ['refused'], no_answer: ['no_answer'], cancelled: ['cancelled'] } as const
const answerShape = z.looseObject({ rows: z.array(machineCommand), total: z.number().int(), as_of: z.number().int() })

interface Loaded extends Page<ListAnswer<MachineCommand>> { title: string; crumbs: Record<string, string>; home: string }

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
  const { api, t } = context
  const target = await targetOf(context)
  const page = await readPage(context, spec, ({ exactFields, exactValues, ...request }) =>
    api.call('POST', '/api/slotcontrol/v1/commands', { body: { ...request, exactFields: [target.about, ...exactFields], exactValues: [target.id, ...exactValues] }, write: false, schema: answerShape }))
  const loaded: Loaded = {
    title: t('control:commands.title', { name: target.name }), crumbs: { [target.id]: target.title, commands: t('control:commands.crumb') }, home: target.home, ...page,
  }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(needs, asked => choosePageSize(asked, spec))

export default function CommandsPage() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const { title, home, query } = page
  const path = `${home}/commands`
  const asked = [...query.filters.state ?? []].sort().join()
  return (
    <PlainList
      title={title} page={page} path={path} spec={spec} refresh={t('control:check')} commands={<LinkButton href={home}>{t('control:commands.back')}</LinkButton>}
      above={(
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
      )}
      empty={<EmptyState title={t(asked === '' ? 'control:commands.none' : 'control:commands.none_such')} />}
      table={commands => <CommandTable caption={title} commands={commands} />}
    />
  )
}
