/** Sealed documents: pages for people without an account, and of who checks them. */
export const sealKinds = [
  'verify',
  'verify code',
  'verify point',
  'seals',
  'share links',
  'new share link',
  'report schedules',
  'new report schedule',
  'report sendings',
  'reopenings',
  'new reopening',
  'approvals',
] as const

export const sealPages = (location: string) =>
  [
    { name: 'verify', path: '/verify' },
    { name: 'verify code', path: '/verify?code=AAAA-AAAA-AAAA' },
    { name: 'verify point', path: `/verify/jackpot-point?hash=${'ab'.repeat(32)}` },
    { name: 'share links', path: '/share-links' },
    { name: 'new share link', path: '/share-links/new' },
    { name: 'report schedules', path: '/reports/report-schedules' },
    { name: 'new report schedule', path: '/reports/report-schedules/new' },
    { name: 'report sendings', path: '/reports/report-sendings' },
    { name: 'reopenings', path: '/reports/reopenings' },
    { name: 'new reopening', path: '/reports/reopenings/new' },
    { name: 'approvals', path: '/approvals' },
    { name: 'seals', path: `/locations/${location}/seals` },
  ] as const
