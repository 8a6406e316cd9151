/** What a location's door answered on a gaming day, as its report keeps it: how often, and never whom. */
import { z } from 'zod'

const count = z.number().int().min(0)

export const doorFigures = z.object({ asked: count, denied: count, manager: count })
export type DoorFigures = z.output<typeof doorFigures>
