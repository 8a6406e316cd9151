/** Pages for people without an account. */
export const publicKinds = ['verify', 'verify code'] as const

export const publicPages = () =>
  [
    { name: 'verify', path: '/verify' },
    { name: 'verify code', path: '/verify?code=AAAA-AAAA-AAAA' },
  ] as const
