import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useShell } from '../console/shell-context'
import { listNotifications, markNotifications } from '../api/notifications.server'
import { pageInReach } from '../engine/paging.server'
import { notificationText, type RealTimeNotification } from '../islands/notification-text'
import { guarded, type GuardedContext } from '../session/guard.server'
import { readPreferences } from '../session/preferences.server'
import { RefusedRequest } from '../session/form.server'
import { Button, LinkButton } from '../ui/button'
import { EmptyState, PageHeader } from '../ui/page'
import { Pagination } from '../ui/pagination'
import { Time } from '../ui/time'

const PATH = '/notifications/list'
const DEFAULT_ROWS = 10

/** The bell without JavaScript, and its memory: everything that this user was told. */
export const loader = guarded('signed-in', async ({ api, url, t, request, visit }) => {
  const onlyNew = url.searchParams.get('seen') === '0'
  const rowsPerPage = readPreferences(request.headers.get('Cookie')).rowsPerPage ?? DEFAULT_ROWS
  const filter = onlyNew ? { exactFields: ['seen'], exactValues: [false] } : {}
  const asked = { page: pageNumber(url.searchParams.get('page')), rowsPerPage }
  const { query: { page }, answer } = await pageInReach(asked, [], one => listNotifications(api, { ...filter, rowsPerPage, page: one.page - 1 }))
  return { title: t('notifications:all'), ...answer, page, pageCount: Math.max(1, Math.ceil(answer.total / rowsPerPage)), onlyNew, requestId: visit.requestId }
})

export const action = guarded('signed-in', async context => {
  const { form, api } = context
  const ids = form.getAll('id').filter((id): id is string => typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)).slice(0, 500)
  const intent = form.get('intent')
  if (ids.length === 0 || (intent !== 'seen' && intent !== 'confirm')) throw new RefusedRequest('bad-request', 400)
  await markNotifications(api, intent, ids)
  return redirect(backTo(context), { status: 303 })
})

const backTo = ({ url }: GuardedContext) => PATH + url.search

const pageNumber = (text: string | null) => (text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1)

export default function NotificationsPage() {
  const { rows, total, page, pageCount, onlyNew } = useLoaderData<typeof loader>()
  const { t, format } = useShell()
  const unseen = rows.filter(one => !one.seen)
  return (
    <>
      <PageHeader title={t('notifications:all')} total={format.count(total)} commands={(
        <>
          <LinkButton href={hrefOf({ page, onlyNew })} icon="refresh">{t('notifications:refresh')}</LinkButton>
          <LinkButton href={hrefOf({ page: 1, onlyNew: !onlyNew })}>{t(onlyNew ? 'notifications:showAll' : 'notifications:showNew')}</LinkButton>
          {unseen.length > 0 && <Mark intent="seen" ids={unseen.map(one => one.id)} page={page} onlyNew={onlyNew}>{t('notifications:dismissShown')}</Mark>}
        </>
      )} />
      {rows.length === 0
        ? <EmptyState title={t('notifications:none')} />
        : <ul className="feed">{rows.map(one => <Entry key={one.id} notification={one} page={page} onlyNew={onlyNew} />)}</ul>}
      <Pagination
        page={page} pageCount={pageCount} href={to => hrefOf({ page: to, onlyNew })}
        words={{ label: t('common:pages'), previous: t('common:previous'), next: t('common:next'), page: number => t('common:page', { page: number }) }}
      />
    </>
  )
}

interface View { page: number; onlyNew: boolean }

function Entry({ notification, page, onlyNew }: View & { notification: RealTimeNotification }) {
  const { t, locale, format, now } = useShell()
  const read = notificationText(notification, locale, { unknownType: t('notifications:unknownType'), missingContent: t('notifications:missingContent') })
  if (!read) return null
  const { id, seen, confirmed, timestamp } = notification
  return (
    <li>
      <p><strong>{read.href ? <a href={read.href}>{read.subject}</a> : read.subject}</strong>{!seen && <> <span className="badge">{t('notifications:new')}</span></>}</p>
      <p>{read.text}</p>
      {timestamp ? <p className="when"><Time at={timestamp} text={`${format.dateTime(timestamp)} · ${format.age(timestamp, now)}`} exact={format.exact(timestamp)} /></p> : null}
      <div className="form-actions no-print">
        {confirmed ? <span className="badge">{t('notifications:confirmed')}</span> : <Mark intent="confirm" ids={[id]} page={page} onlyNew={onlyNew}>{t('notifications:confirm')}</Mark>}
        {!seen && <Mark intent="seen" ids={[id]} page={page} onlyNew={onlyNew}>{t('notifications:dismiss')}</Mark>}
      </div>
    </li>
  )
}

function Mark({ intent, ids, page, onlyNew, children }: View & { intent: 'seen' | 'confirm'; ids: string[]; children: string }) {
  return (
    <form method="post" action={hrefOf({ page, onlyNew })}>
      <input type="hidden" name="intent" value={intent} />
      {ids.map(id => <input key={id} type="hidden" name="id" value={id} />)}
      <Button size="sm">{children}</Button>
    </form>
  )
}

function hrefOf({ page, onlyNew }: View): string {
  const search = new URLSearchParams({ ...(onlyNew && { seen: '0' }), ...(page > 1 && { page: String(page) }) }).toString()
  return search ? `${PATH}?${search}` : PATH
}
