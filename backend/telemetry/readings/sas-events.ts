/** SAS exception codes (domain notes, section 3): what they mean to an operator. Texts are the console's, by code. */
type Severity = 'info' | 'warning' | 'alarm'
export interface EventKind {
  category: string
  severity: Severity
}

const kinds: Record<string, EventKind> = {}
const add = (category: string, codes: Partial<Record<Severity, string>>): void => {
  for (const [severity, list] of Object.entries(codes)) {
    for (const code of list.split(' ')) kinds[code] = { category, severity: severity as Severity }
  }
}

add('door', { alarm: '11 13 15 19 1B 1D 98 99 9A 9B', info: '12 14 16 1A 1C 1E' })
add('power', { info: '17', warning: '18' })
add('tilt', { warning: '20 21 22 23 24 25 27 28 29 2A 2D 2E 79', info: '2B', alarm: '2C' })
add('memory', { alarm: '31 32 33 34 35 36 37 38 39 7A', warning: '3A 3B 7B' })
add('configuration', { warning: '3C 70 86', info: '82 83 84 85 8C 8F', alarm: '8E' })
add('ticket', { info: '3D 3E 57 67 68 76', warning: '3F 60 61 74 75 77 78' })
add('reel', { warning: '40 41 42 43 44 45 46', info: '88' })
add('bill', { info: '47 48 49 4A 4B 4C 4D 4E 4F 50' })
add('handpay', { alarm: '51 56', info: '52 54 55 7C', warning: '53' })
add('aft', { info: '66 69 6A 6B 6C 6D 6E 6F' })
add('play', { info: '1F 7E 7F 87 89 8A 8B' })
add('other', { info: '71 72', warning: '80 81' })

/** Events that this system makes itself; convention. */
const made: Record<string, EventKind> = {
  smib_offline: { category: 'board', severity: 'warning' },
  smib_online: { category: 'board', severity: 'info' },
  sequence_gap: { category: 'board', severity: 'warning' },
  sequence_reset: { category: 'board', severity: 'warning' },
  duplicate_message: { category: 'board', severity: 'info' },
  clock_drift: { category: 'board', severity: 'warning' },
  counter_rollover: { category: 'memory', severity: 'info' },
  counter_held: { category: 'memory', severity: 'warning' },
  counter_baseline: { category: 'memory', severity: 'warning' },
  config_pushed: { category: 'configuration', severity: 'info' },
}

/** Any code that SAS does not list is stored, as information. */
export const eventKind = (code: string): EventKind =>
  kinds[code] ?? made[code] ?? { category: 'unknown', severity: 'info' }

export const sasCodes: readonly string[] = Object.keys(kinds)
export const madeCodes: readonly string[] = Object.keys(made)
