/** How an import's file is read, said by somebody before anything of it is committed. */
import { z } from 'zod'
import { pathsOf } from '../../platform/contract/contract'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { anyImport, importsContract, percentsBody, readBody } from './imports.contract'
import { readImport, type Import } from './imports.queries'
import { demandFree, hold } from './imports.service'
import { readAgain, readAsPercents } from './read-file.service'

const { family, row } = importsContract

export function registerReadings(api: Api): void {
  const say = <Body extends z.ZodObject>(
    name: 'read' | 'percents',
    summary: string,
    body: Body,
    perform: (db: Db, actor: Actor, found: Import, body: z.output<Body>, now: number) => Promise<void>,
  ) =>
    api.endpoint(
      {
        method: 'POST',
        path: `${pathsOf(importsContract).one}/:id/${name}`,
        family,
        summary,
        permission: anyImport,
        params: z.object({ id }),
        body,
        response: z.object({ import: row }),
        write: true,
      },
      async ({ db, actor, scope, params, body, now }) => {
        // Scope is checked first; what may be done is read under the lock, when nobody else can change it.
        await readImport(db, actor, scope, params.id, now)
        await hold(db, params.id)
        const found = await readImport(db, actor, scope, params.id, now)
        demandFree(found, name)
        await perform(db, actor, found, body as z.output<Body>, now)
        return { import: await readImport(db, actor, scope, params.id, now) }
      },
    )
  say(
    'read',
    'Say how the letters of a file are read; its rows are checked anew',
    readBody,
    (db, actor, found, { encoding }, now) => readAgain(db, actor, found, encoding, now),
  )
  say(
    'percents',
    'Read 0.95 in a column of percents as 95 %, in all rows, which are checked anew',
    percentsBody,
    async (db, actor, found, { column }, now) => {
      if (!found.warnings.some(({ code, params }) => code === 'low_percent' && params?.column === column))
        throw new Problem(422, 'invalid', { fields: { column: [{ code: 'unknown' }] } })
      await readAsPercents(db, actor, found, column, now)
    },
  )
}
