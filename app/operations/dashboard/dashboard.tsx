/** A person's widgets, each with a figure, its table, and the link to its list. One call reads all of them. */
import type { MetaFunction } from '@remix-run/node'
import {
  dashboard,
  dashboardPaths,
  dashboardRule,
} from '../../../backend/operations/dashboard/dashboard.contract'
import { useShell, useLoaded, type Loaded } from '../../console/shell-context'
import { attempt } from '../../engine/data/failure.server'
import { FailureNote } from '../../engine/components/failure-note'
import { listHeaders, pageOrFailure } from '../../engine/data/paging.server'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader } from '../../ui/page'
import { Widget } from './widget'

const REFRESH_SECONDS = 60

export const loader = guarded(dashboardRule, async ({ api, t, url }) => {
  const { value, failure } = await attempt(api.call('GET', dashboardPaths.read, { schema: dashboard }))
  return pageOrFailure({
    title: t('dashboard:title'),
    board: value ?? null,
    failure: failure ?? null,
    // On a wall, where nobody presses anything.
    isWall: url.searchParams.get('kiosk') === '1',
  })
})

export const headers = listHeaders

/** No script need run for it, and a page that could not be read asks again all the same. */
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  (data as Loaded<typeof loader> | undefined)?.isWall
    ? [{ httpEquiv: 'refresh', content: String(REFRESH_SECONDS) }]
    : []

export default function DashboardPage() {
  const { title, board, failure, isWall } = useLoaded<typeof loader>()
  const { t, format } = useShell()
  return (
    <div className={isWall ? 'wall' : undefined}>
      <PageHeader
        title={title}
        age={board ? t('engine:list.as_of', { time: format.dateTime(board.as_of) }) : undefined}
        commands={
          isWall ? (
            <LinkButton href="/dashboard" tone="quiet">
              {t('dashboard:leave_wall')}
            </LinkButton>
          ) : (
            <>
              <LinkButton href="/dashboard?kiosk=1">{t('dashboard:wall')}</LinkButton>
              <LinkButton href="/dashboard/edit" icon="edit">
                {t('dashboard:edit')}
              </LinkButton>
            </>
          )
        }
      />
      {failure ? <FailureNote failure={failure} retry="/dashboard" /> : null}
      {board?.widgets.length === 0 ? (
        <EmptyState
          title={t('dashboard:none')}
          action={<LinkButton href="/dashboard/edit">{t('dashboard:edit')}</LinkButton>}
        >
          {t('dashboard:none_what')}
        </EmptyState>
      ) : null}
      {board && board.widgets.length > 0 ? (
        <div className="widgets">
          {board.widgets.map(widget => (
            <Widget key={widget.key} widget={widget} />
          ))}
        </div>
      ) : null}
    </div>
  )
}
