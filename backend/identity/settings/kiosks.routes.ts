import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import {
  kiosk,
  kioskInput,
  kiosks,
  kioskSecret,
  kioskSession,
  newKiosk,
} from '../../platform/contract/kiosks.contract'
import { changeKiosk, createKiosk, deleteKiosk, kiosksOf, startOnKiosk } from './kiosks.service'

const family = 'settings'
/** Administrators': a longer limit is a weaker lock. */
const permission = 'tenant::update_general_settings'
const path = (name: string) => `/api/settings/v1/${name}`

export function registerKiosks(api: Api): void {
  const one = z.object({ id })
  const answer = z.object({ kiosk })
  // Not a `write` endpoint: answers of those are stored for repetition, and this one holds a secret in clear.
  api.endpoint(
    {
      method: 'GET',
      path: path('kiosks'),
      family,
      permission,
      summary: 'Devices with limits of their own for sessions',
      response: kiosks,
    },
    async ({ db, actor }) => ({ kiosks: await kiosksOf(db, actor) }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('kiosk'),
      family,
      permission,
      summary: 'Make a device a kiosk. Its secret is answered once',
      body: kioskInput.strict(),
      response: newKiosk,
    },
    ({ db, actor, body, now }) => db.transaction().execute(tx => createKiosk(tx, actor, body, now)),
  )
  api.endpoint(
    {
      method: 'PUT',
      path: path('kiosk/:id'),
      family,
      permission,
      summary: 'Change a kiosk’s name or limits; they hold for sign-ins from now on',
      params: one,
      body: kioskInput.strict(),
      response: answer,
      write: true,
    },
    async ({ db, actor, params, body, now }) => ({
      kiosk: await changeKiosk(db, actor, params.id, body, now),
    }),
  )
  api.endpoint(
    {
      method: 'DELETE',
      path: path('kiosk/:id'),
      family,
      permission,
      summary: 'End a kiosk: its device has the usual limits from the next sign-in on',
      params: one,
      write: true,
    },
    async ({ db, actor, params, now }) => {
      await deleteKiosk(db, actor, params.id, now)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('kiosk-session'),
      family,
      permission: 'signed-in',
      beforeFactor: true,
      summary: 'Put the limits of the kiosk that this secret belongs to on the caller’s sign-in',
      body: kioskSecret.strict(),
      response: kioskSession,
      write: true,
    },
    ({ db, actor, body, deps, now }) => startOnKiosk(db, actor, deps.env, body.secret, now),
  )
}
