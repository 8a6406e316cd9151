/**
 * slotcontrol (specification, section 7) and the way down to SMIBs. Lock and unlock themselves are the slots' own
 * commands.
 */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { id, versionInput } from '../../platform/contract/primitives'
import { announce } from '../../workflow/notifications/notifications.service'
import type { Api } from '../../platform/http/api'
import { listEndpoint } from '../../platform/http/crud'
import type { ListTakes } from '../../platform/request/list-body'
import { exactFilters } from '../../platform/request/exact-filters'
import { recordAnswers } from './answers'
import {
  assetNumber,
  commandsContract,
  machineCommand,
  slotStatusAnswer,
  unassignRule,
} from '../orders/control.contract'
import { commandsMatching, slotStatus } from './control.queries'
import { answersAnswer, answersRequest, fetchAnswer, fetchRequest } from './downlink.contract'
import { fetchCommands } from './downlink'
import { orderAftRegistration, orderAssetNumber, tellAgain } from './slot-orders.service'
import { ruleOf, setRule } from './unassign-rule.service'

const ordered = z.object({ command_id: id })
const { filters, sort, permissions } = commandsContract
const commandsTake: ListTakes = {
  row: machineCommand,
  filters,
  sort,
  order: { by: 'created_at', direction: 'DESC' },
  sortKeys: 1,
  searched: false,
}

export function register(api: Api): void {
  slotControl(api)
  unassigning(api)
  downlink(api)
}

function slotControl(api: Api): void {
  const family = 'slotcontrol'
  api.endpoint(
    {
      method: 'GET',
      path: '/api/slotcontrol/v1/slot-status/:slotId',
      family,
      permission: 'slot::get',
      params: z.object({ slotId: id }),
      response: slotStatusAnswer,
      summary:
        'One slot now: SMIB, credits, door, lock, AFT registration, and the last commands with their answers',
    },
    ({ db, scope, params, now }) => slotStatus(db, scope, params.slotId, now),
  )

  listEndpoint(api, {
    family,
    path: '/api/slotcontrol/v1/commands',
    permission: permissions.list,
    takes: commandsTake,
    summary: 'Commands to slots and SMIBs, newest first; filters slot, smib, kind, state, bulk',
    read: async ({ db, scope, body, now }) => ({
      ...(await commandsMatching(db, scope, exactFilters(body, filters), body)),
      as_of: now,
    }),
  })
  api.endpoint(
    {
      method: 'POST',
      path: '/api/slotcontrol/v1/aft/refresh-registration',
      family,
      permission: 'slot::aft_refresh_registration',
      write: true,
      summary: 'Order a new AFT registration of the slot (SAS long poll 73)',
      body: z.object({ slot: id, reason }).strict(),
      response: ordered,
    },
    context => orderAftRegistration(context, context.body.slot, context.body.reason),
  )

  api.endpoint(
    {
      method: 'POST',
      path: '/api/slotcontrol/v1/aft/set-asset-number',
      family,
      permission: 'slot::aft_set_asset_number',
      write: true,
      summary: 'Order an asset number for the slot, unique within the tenant; cancels its AFT registration',
      body: z.object({ slot: id, asset_number: assetNumber, reason }).strict(),
      response: ordered,
    },
    context => orderAssetNumber(context, context.body.slot, context.body.asset_number, context.body.reason),
  )

  api.endpoint(
    {
      method: 'POST',
      path: '/api/slotcontrol/v1/tell-again',
      family,
      permission: { any: ['slot::lock', 'slot::unlock'] },
      write: true,
      summary: 'Send a slot again what it refused: the lock or unlock that its status orders',
      body: z.object({ slot: id }).strict(),
      response: ordered,
    },
    context => tellAgain(context, context.body.slot),
  )
}

function unassigning(api: Api): void {
  const path = '/api/configuration/v1/slot/:slotId/unassign-rule'
  const about = {
    path,
    family: 'configuration',
    params: z.object({ slotId: id }),
    response: z.object({ rule: unassignRule, version: z.number().int() }),
    versioned: '',
  }
  api.endpoint(
    {
      ...about,
      method: 'GET',
      permission: 'slot::get',
      summary: 'What is required before a SMIB may be unassigned from this slot',
    },
    ({ db, actor, params }) => ruleOf(db, actor, params.slotId),
  )
  api.endpoint(
    {
      ...about,
      method: 'PUT',
      permission: 'slot::unassign_rule',
      write: true,
      summary: 'Change that rule; a change takes a reason',
      body: z.strictObject({ rule: unassignRule, version: versionInput, reason: reason.optional() }),
    },
    context => setRule(context, context.params.slotId, { ...context.body, version: context.version }),
  )
}

function downlink(api: Api): void {
  const about = { method: 'POST', family: 'rawdata', permission: 'ingest-token' } as const
  api.endpoint(
    {
      ...about,
      path: '/api/rawdata/v1/commands/fetch',
      summary: 'Commands for these SMIBs: fetched every few seconds, and given again until they are answered',
      body: fetchRequest,
      response: fetchAnswer,
    },
    async ({ db, scope, body, now }) => ({
      commands: await fetchCommands(db, scope, body.smib_ids, now),
    }),
  )
  api.endpoint(
    {
      ...about,
      path: '/api/rawdata/v1/commands/answers',
      summary: 'Answers of slots and SMIBs to commands, with a verdict for each answer',
      body: answersRequest,
      response: answersAnswer,
      write: true,
    },
    async ({ db, actor, scope, body, now, deps }) => {
      const { verdicts, raised } = await recordAnswers({ db, actor, scope, now }, body.answers)
      announce(deps, raised)
      return { verdicts }
    },
  )
}
