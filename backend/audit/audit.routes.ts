import { z } from 'zod'
import { pathsOf } from '../contract/contract'
import { id } from '../contract/primitives'
import type { Api } from '../http/api'
import { listEndpoint } from '../http/crud'
import type { ListTakes } from '../http/list-body'
import { auditContract, verifyAnswer } from './audit.contract'
import { chainsIn, listEntries, readEntry } from './audit.queries'
import { verifyChain } from './audit.service'

const { family, row, permissions } = auditContract
const paths = pathsOf(auditContract)
/** An entry's id begins with its time, so its keys are one order. */
const takes: ListTakes = { row, filters: auditContract.filters, sort: auditContract.sort, order: { by: 'at', direction: 'DESC' }, sortKeys: 1, searched: true, period: 'happened' }

export function register(api: Api): void {
  listEndpoint(api, {
    family, takes, picks: true, path: paths.list, permission: permissions.list, summary: 'Who changed what, newest first',
    read: ({ db, scope, body, now }) => listEntries(db, scope, body, now),
  })
  listEndpoint(api, {
    family, takes, picks: true, path: `/api/${family}/v1/mine`, permission: 'signed-in', summary: 'What the signed-in person did, newest first',
    // A person's own deeds, also those of before they moved to another tenant.
    read: ({ db, actor, body, now }) => listEntries(db, { tenantId: null }, body, now, actor.id),
  })
  api.endpoint({
    method: 'GET', path: `${paths.one}/:id`, family, summary: 'Get one entry', permission: permissions.read,
    params: z.object({ id }), response: z.object({ entry: row }),
  }, async ({ db, scope, params }) => ({ entry: await readEntry(db, scope, params.id) }))

  api.endpoint({
    method: 'GET', path: `/api/${family}/v1/verify`, family, summary: 'Check that no entry was changed, removed or inserted', permission: permissions.list,
    response: verifyAnswer,
  }, async ({ db, scope }) => {
    const chains = []
    for (const tenant_id of await chainsIn(db, scope)) chains.push({ tenant_id, ...await verifyChain(db, tenant_id) })
    const broken = chains.find(chain => !chain.ok)
    return { ok: broken === undefined, broken_at: broken?.broken_at ?? null, chains }
  })
}
