import { hasShape } from './watch'

/** How long a session lasts. Milliseconds from the moment it was said; `warning` before the end the page speaks. */
export interface End {
  remaining: number
  isFinal: boolean
  warning: number
}

export const isEnd = hasShape<End>({ remaining: 'number', isFinal: 'boolean', warning: 'number' })
