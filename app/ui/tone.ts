/** The five meanings a status may have. Each is a colour, a shape and a word together, never colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted'

/** Shapes: ● good ▲ warn ■ bad ◆ info (or locked) ○ muted. CSS draws them. */
export type Mark = Tone | 'locked'

export const classes = (...names: (string | false | null | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined
