/** The commands that a slot understands depend on the protocol that it speaks (domain notes, sections 1 and 10). */
import { z } from 'zod'
import { slotProtocol } from './slots.contract'

export const protocolType = z.object({
  protocol: slotProtocol,
  family: z.enum(['SAS', 'G2S', 'pulse']),
  /** It can be locked by the host. */
  lock: z.boolean(),
  /** It moves credits electronically: registration and asset number mean something. */
  aft: z.boolean(),
  /** It answers to a SAS address, 1 to 127. */
  addressed: z.boolean(),
})
export type ProtocolType = z.infer<typeof protocolType>

export const protocolTypes: readonly ProtocolType[] = slotProtocol.options.map(protocol => {
  const family = protocol === 'G2S' || protocol === 'pulse' ? protocol : 'SAS'
  return {
    protocol,
    family,
    lock: family !== 'pulse',
    aft: family === 'SAS' && protocol !== 'SAS 5.02',
    addressed: family === 'SAS',
  }
})

/**
 * Whether a slot of this protocol hears anything from its host: pulses only go up, and what no SMIB speaks says nothing
 * at all.
 */
export const isCommandable = (protocol: string): boolean => protocolOf(protocol)?.lock ?? false

/** Whether it moves credits electronically. */
export const hasAft = (protocol: string): boolean => protocolOf(protocol)?.aft ?? false

/** The SMIBs of this system know how to speak it. */
export const isSpoken = (protocol: string): boolean => protocolOf(protocol) !== undefined

export const protocolOf = (protocol: string): ProtocolType | undefined =>
  protocolTypes.find(one => one.protocol === protocol)
