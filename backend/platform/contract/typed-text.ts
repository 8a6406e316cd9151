/**
 * Which characters a text may hold that people type. What nobody can see makes two names look alike, and a mark of
 * direction turns round whatever stands after it in a sentence. Joiners stay: emoji and some scripts are written with
 * them.
 */
import type { z } from 'zod'

/** C0 and C1; NUL breaks PostgreSQL text. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f'
const CONTROLS_OF_LINES = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'
/** Soft hyphen, separators of lines, marks of direction, spaces without width, tags of annotations. */
const UNSEEN =
  '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb'

const patternWithout = (characters: string) => `^[^${characters}]*$`
/** For the API's description. */
export const LINE_PATTERN = patternWithout(CONTROLS + UNSEEN)
export const LINES_PATTERN = patternWithout(CONTROLS_OF_LINES + UNSEEN)

const control = new RegExp(`[${CONTROLS}]`)
const controlOfLines = new RegExp(`[${CONTROLS_OF_LINES}]`)
const unseen = new RegExp(`[${UNSEEN}]`)
/** Letters of Korean and Braille that are blank, although they are letters. */
const visible = /[^\P{L}\u115f\u1160\u3164\uffa0]|\p{N}|\p{P}|[^\P{S}\u2800]/u

/** Blanks, and what has neither width nor meaning before the first and after the last character that can be seen. */
const OUTSIDE = '[\\s\\u00ad\\u180e\\u200b-\\u200f\\u2060\\ufeff]'
const outside = new RegExp(OUTSIDE)
export const BLANK = new RegExp(`^${OUTSIDE}*$`)

/** What people mean by a text that they typed or pasted: without blanks around it. */
export function bare(text: string): string {
  // Sign by sign: a pattern that ends in `+$` would begin anew at each blank of a long row of them inside the text.
  let [from, to] = [0, text.length]
  while (from < to && outside.test(text.charAt(from))) from++
  while (to > from && outside.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

export const onOneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map(part => part.trim())
    .filter(Boolean)
    .join(' ')
export const withOneLineEnd = (text: string): string => text.replace(/\r\n?/g, '\n')

type Check = (text: string, context: z.RefinementCtx) => void

export const demandLine: Check = (text, context) => demand(text, context, control)
export const demandLines: Check = (text, context) => demand(text, context, controlOfLines)

function demand(text: string, context: z.RefinementCtx, controls: RegExp): void {
  const problem = (message: string, params?: Record<string, string>) =>
    context.addIssue({ code: 'custom', message, ...(params && { params }) })
  const [found] = unseen.exec(text) ?? []
  if (controls.test(text)) problem('control_characters')
  else if (found) problem('unseen_character', { character: codeOf(found) })
  else if (text !== '' && !visible.test(text)) problem('nothing_visible')
}

/** "U+202E", by which it can be looked up. */
const codeOf = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
