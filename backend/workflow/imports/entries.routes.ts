/** Entries of other lists that the rows of an import name and that do not exist. */
import { z } from 'zod'
import { pathsOf } from '../../platform/contract/contract'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { createdEntries, entriesBody, missingAnswer } from './entries.contract'
import { anyImport, importsContract } from './imports.contract'
import { readImport } from './imports.queries'
import { demandFree, hold } from './imports.service'
import { createMissing, missingLists } from './missing-entries.service'

const { family, row } = importsContract
const path = `${pathsOf(importsContract).one}/:id/entries`
const params = z.object({ id })

export function registerEntries(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path,
      family,
      summary: 'List the entries of other lists that the rows of one import name and that do not exist',
      permission: anyImport,
      params,
      response: missingAnswer,
    },
    async ({ db, actor, scope, params, now }) => ({
      lists: await missingLists(
        db,
        api.stores,
        actor,
        await readImport(db, actor, scope, params.id, now),
        now,
      ),
    }),
  )
  api.endpoint(
    {
      method: 'POST',
      path,
      family,
      summary:
        'Create entries that the rows of one import name, and check those rows again; takes the permission of each list',
      permission: anyImport,
      params,
      body: entriesBody,
      response: createdEntries.extend({ import: row }),
      write: true,
    },
    async ({ db, actor, scope, params, body, now }) => {
      // Scope is checked first; what may be done is read under the lock, when nobody else can change it.
      await readImport(db, actor, scope, params.id, now)
      await hold(db, params.id)
      const found = await readImport(db, actor, scope, params.id, now)
      demandFree(found, 'entries')
      const made = await createMissing(db, api.stores, actor, found, body.entries, now)
      return { ...made, import: await readImport(db, actor, scope, params.id, now) }
    },
  )
}
