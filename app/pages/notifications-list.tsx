import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../backend/contract/list'
import { markNotifications } from '../api/notifications.server'
import { useShell } from '../console/shell-context'
import { hrefOf } from '../engine/list/list-query'
import { choosePageSize, listHeaders, pageOrFailure, type Page } from '../engine/list/paging.server'
import { PlainList } from '../engine/list/plain-list'
import { plainPage } from '../engine/list/plain.server'
import { RefusedRequest } from '../session/form.server'
import { guarded } from '../session/guard.server'
import { Button, LinkButton } from '../ui/button'
import { EmptyState } from '../ui/page'
import { Time } from '../ui/time'
import { notificationListing, NOTIFICATIONS, type Told } from './notifications-listing'
import { askNotifications } from './notifications.server'

const { spec } = notificationListing

interface Loaded extends Page<ListAnswer<Told>> {
  title: string
  requestId: string
}

/** The bell without JavaScript, and its memory: everything that this user was told. */
export const loader = guarded('signed-in', async asked => {
  const loaded: Loaded = {
    title: asked.t('notifications:all'),
    requestId: asked.visit.requestId,
    ...(await plainPage(asked, notificationListing, askNotifications)),
  }
  return pageOrFailure(loaded)
})

export const headers = listHeaders

export const action = guarded('signed-in', async asked => {
  const { form, api, url } = asked
  if (form.has('rowsPerPage')) return choosePageSize(asked, spec)
  const ids = form
    .getAll('id')
    .filter((id): id is string => typeof id === 'string' && /^[0-9a-f]{24}$/.test(id))
    .slice(0, 500)
  const intent = form.get('intent')
  if (ids.length === 0 || (intent !== 'seen' && intent !== 'confirm'))
    throw new RefusedRequest('bad-request', 400)
  await markNotifications(api, intent, ids)
  // The start page confirms its alarms here, and goes on being the start page.
  return redirect(form.get('back') === '/access' ? '/access' : NOTIFICATIONS + url.search, { status: 303 })
})

export default function NotificationsPage() {
  const page = useLoaderData() as Loaded
  const { t } = useShell()
  const { query, answer } = page
  const { seen: _seen, ...others } = query.filters
  const onlyNew = query.filters.seen?.join() === '0'
  const unseen = answer?.rows.filter(one => !one.seen) ?? []
  const here = hrefOf(NOTIFICATIONS, query, spec, { page: query.page })
  return (
    <PlainList
      title={page.title}
      page={page}
      path={NOTIFICATIONS}
      listing={notificationListing}
      refresh={t('notifications:refresh')}
      commands={
        <>
          <LinkButton
            href={hrefOf(NOTIFICATIONS, query, spec, {
              filters: onlyNew ? others : { ...others, seen: ['0'] },
            })}
          >
            {t(onlyNew ? 'notifications:showAll' : 'notifications:showNew')}
          </LinkButton>
          {unseen.length > 0 && (
            <Mark intent="seen" ids={unseen.map(one => one.id)} here={here}>
              {t('notifications:dismissShown')}
            </Mark>
          )}
        </>
      }
      empty={<EmptyState title={t('notifications:none')} />}
      draw={rows => (
        <ul className="feed">
          {rows.map(one => (
            <Entry key={one.id} notification={one} here={here} />
          ))}
        </ul>
      )}
    />
  )
}

function Entry({ notification, here }: { notification: Told; here: string }) {
  const { t, format, now } = useShell()
  const { id, seen, confirmed, timestamp, subject, text, href } = notification
  return (
    <li>
      <p>
        <strong>{href ? <a href={href}>{subject}</a> : subject}</strong>
        {!seen && (
          <>
            {' '}
            <span className="badge">{t('notifications:new')}</span>
          </>
        )}
      </p>
      <p>{text}</p>
      {timestamp ? (
        <p className="when">
          <Time
            at={timestamp}
            text={`${format.dateTime(timestamp)} · ${format.age(timestamp, now)}`}
            exact={format.exact(timestamp)}
          />
        </p>
      ) : null}
      <div className="form-actions no-print">
        {confirmed ? (
          <span className="badge">{t('notifications:confirmed')}</span>
        ) : (
          <Mark intent="confirm" ids={[id]} here={here}>
            {t('notifications:confirm')}
          </Mark>
        )}
        {!seen && (
          <Mark intent="seen" ids={[id]} here={here}>
            {t('notifications:dismiss')}
          </Mark>
        )}
      </div>
    </li>
  )
}

function Mark({
  intent,
  ids,
  here,
  children,
}: {
  intent: 'seen' | 'confirm'
  ids: string[]
  here: string
  children: string
}) {
  return (
    <form method="post" action={here}>
      <input type="hidden" name="intent" value={intent} />
      {ids.map(id => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <Button size="sm">{children}</Button>
    </form>
  )
}
