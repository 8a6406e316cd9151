import type { PermissionRule } from '../../../backend/platform/contract/permissions'

export const SMIB_CONTROL = '/advanced/smib/control'

/** Each has a page that says what will happen before it does. */
export const steps = {
  replace: 'smib::replace',
  unassign: 'smib::unassign',
  'refresh-password': 'smib::refresh_password',
  restart: 'smib::send_cmd',
} as const satisfies Record<string, PermissionRule>
export type Step = keyof typeof steps
export const isStep = (name: string | undefined): name is Step =>
  name !== undefined && Object.hasOwn(steps, name)
