/** The SMIB part of the configuration family (specification, section 7): one SMIB at a time. */
import { z } from 'zod'
import { restartMode, type SmibCommandType } from '../orders/control.contract'
import { protocolType, protocolTypes } from '../slots/protocols.contract'
import { reason } from '../../platform/contract/contract'
import { id, instant } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { smibControlAnswer } from './smib-control.contract'
import { smibControl } from './smib-control.queries'
import {
  refreshPassword,
  replaceSmib,
  sendCommand,
  setMode,
  unassign,
  type Mode,
} from './smib-control.service'
import { smibsContract } from './smibs.contract'
import { smibsStore } from './smibs.store'

const base = '/api/configuration/v1'
const family = 'configuration'
const params = z.object({ id })
const one = z.object({ smib: smibsContract.row })
const { get } = smibsStore

export function registerControl(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: `${base}/smib/:id/control`,
      family,
      permission: 'smib::list',
      params,
      response: smibControlAnswer,
      summary:
        'One SMIB now: its modes, last message, slot, warnings, and the last commands with their answers',
    },
    async ({ db, actor, scope, params: { id: smibId }, now }) =>
      smibControl(db, actor, await get(db, scope, smibId, now), now),
  )

  toggling(api, 'test_mode')
  toggling(api, 'log_mode')
  moving(api)
  telling(api)
  api.endpoint(
    {
      method: 'GET',
      path: `${base}/get-communication-protocol-types`,
      family,
      permission: { any: ['smib::list', 'slot::list'] },
      summary: 'Protocols of slots, and which commands a slot of each takes',
      response: z.object({ types: z.array(protocolType) }),
    },
    async () => ({ types: protocolTypes }),
  )
}

function toggling(api: Api, mode: Mode): void {
  const name = mode === 'test_mode' ? 'test' : 'log'
  api.endpoint(
    {
      method: 'POST',
      path: `${base}/smib/:id/toggle-${name}`,
      family,
      permission: `smib::toggle_${name}`,
      params,
      write: true,
      response: one,
      summary: `Switch ${name} mode \`on\` or off; without a value it is toggled. Already so: nothing changes`,
      body: z.object({ on: z.boolean().optional() }).strict(),
    },
    async context => {
      const {
        db,
        scope,
        params: { id: smibId },
        body,
        now,
      } = context
      const smib = await get(db, scope, smibId, now)
      if (smib.archived_at !== null) throw new Problem(409, 'archived', { message: 'The board is archived' })
      await setMode(context, [smib], mode, body.on)
      return { smib: await get(db, scope, smibId, now) }
    },
  )
}

function moving(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: `${base}/smib-to-smib`,
      family,
      permission: 'smib::replace',
      write: true,
      response: one,
      summary:
        'The SMIB `to` takes over slot and location of the SMIB `from`, which is unassigned; its history is not changed',
      body: z.object({ from: id, to: id, reason }).strict(),
    },
    async context => {
      const {
        db,
        scope,
        body: { from, to, reason: why },
        now,
      } = context
      const old = await get(db, scope, from, now)
      await replaceSmib(context, old, (await smibsStore.present(db, scope, [to], now))[0], why)
      return { smib: await get(db, scope, to, now) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${base}/smib/:id/unassign`,
      family,
      permission: 'smib::unassign',
      params,
      write: true,
      response: one,
      summary: 'Unassign the SMIB from its slot, where the slot’s rule allows it',
      body: z.object({ reason }).strict(),
    },
    async context => {
      const {
        db,
        scope,
        params: { id: smibId },
        body,
        now,
      } = context
      await unassign(context, await get(db, scope, smibId, now), body.reason)
      return { smib: await get(db, scope, smibId, now) }
    },
  )
}

function telling(api: Api): void {
  // The stored answer of an Idempotency-Key would hold the password: `expected` keeps a repeated request from making
  // another one.
  api.endpoint(
    {
      method: 'POST',
      path: `${base}/smib-refresh-password/:id`,
      family,
      permission: 'smib::refresh_password',
      params,
      summary: 'Set a new random password for the SMIB; it can be read in this answer alone',
      body: z.object({ expected: instant.nullable(), reason }).strict(),
      response: z.object({ password: z.string(), changed_at: instant }),
    },
    async ({ db, deps, actor, scope, params: { id: smibId }, body, now }) =>
      refreshPassword(deps, { actor, now }, await get(db, scope, smibId, now), body),
  )

  // A type is an endpoint of its own: each has its own body, and is described by it.
  const send = (type: SmibCommandType, summary: string, body: z.ZodObject = z.strictObject({})) =>
    api.endpoint(
      {
        method: 'POST',
        path: `${base}/smib-send-cmd/:id/type/${type}`,
        family,
        permission: 'smib::send_cmd',
        params,
        write: true,
        summary,
        body,
        response: z.object({ command_id: id }),
      },
      async context => {
        const {
          db,
          scope,
          body: { mode },
          now,
        } = context
        return sendCommand(
          context,
          await get(db, scope, context.params.id, now),
          type,
          mode as z.output<typeof restartMode> | undefined,
        )
      },
    )
  send(
    'restart',
    'Restart the SMIB: `mode` 1 without bluetooth, 2 with it',
    z.strictObject({ mode: restartMode }),
  )
  send('request_meters', 'Let the board read and send the machine’s meters now')
  send('sync_clock', 'Let the board set its clock')
  send('identify', 'Let the board show which one it is')
  send(
    'resend',
    'Let the board send again what is missing: `missing` of the command has first and last numbers',
  )
}
