/** The SMIBs of rollouts, each with what became of it. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, recordRow, reference } from '../../platform/contract/primitives'

/**
 * ordered: it has not answered yet. taken: it has the file, and has not reported the version. updated: it reports the
 * version, which nothing else means. other: it took the file and still reports another version. no_answer: it is not
 * known what it runs. left: it was not to be changed. stopped: its turn did not come.
 */
export const boardResult = z.enum([
  'waiting',
  'ordered',
  'taken',
  'updated',
  'refused',
  'other',
  'no_answer',
  'left',
  'stopped',
])
export type BoardResult = z.infer<typeof boardResult>

export const firmwareBoardsContract = defineContract({
  family: 'configuration',
  one: 'firmware-board',
  many: 'firmware-boards',
  row: z.object({
    ...recordRow,
    rollout: reference,
    smib: reference,
    slot: reference.nullable(),
    location: reference,
    tenant: reference,
    result: boardResult,
    /** The SMIB's own code, or why it was left. */
    code: z.string().nullable(),
    wave: z.number().int().nullable(),
    firmware_before: z.string().nullable(),
    firmware: z.string(),
    /** Now. */
    reported: z.string().nullable(),
    reported_at: instant.nullable(),
    last_seen_at: instant.nullable(),
    ordered_at: instant.nullable(),
    settled_at: instant.nullable(),
  }),
  input: z.object({}),
  filters: z.object({ rollout: id, smib: id, location: id, tenant: id, result: boardResult }),
  sort: [],
  permissions: { list: 'smib::list_firmware', read: 'smib::list_firmware' },
  actions: {},
})
