/** What stands in a day's evidence besides readings: repairs and readings by hand, by kind. */
export const repairKinds = [
  'fell',
  'jumped',
  'silent',
  'cleared',
  'restarted',
  'repriced',
  'unproven',
] as const
export const repairStates = ['open', 'decided', 'contested'] as const

/** `opening`: where the meters stood when the slot joined; nothing is said of the time before. */
export const manualKinds = ['reading', 'opening'] as const
