import { sealOf } from '../../platform/secrets/sealed.service'
import { Problem } from '../../platform/contract/problem'
import type { Deps } from '../../platform/deps'
import type { Scope } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { boardConfigAnswer, boardConfigQuery, boardConfigRequest } from './smib-config.contract'
import { giveConfigs, type Asking } from './smib-config.service'

const path = '/api/configuration/v1/board-config'

export function registerBoardConfig(api: Api): void {
  const spec = {
    path,
    family: 'configuration',
    permission: 'ingest-token',
    response: boardConfigAnswer,
  } as const
  api.endpoint(
    {
      ...spec,
      method: 'POST',
      body: boardConfigRequest,
      summary: 'SMIBs fetch their effective configuration, and report which version they run',
    },
    async ({ scope, body, deps, now }) => give(deps, scope, body.boards, now),
  )
  api.endpoint(
    { ...spec, method: 'GET', query: boardConfigQuery, summary: 'The same for one SMIB' },
    async ({ scope, query, deps, now }) => {
      const answer = await give(
        deps,
        scope,
        [{ smib_id: query.smib_id, config_version: query.config_version ?? null, firmware: query.firmware }],
        now,
      )
      if (answer.unknown.length > 0) throw new Problem(404, 'not_found')
      return answer
    },
  )
}

/**
 * This is not a `write` endpoint: its answer holds secrets in clear, and answers of those are stored for repeated
 * requests. A second request does no harm.
 */
async function give(deps: Deps, scope: Scope, asking: readonly Asking[], now: number) {
  const seal = await sealOf(deps)
  return deps.db.transaction().execute(db => giveConfigs(db, scope, asking, seal, now))
}
