/** A finding is somebody's, and due on a day: the same command for each kind of finding. */
import { z } from 'zod'
import { isoDay, line } from '../../platform/contract/primitives'

/** Of a finding's row. */
export const assignedRow = {
  /** The user name of who is to see to it. */
  assignee: z.string().nullable(),
  due_on: isoDay.nullable(),
}

/** Left out, what stands stays; empty, it is removed. */
const changed = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullable()
    .optional()

export const assignAction = <const Path extends string>(path: Path) => ({
  permission: 'finding::assign' as const,
  path,
  input: z.object({
    /** A user name; empty, it is nobody's. */
    assignee: changed(line(1, 100)),
    due_on: changed(isoDay),
  }),
})
