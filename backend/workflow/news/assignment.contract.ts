/** A finding is somebody's, and due on a day: the same command for each kind of finding. */
import { z } from 'zod'
import { isoDay, optionalLine } from '../../platform/contract/primitives'

/** Of a finding's row. */
export const assignedRow = {
  /** The user name of who is to see to it. */
  assignee: z.string().nullable(),
  due_on: isoDay.nullable(),
}

export const assignAction = <const Path extends string>(path: Path) => ({
  permission: 'finding::assign' as const,
  path,
  input: z.object({
    /** Left out, it is nobody's. */
    assignee: optionalLine(100),
    due_on: z
      .union([z.literal('').transform(() => null), isoDay])
      .nullish()
      .transform(day => day ?? null),
  }),
})
