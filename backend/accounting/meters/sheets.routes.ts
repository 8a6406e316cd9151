import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import {
  sheetAnswer,
  sheetContract,
  sheetEnteredAnswer,
  sheetEntryPath,
  sheetInput,
  sheetRequest,
  sheetSlotsAnswer,
} from './sheets.contract'
import { meterSheet, sheetPlace, slotsOfSheet } from './sheets.queries'
import { enterSheet } from './sheets.service'
import { sheetEntriesStore } from './sheets.store'

const family = 'configuration'
const params = z.object({ id })

export function register(api: Api): void {
  crud(api, sheetEntriesStore)
  api.endpoint(
    {
      method: 'POST',
      path: sheetContract.path,
      reads: true,
      mayLag: true,
      family,
      permission: sheetContract.permission,
      summary: 'Expected values of each counter of a location, their tolerance, and what was read by hand',
      params,
      body: sheetRequest,
      response: sheetAnswer,
    },
    async ({ db, scope, params: { id: location }, body, now }) =>
      meterSheet(db, await sheetPlace(db, scope, location), body, now),
  )
  api.endpoint(
    {
      method: 'GET',
      path: sheetEntryPath,
      family,
      permission: 'slot::list',
      summary: 'The slots of a meter sheet, with the last values of their counters',
      params,
      response: sheetSlotsAnswer,
    },
    async ({ db, scope, params: { id: location } }) => ({
      sheet: await slotsOfSheet(db, await sheetPlace(db, scope, location)),
    }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: sheetEntryPath,
      family,
      permission: 'slot::enter_meters',
      summary: 'Enter a meter sheet: each slot’s reading, all of them or none',
      params,
      body: sheetInput,
      response: sheetEnteredAnswer,
      write: true,
    },
    async ({ db, scope, actor, params: { id: location }, body, now }) =>
      enterSheet(db, scope, await sheetPlace(db, scope, location), body, actor, now),
  )
}
