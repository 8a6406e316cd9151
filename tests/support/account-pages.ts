/** Pages about somebody's own account: none of them needs a record. */
export const accountPages = [
  { name: 'profile', path: '/user-profile/profile-overview' },
  { name: 'personal information', path: '/user-profile/personal-information' },
  { name: 'account', path: '/user-profile/account-information' },
  { name: 'change password', path: '/user-profile/change-password' },
  { name: 'e-mail settings', path: '/user-profile/email-settings' },
  { name: 'second factor', path: '/user-profile/second-factor' },
  { name: 'passkeys', path: '/user-profile/passkeys' },
  { name: 'own rights', path: '/user-profile/rights' },
  { name: 'sessions', path: '/user-profile/sessions' },
  { name: 'forgot password', path: '/auth/forgot-password' },
  { name: 'reset password', path: '/auth/reset-password' },
  { name: 'prove', path: '/auth/prove' },
  { name: 'sso start', path: '/auth/sso/start' },
  { name: 'registration', path: '/auth/registration' },
  { name: 'rights matrix', path: '/acl/matrix' },
  { name: 'webhooks', path: '/notifications/webhooks' },
  { name: 'new webhook', path: '/notifications/webhooks/new' },
  { name: 'new notification channel', path: '/notifications/channels/new' },
  { name: 'webhook deliveries', path: '/notifications/webhook-deliveries' },
  { name: 'outbox', path: '/admin/outbox' },
  { name: 'audit log', path: '/admin/audit' },
  { name: 'audit check', path: '/admin/audit/check' },
] as const

/** About somebody else's account. */
export const userPages = async (recordOf: (list: string) => Promise<string>) =>
  [
    { name: 'user rights', path: `${await recordOf('/acl/users')}/rights` },
    { name: 'audit entry', path: await recordOf('/admin/audit') },
  ] as const
