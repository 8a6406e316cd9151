import { z } from 'zod'
import type { Api } from '../http/api'
import { registerKiosks } from './kiosks.routes'
import { readChoice, saveChoice } from './preferences.service'
import { pageColumns, pageName, preferences } from './settings.contract'

const family = 'settings'

export function register(api: Api): void {
  registerKiosks(api)
  const page = z.object({ page: pageName })
  api.endpoint(
    {
      method: 'GET',
      path: '/api/settings/v1/page-columns/:page',
      family,
      summary: 'The columns that this user chose for a page',
      permission: 'signed-in',
      params: page,
      response: pageColumns,
    },
    async ({ db, actor, params }) =>
      (await readChoice(db, actor.id, `columns:${params.page}`)) ?? { columns: null },
  )
  api.endpoint(
    {
      method: 'PUT',
      path: '/api/settings/v1/page-columns/:page',
      family,
      summary: 'Choose columns for a page; null takes the choice back',
      permission: 'signed-in',
      params: page,
      body: pageColumns.strict(),
      response: pageColumns,
      write: true,
    },
    async ({ db, actor, params, body, now }) => saveChoice(db, actor.id, `columns:${params.page}`, body, now),
  )
  api.endpoint(
    {
      method: 'GET',
      path: '/api/settings/v1/preferences',
      family,
      summary: 'Language, theme, density, rows per page and time zone of this user',
      permission: 'signed-in',
      response: preferences,
    },
    async ({ db, actor }) => (await readChoice(db, actor.id, 'preferences')) ?? {},
  )
  api.endpoint(
    {
      method: 'PUT',
      path: '/api/settings/v1/preferences',
      family,
      summary: 'Change some of this user’s preferences; what is left out stays',
      permission: 'signed-in',
      body: preferences.strict(),
      response: preferences,
      write: true,
    },
    async ({ db, actor, body, now }) =>
      saveChoice(
        db,
        actor.id,
        'preferences',
        { ...(await readChoice(db, actor.id, 'preferences')), ...body },
        now,
      ),
  )
}
