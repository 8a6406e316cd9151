/** The people of the console (specification, section 3: users): who they are, whose, and what they may do. */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, line, optionalLine, reference, recordRow } from '../../platform/contract/primitives'
import { newPassword } from '../auth/password-rules.contract'
import { emailAddress, FEWEST, MOST } from '../auth/account-lengths.contract'
import { username } from '../auth/username.contract'

export const userState = z.enum(['active', 'disabled'])

/** Nobody can keep track of more roles or groups than this. */
const MAX_TIES = 50
const ties = z
  .array(id)
  .max(MAX_TIES)
  .transform(list => [...new Set(list)])
  .optional()
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)

export const usersContract = defineContract({
  family: 'users',
  one: 'user',
  many: 'users',
  confidential: 'all',
  row: z.object({
    ...recordRow,
    username: z.string(),
    full_name: z.string(),
    email: z.string().nullable(),
    email_verified: z.boolean(),
    phone: z.string().nullable(),
    job_title: z.string().nullable(),
    tenant: reference.nullable(),
    all_tenants: z.boolean(),
    enabled: z.boolean(),
    state: userState,
    roles: z.array(reference),
    groups: z.array(reference),
    /** Null: never, or so long ago that the sign-in has been cleared. */
    last_sign_in_at: instant.nullable(),
    password_changed_at: instant.nullable(),
  }),
  input: z.object({
    username,
    full_name: line(FEWEST, MOST),
    email: optional(emailAddress),
    /** Given to somebody else; usual is a link by which they choose it themselves. */
    password: newPassword.optional(),
    phone: optionalLine(40),
    job_title: optionalLine(80),
    tenant: optional(id),
    all_tenants: z.boolean().default(false),
    /** Left out, it stays as it is: a form without it must not let somebody in again. */
    enabled: z.boolean().optional(),
    roles: ties,
    groups: ties,
  }),
  inputAliases: { fullname: 'full_name', status: 'enabled' },
  /** `permission`: of the catalogue, however they come by it. */
  filters: z.object({
    tenant: id,
    state: userState,
    role: id,
    group: id,
    permission: id,
    archived: z.boolean(),
  }),
  sort: ['username', 'full_name', 'created_at', 'updated_at'],
  permissions: {
    list: 'acl_user::list',
    read: 'acl_user::list',
    create: 'acl_user::create',
    update: 'acl_user::update',
    archive: 'acl_user::delete',
    unarchive: 'acl_user::delete',
  },
  actions: {
    enable: {
      permission: 'acl_user::update',
      path: '/api/users/v1/user-enable',
      input: z.object({}),
    },
    disable: {
      permission: 'acl_user::update',
      path: '/api/users/v1/user-disable',
      input: z.object({ reason }),
    },
    end_sessions: {
      permission: 'acl_user::update',
      path: '/api/users/v1/user-end-sessions',
      input: z.object({ reason }),
    },
    unlock: {
      permission: 'acl_user::unlock',
      path: '/api/users/v1/user-unlock',
      input: z.object({}),
    },
    send_password_link: {
      permission: 'acl_user::update',
      path: '/api/users/v1/user-send-password-link',
      input: z.object({}),
    },
    reset_second_factor: {
      permission: 'acl_user::update',
      path: '/api/users/v1/user-reset-second-factor',
      input: z.object({}),
    },
    untie_identity: {
      permission: 'acl_user::update',
      path: '/api/users/v1/user-untie-identity',
      input: z.object({ reason }),
    },
    password_link: {
      permission: 'acl_user::update',
      path: '/api/users/v1/user-password-link',
      input: z.object({}),
    },
  },
  reveals: ['password_link'],
})
