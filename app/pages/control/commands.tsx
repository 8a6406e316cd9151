/** Every command that a machine or board was ever given, newest first, narrowed by what became of it: `/slot/control/<id>/commands`, `/advanced/smib/control/<id>/commands`. */
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import type { MachineCommand } from '../../../backend/control/control.contract'
import { useShell } from '../../console/shell-context'
import { hrefOf } from '../../engine/list/list-query'
import { choosePageSize, listHeaders, pageOrFailure, type Page } from '../../engine/list/paging.server'
import { PlainList } from '../../engine/list/plain-list'
import { plainPage } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/page'
import { commandListing } from './command-listing'
import { askCommands, readCommands, targetOf } from './commands.server'

const { spec } = commandListing
/** What a person asks for; two states are still under way. */
const shows = {
  all: [],
  open: ['queued', 'sent'],
  done: ['done'],
  refused: ['refused'],
  no_answer: ['no_answer'],
  cancelled: ['cancelled'],
} as const

interface Loaded extends Page<ListAnswer<MachineCommand>> {
  title: string
  crumbs: Record<string, string>
  home: string
}

export const loader = guarded(readCommands, async context => {
  const { t } = context
  const target = await targetOf(context)
  const page = await plainPage(context, commandListing, askCommands)
  const loaded: Loaded = {
    title: t('control:commands.title', { name: target.name }),
    crumbs: { [target.id]: target.title, commands: t('control:commands.crumb') },
    home: target.home,
    ...page,
  }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded(readCommands, asked => choosePageSize(asked, spec))

export default function CommandsPage() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const { title, home, query } = page
  const path = `${home}/commands`
  const asked = [...(query.filters.state ?? [])].sort().join()
  return (
    <PlainList
      title={title}
      page={page}
      path={path}
      listing={commandListing}
      refresh={t('control:check')}
      commands={<LinkButton href={home}>{t('control:commands.back')}</LinkButton>}
      above={
        <nav className="join mb-2 flex-wrap" aria-label={t('control:commands.show')}>
          {(Object.entries(shows) as [keyof typeof shows, readonly string[]][]).map(([show, states]) => {
            const isShown = [...states].sort().join() === asked
            return (
              <a
                key={show}
                href={hrefOf(path, query, spec, {
                  filters: states.length === 0 ? {} : { state: [...states] },
                })}
                className={isShown ? 'btn join-item btn-primary' : 'btn join-item no-print'}
                aria-current={isShown ? 'page' : undefined}
              >
                {t(`control:commands.states.${show}`)}
              </a>
            )
          })}
        </nav>
      }
      empty={<EmptyState title={t(asked === '' ? 'control:commands.none' : 'control:commands.none_such')} />}
    />
  )
}
