/** Devices that people share: how long a sign-in lasts on them, instead of what holds for everybody. */
import { z } from 'zod'
import { id, instant, line } from './primitives'

/** A day without a request, a week in all: longer is not a limit. */
export const MOST_IDLE_MINUTES = 1_440
export const MOST_ABSOLUTE_HOURS = 168

export const sessionLimits = z.object({
  idle_minutes: z.number().int().min(1).max(MOST_IDLE_MINUTES),
  absolute_hours: z.number().int().min(1).max(MOST_ABSOLUTE_HOURS),
})
export type SessionLimits = z.output<typeof sessionLimits>

export const kioskInput = sessionLimits.extend({ name: line(1, 60) })
export type KioskInput = z.output<typeof kioskInput>

export const kiosk = kioskInput.extend({
  _id: id,
  tenant_id: id,
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type Kiosk = z.output<typeof kiosk>

/** The secret is given once, to the device itself. */
export const newKiosk = z.object({ kiosk, secret: z.string() })
export const kiosks = z.object({ kiosks: z.array(kiosk) })
export const kioskSecret = z.object({ secret: z.string().min(20).max(100) })
/** What holds for the sign-in that sent the request. */
export const kioskSession = sessionLimits.extend({ _id: id, name: z.string() })
