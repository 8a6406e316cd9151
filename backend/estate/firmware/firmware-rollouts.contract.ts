/** A rollout brings SMIBs to a version of their firmware, in waves; a draft of one is what its confirmation shows. */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, line, recordRow, reference } from '../../platform/contract/primitives'

export const MOST_BOARDS = 10_000
/** A SMIB that has taken the file has this long to start it and report it. Milliseconds; a convention. */
export const REPORT_WITHIN_MS = 15 * 60_000

export const rolloutState = z.enum(['draft', 'running', 'paused', 'done', 'stopped'])

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)

/** How a rollout goes on. */
const pace = {
  wave_size: z.number().int().min(1).max(1_000).default(10),
  wave_unit: z.enum(['smibs', 'percent']).default('smibs'),
  /** Minutes from the start of a wave until the next. */
  gap: z.number().int().min(0).max(10_080).default(60),
  /** Whole hours of the day where the SMIB stands; both alike: all day. */
  hour_from: z.number().int().min(0).max(23).default(0),
  hour_to: z.number().int().min(0).max(23).default(0),
  /** A wave in which more than this share fails or is silent pauses the rollout. */
  fail_percent: z.number().int().min(0).max(100).default(20),
}
const read = <Schema extends z.ZodType>({ def }: z.ZodDefault<Schema>) => def.innerType

const commandPath = (name: string) => `/api/configuration/v1/firmware-rollout-${name}`
const why = z.object({ reason })

export const firmwareRolloutsContract = defineContract({
  family: 'configuration',
  one: 'firmware-rollout',
  many: 'firmware-rollouts',
  row: z.object({
    ...recordRow,
    name: z.string(),
    tenant: reference,
    /** Null: each SMIB gets back the version that it had before. */
    firmware: reference.nullable(),
    location: reference.nullable(),
    group: reference.nullable(),
    /** The rollout that this one takes back. */
    back_of: reference.nullable(),
    state: rolloutState,
    /** Why it is paused. */
    pause: z.enum(['person', 'failures']).nullable(),
    wave_size: read(pace.wave_size),
    wave_unit: read(pace.wave_unit),
    gap: read(pace.gap),
    hour_from: read(pace.hour_from),
    hour_to: read(pace.hour_to),
    fail_percent: read(pace.fail_percent),
    wave: z.number().int(),
    next_wave_at: instant.nullable(),
    /** By the results of its SMIBs, which add up to the total. */
    total: z.number().int(),
    waiting: z.number().int(),
    under_way: z.number().int(),
    updated: z.number().int(),
    failed: z.number().int(),
    silent: z.number().int(),
    left: z.number().int(),
    /** Of those that wait: how many are offline now. */
    offline: z.number().int(),
    /** Which versions its SMIBs report now; null: those that never reported one. */
    versions: z.array(z.object({ firmware: z.string().nullable(), smibs: z.number().int() })),
    created_by: z.string(),
    started_by: z.string().nullable(),
    started_at: instant.nullable(),
    finished_at: instant.nullable(),
  }),
  input: z.object({
    name: line(3, 60),
    firmware: id,
    location: orNull(id),
    group: orNull(id),
    ...pace,
  }),
  filters: z.object({ tenant: id, firmware: id, location: id, state: rolloutState }),
  sort: ['name', 'created_at', 'updated_at'],
  permissions: {
    list: 'smib::list_firmware',
    read: 'smib::list_firmware',
    create: 'smib::roll_out_firmware',
  },
  actions: {
    start: { permission: 'smib::roll_out_firmware', path: commandPath('start'), input: why },
    pause: { permission: 'smib::roll_out_firmware', path: commandPath('pause'), input: why },
    go_on: { permission: 'smib::roll_out_firmware', path: commandPath('go-on'), input: why },
    stop: { permission: 'smib::roll_out_firmware', path: commandPath('stop'), input: why },
    take_back: { permission: 'smib::roll_out_firmware', path: commandPath('take-back'), input: why },
  },
})
