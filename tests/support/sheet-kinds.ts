/** Sheets that few people open: pages of their own, which a script puts where their link stood. */
export const sheetKinds = ['period', 'more filters', 'menu', 'language'] as const

export const sheetPages = (location: string): { name: (typeof sheetKinds)[number]; path: string }[] => [
  { name: 'period', path: `/slots/period?location=${location}&timeRange=last+week` },
  { name: 'more filters', path: `/slots/filters?location=${location}&archived=1` },
  { name: 'menu', path: '/menu?from=/slots' },
  { name: 'language', path: '/language?from=/slots' },
]
