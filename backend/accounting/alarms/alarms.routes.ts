import { z } from 'zod'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { id } from '../../platform/contract/primitives'
import { invalidField } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { command } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { acknowledgeAlarms } from './acknowledge-alarms.service'
import { alarmPreview, alarmPreviewPath } from './alarm-preview.contract'
import { previewOf } from './alarm-preview.service'
import { alarmRulesContract, writesAlarmRules } from './alarm-rules.contract'
import { escalationPath, readsEscalation, ruleEscalation } from './escalation.contract'
import { escalationOf } from './rule-escalation.service'
import { alarmsContract } from './alarms.contract'
import { alarmsStore } from './alarms.store'
import { ruleOfInput } from './rule-values.queries'

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: escalationPath(':id'),
      family: 'alarms',
      summary: 'Whom each step of an alarm rule reaches now, and whom it names in vain',
      permission: readsEscalation,
      params: z.object({ id }),
      response: ruleEscalation,
    },
    async ({ db, actor, scope, params, now }) => {
      demandWhole(actor)
      return escalationOf(db, scope, params.id, now)
    },
  )
  crud(api, alarmsStore)
  command(
    api,
    alarmsStore,
    alarmsContract.actions.acknowledge,
    'Somebody sees to it: it is escalated no further, and stays open until its value is back',
    acknowledgeAlarms,
  )
  api.endpoint(
    {
      method: 'POST',
      path: alarmPreviewPath,
      family: 'alarms',
      summary: 'How often an alarm rule would have fired in the last 30 days; nothing is written',
      // It shows serial numbers and sums, which the rules' list does not.
      permission: writesAlarmRules,
      body: alarmRulesContract.input,
      response: z.object({ preview: alarmPreview }),
      reads: true,
    },
    async ({ db, actor, scope, body, now }) => {
      demandWhole(actor)
      const tenant = scope.tenantId ?? body.tenant
      if (tenant === null) throw invalidField('tenant', 'required')
      if (body.tenant !== null && body.tenant !== tenant) throw invalidField('tenant', 'unknown')
      return { preview: await previewOf(db, ruleOfInput(tenant, body), now) }
    },
  )
}
