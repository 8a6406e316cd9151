/** Lists as files: ordered, made in the background, handed out piece by piece. */
import { z } from 'zod'
import { pathsOf } from '../../platform/contract/contract'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { listEndpoint } from '../../platform/http/crud'
import type { ListTakes } from '../../platform/request/list-body'
import { once } from '../../platform/http/idempotency'
import { exportTask } from './export-task'
import {
  EXPECTED_PATH,
  expectedAnswer,
  expectedInput,
  exportChunk,
  exportsContract,
} from './exports.contract'
import { listExports, readExport } from './seen-exports.service'
import { cancelExport, checkOrder, expectedRows, orderExport, settledOrder } from './exports.service'

const { family, row, permissions, input } = exportsContract
const paths = pathsOf(exportsContract)
const wrapped = z.object({ export: row })
const takes: ListTakes = {
  row,
  filters: exportsContract.filters,
  sort: exportsContract.sort,
  order: { by: 'id', direction: 'DESC' },
  sortKeys: 3,
  searched: true,
}
const params = z.object({ id })

export function register(api: Api): void {
  const { sources } = api
  const task = exportTask(sources)
  listEndpoint(api, {
    family,
    takes,
    path: paths.list,
    permission: permissions.list,
    summary: 'List exports: one’s own, and with data_export::list the whole tenant’s',
    read: ({ db, actor, body, now }) => listExports(db, actor, sources, body, now),
  })
  api.endpoint(
    {
      method: 'POST',
      path: paths.one,
      family,
      summary:
        'Write a whole list into a file, in the background; needs the list’s own export permission as well',
      permission: 'data_export::create',
      body: input.strict(),
      response: wrapped,
      repeatable: true,
      refuses: [413],
    },
    async ({ db: seen, deps, actor, body, request, now }) => {
      // Counted before the transaction: a year of alarms takes seconds to count, and on libSQL a transaction keeps
      // every other writer waiting.
      const order = await settledOrder(seen, actor, sources, body, now)
      const total = await checkOrder(seen, actor, sources, order, now)
      const key = request.headers.get('idempotency-key') ?? undefined
      return once(deps, { key, actor, method: 'POST', path: paths.one, body }, async db => ({
        export: await readExport(
          db,
          actor,
          sources,
          await orderExport(db, actor, task, order, total, now),
          now,
        ),
      }))
    },
  )

  api.endpoint(
    {
      method: 'POST',
      path: EXPECTED_PATH,
      reads: true,
      family,
      summary: 'How many rows an export would have',
      permission: 'data_export::create',
      body: expectedInput.strict(),
      response: expectedAnswer,
    },
    async ({ db, actor, body, now }) =>
      expectedRows(db, actor, sources, await settledOrder(db, actor, sources, body, now), now),
  )

  api.endpoint(
    {
      method: 'GET',
      path: `${paths.one}/:id`,
      family,
      summary: 'Get one export',
      permission: permissions.read,
      params,
      response: wrapped,
    },
    async ({ db, actor, params, now }) => ({ export: await readExport(db, actor, sources, params.id, now) }),
  )

  api.endpoint(
    {
      method: 'GET',
      path: `${paths.one}/:id/chunk/:nr`,
      family,
      summary: 'Get a piece of a finished file; pieces are numbered from 0',
      permission: permissions.read,
      params: params.extend({
        nr: z
          .string()
          .regex(/^\d{1,6}$/)
          .transform(Number),
      }),
      response: exportChunk,
    },
    async ({ db, actor, params, now }) => {
      const found = await readExport(db, actor, sources, params.id, now)
      if (found.state === 'expired')
        throw new Problem(409, 'export_expired', { message: 'The file is past its time and was removed' })
      if (found.state !== 'done')
        throw new Problem(409, 'export_not_done', { message: 'The file is not complete' })
      const chunk = await db
        .selectFrom('data_export_chunks')
        .select('rows')
        .where('export_id', '=', params.id)
        .where('nr', '=', params.nr)
        .executeTakeFirst()
      if (!chunk) throw new Problem(404, 'not_found', { message: 'No such piece' })
      // As it is stored: a file of a million rows would be read and written anew to say the same.
      return new Response(`{"success":true,"data":{"rows":${chunk.rows ?? '[]'}}}`, {
        headers: { 'content-type': 'application/json' },
      })
    },
  )

  api.endpoint(
    {
      method: 'POST',
      path: `${paths.one}/:id/cancel`,
      family,
      summary: 'Stop an export that waits or runs',
      permission: 'data_export::create',
      params,
      response: wrapped,
      write: true,
    },
    async ({ db, actor, params, now }) => {
      const found = await readExport(db, actor, sources, params.id, now)
      await cancelExport(db, actor, found, now)
      return { export: await readExport(db, actor, sources, params.id, now) }
    },
  )
}
