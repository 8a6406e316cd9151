/**
 * The side panel (ruling 9): the user's last audit entries, last notifications, quick settings. A page of its own, so
 * that no list pays for it.
 */
import { HOUR_MS, MINUTE_MS } from '../../../backend/platform/contract/durations'
import { z } from 'zod'
import { auditContract } from '../../../backend/platform/audit/audit.contract'
import { ApiError } from '../../api/api-error'
import { kiosks } from '../../../backend/platform/contract/kiosks.contract'
import { subjectName } from '../../console/audit-subject'
import { PanelAudit } from '../../console/panel-audit'
import { PanelKiosk, type KioskPanelProps } from '../../console/panel-kiosk'
import { PanelNotifications, type PanelNotification } from '../../console/panel-notifications'
import { PanelSettings } from '../../console/panel-settings'
import { useShell, useLoaded } from '../../console/shell-context'
import { page } from '../../session/failures.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { kioskIn } from '../../session/kiosk.server'
import { safeRedirect } from '../../session/redirect-to'
import { env } from '../../process/env.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { START_PATH } from '../../console/start-path'

const tabs = ['audit', 'notifications', 'settings'] as const
type Tab = (typeof tabs)[number]

const ROWS = 10

export const loader = guarded('signed-in', async context => {
  const { params, url, can, t, request, requestSession } = context
  const tab = tabs.find(one => one === params.tab)
  if (!tab || (tab === 'audit' && !can('audit_log::list')))
    throw page('not-found', 404, request, requestSession)
  const from = safeRedirect(url.searchParams.get('from')) ?? START_PATH
  return { title: t(`console:panel.${tab}`), tab, from, ...(await contentOf(tab, context)) }
})

interface Content {
  entries?: Awaited<ReturnType<typeof lastEntries>>
  notifications?: PanelNotification[]
  zone?: string
  kiosk?: KioskPanelProps
  failed?: boolean
}

/** One tab that cannot be read leaves the others usable. */
async function contentOf(tab: Tab, context: GuardedContext): Promise<Content> {
  try {
    if (tab === 'audit') return { entries: await lastEntries(context) }
    return tab === 'notifications'
      ? { notifications: await lastNotifications(context) }
      : await settings(context)
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'problem') return { failed: true }
    throw error
  }
}

/** What this person did, and who failed to sign in by their name. */
async function lastEntries({ api, user }: GuardedContext) {
  const newest = { rowsPerPage: ROWS, sortBy: ['at'], sortDirection: ['DESC' as const] }
  const [own, tried] = await Promise.all([
    api(auditContract).list({ ...newest, exactFields: ['actor_id'], exactValues: [user.user_id] }),
    api(auditContract).list({
      ...newest,
      exactFields: ['entity_id', 'action'],
      exactValues: [user.user_id, ['sign_in_failed', 'sign_in_locked']],
    }),
  ])
  // Signing in changes nothing that would carry a name.
  const known = (id: string) => (id === user.user_id ? user.full_name || user.username : id)
  return [...own.rows, ...tried.rows]
    .sort((a, b) => b.at - a.at)
    .slice(0, ROWS)
    .map(({ _id, at, entity, entity_id, action, ip, before, after }) => {
      const times = typeof after?.times === 'number' ? after.times : null
      return {
        _id,
        at,
        entity,
        entity_id,
        action,
        name: subjectName({ before, after }) ?? known(entity_id),
        times,
        from: times === null ? null : ip,
      }
    })
}

/** The zone is the person's own; the device's limits are shown to whoever may set them. */
async function settings({ api, can, user, request }: GuardedContext): Promise<Content> {
  const zone = user.time_zone ?? ''
  if (!can('tenant::update_general_settings')) return { zone }
  const { sessionIdleMs, sessionAbsoluteMs } = env()
  const here = await kioskIn(request.headers.get('Cookie'))
  // An operator's own backend may not know kiosks.
  const known = await api
    .call('GET', '/api/settings/v1/kiosks', { schema: kiosks })
    .catch((error: unknown) => {
      if (error instanceof ApiError) return null
      throw error
    })
  if (!known) return { zone, failed: true }
  return {
    zone,
    kiosk: {
      ...known,
      here: here && { id: here.id, name: here.name },
      usual: { idle_minutes: sessionIdleMs / MINUTE_MS, absolute_hours: sessionAbsoluteMs / HOUR_MS },
    },
  }
}

const notificationList = z.looseObject({
  rows: z.array(z.custom<PanelNotification>(row => typeof row === 'object' && row !== null)),
})

const lastNotifications = async ({ api }: GuardedContext) =>
  (
    await api.call('POST', '/api/notifications/v1/list', {
      body: { rowsPerPage: ROWS },
      schema: notificationList,
    })
  ).rows

export default function PanelPage() {
  const { tab, from, entries, notifications, failed, zone, kiosk } = useLoaded<typeof loader>()
  const { t, can } = useShell()
  const shown = tabs.filter(one => one !== 'audit' || can('audit_log::list'))
  return (
    <div className="panel">
      <h1 className="sr-only">{t('console:panel.label')}</h1>
      <nav className="panel-tabs" aria-label={t('console:panel.label')}>
        {shown.map(one => (
          <a
            key={one}
            href={`/panel/${one}?from=${encodeURIComponent(from)}`}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(`console:panel.${one}`)}
          </a>
        ))}
        <LinkButton href={from} tone="quiet" size="sm" icon="close">
          {t('console:panel.close')}
        </LinkButton>
      </nav>
      {failed && <Alert tone="warn">{t('console:panel.failed')}</Alert>}
      {entries && <PanelAudit entries={entries} />}
      {notifications && <PanelNotifications notifications={notifications as PanelNotification[]} />}
      {tab === 'settings' && <PanelSettings zone={zone ?? ''} />}
      {kiosk && <PanelKiosk {...(kiosk as KioskPanelProps)} />}
    </div>
  )
}
