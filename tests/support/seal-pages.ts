/** Sealed documents: pages for people without an account, and of who checks them. */
export const sealKinds = ['verify', 'verify code', 'seals'] as const

export const sealPages = (location: string) =>
  [
    { name: 'verify', path: '/verify' },
    { name: 'verify code', path: '/verify?code=AAAA-AAAA-AAAA' },
    { name: 'seals', path: `/locations/${location}/seals` },
  ] as const
