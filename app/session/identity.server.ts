/** Who is signed in and what they may do, in the shapes the backend's authorization family answers. */
import { z } from 'zod'

const userShape = z.looseObject({
  user_id: z.string(),
  username: z.string(),
  full_name: z
    .string()
    .nullish()
    .transform(name => name ?? ''),
  tenant_id: z
    .string()
    .nullish()
    .transform(id => id ?? '0'.repeat(24)),
  language: z.string().nullish(),
  time_zone: z.string().nullish(),
  avatar: z.string().nullish(),
  roles: z
    .array(z.string())
    .nullish()
    .transform(roles => roles ?? []),
  user_profile: z
    .looseObject({
      full_name: z.string().nullish(),
      job_title: z.string().nullish(),
      user_email: z.string().nullish(),
      phone_number: z.string().nullish(),
      email_is_verified: z.boolean().nullish(),
    })
    .nullish(),
  /** Nothing is permitted before a second factor is set up. */
  second_factor_due: z.boolean().nullish(),
  /** Rules leave them a part of the network. */
  narrowed: z.boolean().nullish(),
  /** Their tenant's, where it has any. */
  session_limits: z
    .looseObject({
      idle_minutes: z.number().positive().nullish(),
      absolute_hours: z.number().positive().nullish(),
    })
    .nullish(),
})
export type User = z.output<typeof userShape>

/** 1 = allowed; anything else is not (specification section 6). 0: the person's roles allow it, rules do not. */
const permissionsShape = z
  .record(z.string(), z.unknown())
  .transform(
    map =>
      Object.fromEntries(Object.entries(map).filter(([, value]) => value === 1 || value === 0)) as Record<
        string,
        number
      >,
  )

/** Wrong passwords for this name since its last sign-in. */
const failedSignIns = z.looseObject({
  count: z.number().int().min(1),
  last_at: z.number(),
  addresses: z.array(z.looseObject({ address: z.string().nullable() })),
})
export type FailedSignIns = z.output<typeof failedSignIns>

export const loginAnswer = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  permissions: permissionsShape.nullish(),
  user: userShape.nullish(),
  device_token: z.string().max(1_000).nullish(),
  failed_sign_ins: failedSignIns.nullish().catch(null),
})

export const checkAnswer = z.looseObject({ user: userShape, permissions: permissionsShape })

/** The specification reads `data.data`, which an axios client writes for this body's own `data`. */
export const refreshAnswer = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
})

export interface Tokens {
  access: string
  refresh: string | null
}

export interface Identity {
  user: User
  permissions: Record<string, number>
  /** When the backend said so, epoch milliseconds. */
  checkedAt: number
}
