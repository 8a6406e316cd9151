import { z } from 'zod'
import {
  machineCommand,
  slotStatusAnswer,
  type MachineCommand,
} from '../../../backend/control/control.contract'
import type { PlainAsk } from '../../engine/list/plain.server'
import { idOf } from '../../engine/resource-at.server'
import type { GuardedContext } from '../../session/guard.server'
import { SMIB_CONTROL } from './smib-steps'
import { readControl } from './smib.server'

const answerShape = z.looseObject({
  rows: z.array(machineCommand),
  total: z.number().int(),
  as_of: z.number().int(),
})
const ofBoard = (pathname: string): boolean => pathname.startsWith(SMIB_CONTROL)

export const readCommands = ({ request }: { request: Request }) =>
  ofBoard(new URL(request.url).pathname) ? ('smib::list' as const) : ('slot::get' as const)

/** Whose commands they are, and its own control page. */
export async function targetOf(asked: Pick<GuardedContext, 'api' | 'params' | 'url' | 't'>) {
  const id = idOf(asked.params)
  if (ofBoard(asked.url.pathname)) {
    const { smib } = await readControl(asked)
    return {
      id,
      home: `${SMIB_CONTROL}/${id}`,
      title: asked.t('smib-control:title', { mac: smib.mac }),
      name: smib.mac,
    }
  }
  const { serial } = await asked.api.call('GET', `/api/slotcontrol/v1/slot-status/${id}`, {
    schema: slotStatusAnswer,
  })
  return { id, home: `/slot/control/${id}`, title: asked.t('control:title', { serial }), name: serial }
}

/** Of the machine or board that the address names. */
export const askCommands: PlainAsk<MachineCommand> = (
  { api, url, params },
  { exactFields, exactValues, ...request },
) => {
  const about = ofBoard(url.pathname) ? 'smib' : 'slot'
  return api.call('POST', '/api/slotcontrol/v1/commands', {
    body: { ...request, exactFields: [about, ...exactFields], exactValues: [idOf(params), ...exactValues] },
    write: false,
    schema: answerShape,
  })
}
