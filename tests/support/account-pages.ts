/** Pages about somebody's own account: none of them needs a record. */
export const accountPages = [
  { name: 'profile', path: '/user-profile/profile-overview' },
  { name: 'forgot password', path: '/auth/forgot-password' },
  { name: 'reset password', path: '/auth/reset-password' },
  { name: 'outbox', path: '/admin/outbox' },
] as const
