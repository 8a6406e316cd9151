import { z } from 'zod'
import { RAW_TOTAL_CAP } from '../../platform/contract/list'
import { invalidField } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { actionResult } from '../../platform/http/commands'
import { listEndpoint } from '../../platform/http/crud'
import type { ListTakes } from '../../platform/request/list-body'
import { exactFilters } from '../../platform/request/exact-filters'
import { notificationFilters, notificationIds, notificationsContract } from '../news/notifications.contract'
import { registerSubscriptions } from './subscriptions.routes'
import { listNotifications, mark, visibleAmong } from './notifications.queries'

const takes: ListTakes = {
  row: notificationsContract.row,
  filters: notificationFilters,
  sort: ['timestamp'],
  order: { by: 'timestamp', direction: 'DESC' },
  sortKeys: 1,
  searched: true,
  period: 'happened',
}
const marked = z.object({ updated: z.number().int() })

export function register(api: Api): void {
  registerSubscriptions(api)
  const common = { method: 'POST', family: 'notifications', permission: 'signed-in' } as const

  listEndpoint(api, {
    family: 'notifications',
    permission: 'signed-in',
    path: '/api/notifications/v1/list',
    summary: "The user's notifications, newest first",
    takes,
    read: async ({ body, db, actor, now }) => {
      const offset = body.page * body.rowsPerPage
      if (offset > RAW_TOTAL_CAP)
        throw invalidField('page', 'too_big', { max: Math.floor(RAW_TOTAL_CAP / body.rowsPerPage) })
      const { capped, ...answer } = await listNotifications(
        db,
        actor,
        exactFilters(body, notificationFilters),
        {
          limit: body.rowsPerPage,
          offset,
          query: body.query,
          from: body.dateStart,
          to: body.dateEnd,
          oldestFirst: body.sortDirection[0] === 'ASC',
          now,
        },
      )
      return {
        ...answer,
        rows: answer.rows.map(row => ({ ...row, _id: row.id })),
        ...(capped && { capped }),
        as_of: now,
      }
    },
  })

  for (const [name, how] of [
    ['seen', 'seen'],
    ['confirm', 'confirmed'],
  ] as const) {
    api.endpoint(
      {
        ...common,
        path: `/api/notifications/v1/${name}`,
        summary: `Marks notifications as ${how} by this user; others are not concerned`,
        body: notificationIds,
        response: marked.extend({ results: z.array(actionResult) }),
        write: true,
      },
      async ({ body, db, actor, now }) => {
        const visible = new Set(await visibleAmong(db, actor, body.ids))
        return {
          updated: await mark(db, actor, how, body.ids, now),
          results: [...new Set(body.ids)].map(one =>
            visible.has(one)
              ? ({ id: one, outcome: 'done' } as const)
              : ({ id: one, outcome: 'skipped', reason: 'gone' } as const),
          ),
        }
      },
    )
  }

  api.endpoint(
    {
      ...common,
      path: '/api/notifications/v1/clear',
      summary: 'Dismisses all notifications for this user; they stay in the list',
      response: marked,
      write: true,
    },
    async ({ db, actor, now }) => ({ updated: await mark(db, actor, 'dismissed', 'all', now) }),
  )
}
