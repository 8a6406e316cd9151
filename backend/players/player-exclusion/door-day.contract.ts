/** The answers of a location's door on a gaming day, as its report stores them: how often, and never about whom. */
import { z } from 'zod'

const count = z.number().int().min(0)

export const doorFigures = z.object({ asked: count, denied: count, manager: count })
export type DoorFigures = z.output<typeof doorFigures>
