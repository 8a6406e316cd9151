/** Imports over HTTP. Who may is settled by entity and mode, which only the handler knows: see `demand`. */
import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { pathsOf } from '../../platform/contract/contract'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import { allows } from '../../platform/contract/permissions'
import type { Api } from '../../platform/http/api'
import { listEndpoint } from '../../platform/http/crud'
import { takesOf, type ListTakes } from '../../platform/request/list-body'
import { once } from '../../platform/http/idempotency'
import {
  anyImport,
  commitBody,
  fixBody,
  importEntity,
  importPermission,
  importRow,
  importRowFilters,
  importsContract,
  MAX_IMPORT_BYTES,
  problemKind,
  uploadQuery,
} from './imports.contract'
import { registerEntries } from './entries.routes'
import { importerOf } from './importers'
import { demand, listRows, readImport, rowsShown, type Import } from './imports.queries'
import { fix } from './fix.service'
import { cancel, demandFree, discard, hold, order, stage } from './imports.service'
import { importsStore } from './imports.store'
import { likelyEncodings } from './likely-encodings.service'
import { problemKinds } from './problem-kinds'
import { ownColumns, ownHeaders } from './own-columns'
import { readFile } from './read-file.service'
import { registerReadings } from './readings.routes'
import { template } from './template'

const { family, row } = importsContract
const paths = pathsOf(importsContract)
const params = z.object({ id })
const wrapped = z.object({ import: row })
const nothing = z.object({}).strict()
/** As the file has them. */
const rowsTake: ListTakes = {
  row: importRow,
  filters: importRowFilters,
  sort: ['line'],
  order: { by: 'line', direction: 'ASC' },
  sortKeys: 1,
  searched: true,
}

export function register(api: Api): void {
  listEndpoint(api, {
    family,
    takes: takesOf(importsContract),
    picks: true,
    path: paths.list,
    summary: 'List imports',
    permission: anyImport,
    read: ({ db, scope, body, now }) => importsStore.list(db, scope, body, now),
  })
  listEndpoint(api, {
    family,
    takes: rowsTake,
    path: `/api/${family}/v1/rows`,
    summary: 'List the rows of one import, named by the filter `import`',
    permission: anyImport,
    read: ({ db, actor, scope, body, now }) => listRows(db, actor, scope, body, now),
  })
  api.endpoint(
    {
      method: 'GET',
      path: `${paths.one}/:id`,
      family,
      summary: 'Get one import',
      permission: anyImport,
      params,
      response: wrapped,
    },
    async ({ db, actor, scope, params, now }) => ({
      import: await readImport(db, actor, scope, params.id, now),
    }),
  )

  api.endpoint(
    {
      method: 'GET',
      path: `${paths.one}/:id/problems`,
      family,
      summary: 'Count the rows of one import by kind of mistake, most first',
      permission: anyImport,
      params,
      response: z.object({ problems: z.array(problemKind) }),
    },
    async ({ db, actor, scope, params, now }) => ({
      problems: await problemKinds(db, (await readImport(db, actor, scope, params.id, now))._id),
    }),
  )

  // Reading a large file takes seconds: that must not happen inside a transaction, so this one makes its own.
  api.endpoint(
    {
      method: 'POST',
      path: paths.one,
      family,
      summary:
        'Upload a CSV file of locations, slots or SMIBs: it is staged and checked, nothing else is changed',
      permission: anyImport,
      query: uploadQuery,
      bytes: true,
      maxBytes: MAX_IMPORT_BYTES,
      response: wrapped,
      repeatable: true,
    },
    async ({ actor, scope, query: { entity, mode, file_name, encoding }, bytes, request, deps, now }) => {
      demand(actor.permissions, entity, mode)
      const file = await readFile(entity, bytes, {
        encoding,
        likely: () => likelyEncodings(deps.db, actor, actor.tenantId),
        own: await ownColumns(deps.db, scope, entity),
      })
      const body = { entity, mode, file_name, digest: await digestOf(bytes), ...(encoding && { encoding }) }
      return once(
        deps,
        {
          key: request.headers.get('idempotency-key') ?? undefined,
          actor,
          method: 'POST',
          path: paths.one,
          body,
        },
        async db => {
          const made = await stage(
            db,
            actor,
            { entity, mode, fileName: file_name, bytes: bytes.byteLength, file },
            now,
          )
          return { import: await readImport(db, actor, scope, made, now) }
        },
      )
    },
  )

  api.endpoint(
    {
      method: 'PUT',
      path: `${paths.one}/:id/rows`,
      family,
      summary: 'Correct rows; answers those that were checked again',
      permission: anyImport,
      params,
      body: fixBody,
      response: z.object({ rows: z.array(importRow), import: row }),
      write: true,
    },
    async ({ db, actor, scope, params, body, now }) => {
      await readImport(db, actor, scope, params.id, now)
      await hold(db, params.id)
      const found = await readImport(db, actor, scope, params.id, now)
      demandFree(found, 'fix')
      const lines = await fix(db, actor, found, body.fixes, now)
      const after = await readImport(db, actor, scope, params.id, now)
      return { rows: await rowsShown(db, after, lines), import: after }
    },
  )

  registerReadings(api)
  registerEntries(api)

  const act = (
    name: Exclude<keyof Import['can'], 'read' | 'percents' | 'entries'>,
    summary: string,
    body: typeof commitBody | typeof nothing,
    perform: (
      db: Parameters<typeof order>[0],
      actor: Parameters<typeof order>[1],
      found: Import,
      reason: string | undefined,
      now: number,
    ) => Promise<void>,
  ) =>
    api.endpoint(
      {
        method: 'POST',
        path: `${paths.one}/:id/${name}`,
        family,
        summary,
        permission: anyImport,
        params,
        body: body as typeof commitBody,
        response: wrapped,
        write: true,
      },
      async ({ db, actor, scope, params, body: { reason }, now }) => {
        // Scope is checked first; what may be done is read under the lock, when nobody else can change it.
        await readImport(db, actor, scope, params.id, now)
        if (name !== 'cancel') await hold(db, params.id)
        const found = await readImport(db, actor, scope, params.id, now)
        demandFree(found, name)
        await perform(db, actor, found, reason, now)
        return { import: await readImport(db, actor, scope, params.id, now) }
      },
    )
  act('commit', 'Commit the good rows, in the background', commitBody, (db, actor, found, reason, now) =>
    order(db, actor, found, 'commit', reason, now),
  )
  act('resume', 'Go on with what was stopped', commitBody, (db, actor, found, reason, now) =>
    order(db, actor, found, found.stopped_in ?? 'check', reason, now),
  )
  act(
    'undo',
    'Take the committed rows back, in the background',
    commitBody,
    (db, actor, found, reason, now) => order(db, actor, found, 'undo', reason, now),
  )
  act('cancel', 'Stop the work at its next chunk', nothing, (db, actor, found, _reason, now) =>
    cancel(db, actor, found, now),
  )
  act('discard', 'Forget an import that has changed nothing', nothing, (db, actor, found, _reason, now) =>
    discard(db, actor, found, now),
  )

  api.endpoint(
    {
      method: 'GET',
      path: `/api/${family}/v1/template/:entity`,
      family,
      summary: 'A CSV file to fill in, with headers of a language',
      permission: anyImport,
      params: z.object({ entity: importEntity }),
      query: z.object({ lng: z.enum(['en', 'ro', 'pt']).default('en') }).strict(),
      text: {
        type: 'text/csv; charset=utf-8',
        description: 'A file with one line of headers and one of an example',
      },
    },
    async ({ db, actor, scope, params: { entity }, query: { lng } }) => {
      if (
        !(['create', 'update'] as const).some(mode =>
          allows(actor.permissions, importPermission(importerOf(entity).kind, mode)),
        )
      )
        throw new Problem(403, 'forbidden')
      return new Response(template(entity, lng, await ownHeaders(db, scope, entity)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${entity}.csv"`,
        },
      })
    },
  )
}

/** Piece by piece: 32 MB at once would hold up everybody else. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let from = 0; from < bytes.byteLength; from += 4 << 20) {
    hash.update(bytes.subarray(from, from + (4 << 20)))
    await breathe()
  }
  return hash.digest('hex')
}
