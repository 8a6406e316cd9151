import { z } from 'zod'
import type { Db } from '../db/database'
import type { Api } from '../http/api'
import { pageColumns, pageName, preferences } from './settings.contract'

const family = 'settings'

export function register(api: Api): void {
  const page = z.object({ page: pageName })
  api.endpoint({ method: 'GET', path: '/api/settings/v1/page-columns/:page', family, summary: 'The columns that this user chose for a page', permission: 'signed-in', params: page, response: pageColumns },
    async ({ db, actor, params }) => (await read(db, actor.id, `columns:${params.page}`)) ?? { columns: null })
  api.endpoint({ method: 'PUT', path: '/api/settings/v1/page-columns/:page', family, summary: 'Choose columns for a page; null takes the choice back', permission: 'signed-in', params: page, body: pageColumns.strict(), response: pageColumns, write: true },
    async ({ db, actor, params, body, now }) => save(db, actor.id, `columns:${params.page}`, body, now))
  api.endpoint({ method: 'GET', path: '/api/settings/v1/preferences', family, summary: 'Language, theme, density, rows per page and time zone of this user', permission: 'signed-in', response: preferences },
    async ({ db, actor }) => (await read(db, actor.id, 'preferences')) ?? {})
  api.endpoint({ method: 'PUT', path: '/api/settings/v1/preferences', family, summary: 'Change some of this user’s preferences; what is left out stays', permission: 'signed-in', body: preferences.strict(), response: preferences, write: true },
    async ({ db, actor, body, now }) => save(db, actor.id, 'preferences', { ...await read(db, actor.id, 'preferences'), ...body }, now))
}

async function read(db: Db, userId: string, name: string): Promise<object | undefined> {
  const row = await db.selectFrom('user_settings').select('value').where('user_id', '=', userId).where('name', '=', name).executeTakeFirst()
  return row && (JSON.parse(row.value) as object)
}

async function save(db: Db, userId: string, name: string, value: object, now: number): Promise<object> {
  const row = { user_id: userId, name, value: JSON.stringify(value), updated_at: now }
  await db.insertInto('user_settings').values(row)
    .onConflict(conflict => conflict.columns(['user_id', 'name']).doUpdateSet({ value: row.value, updated_at: now })).execute()
  return value
}
