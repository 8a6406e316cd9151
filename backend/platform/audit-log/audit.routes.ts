import { z } from 'zod'
import { pathsOf } from '../contract/contract'
import { id } from '../contract/primitives'
import { invalidField } from '../contract/problem'
import type { Api } from '../http/api'
import { listEndpoint } from '../http/crud'
import type { ListTakes } from '../request/list-body'
import { auditContract, verifyAnswer } from '../audit/audit.contract'
import { listEntries, readEntry } from '../audit/audit.queries'
import { adoptChains } from '../audit/registry'
import { readAnchors, verifyLog } from '../audit/verify'

const { family, row, permissions } = auditContract
const paths = pathsOf(auditContract)
/** An entry's id begins with its time, so its keys are one order. */
const takes: ListTakes = {
  row,
  filters: auditContract.filters,
  sort: auditContract.sort,
  order: { by: 'at', direction: 'DESC' },
  sortKeys: 1,
  searched: true,
  period: 'happened',
}

export function register(api: Api): void {
  listEndpoint(api, {
    family,
    takes,
    picks: true,
    path: paths.list,
    permission: permissions.list,
    summary: 'Who changed what, newest first',
    read: ({ db, scope, body, now }) => listEntries(db, scope, body, now),
  })
  listEndpoint(api, {
    family,
    takes,
    picks: true,
    path: `/api/${family}/v1/mine`,
    permission: 'signed-in',
    summary: 'What the signed-in person did, newest first',
    // A person's own deeds, also those of before they moved to another tenant.
    read: ({ db, actor, body, now }) => listEntries(db, { tenantId: null }, body, now, actor.id),
  })
  api.endpoint(
    {
      method: 'GET',
      path: `${paths.one}/:id`,
      family,
      summary: 'Get one entry',
      permission: permissions.read,
      params: z.object({ id }),
      response: z.object({ entry: row }),
    },
    async ({ db, scope, params }) => ({ entry: await readEntry(db, scope, params.id) }),
  )

  api.endpoint(
    {
      method: 'GET',
      path: `/api/${family}/v1/verify`,
      family,
      summary:
        'Check that no entry was changed, removed or inserted; `anchor` is one that was given before, or several',
      permission: permissions.list,
      query: z.object({ anchor: z.string().max(8_000).optional() }).strict(),
      response: verifyAnswer,
    },
    async ({ db, scope, query, deps, now }) => {
      const anchors = query.anchor === undefined ? [] : readAnchors(query.anchor)
      if (!anchors) throw invalidField('anchor', 'invalid')
      await adoptChains(deps, 'first', now)
      return verifyLog(db, scope, anchors)
    },
  )
}
