import type { Api } from '../../platform/http/api'
import { registerColumns } from './columns.routes'
import { registerDataTypes } from './data-types.routes'
import { registerKiosks } from './kiosks.routes'
import { readChoice, saveChoice } from '../preferences/preferences.service'
import { preferences } from '../../platform/contract/settings.contract'

const family = 'settings'

export function register(api: Api): void {
  registerKiosks(api)
  registerColumns(api)
  registerDataTypes(api)
  api.endpoint(
    {
      method: 'GET',
      path: '/api/settings/v1/preferences',
      family,
      summary: 'Language, theme, density, search key, rows per page and time zone of this user',
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
      summary: 'Change some of this user’s preferences; absent ones stay',
      permission: 'signed-in',
      beforeFactor: true,
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
