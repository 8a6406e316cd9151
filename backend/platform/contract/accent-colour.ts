/**
 * A tenant's own accent colour: links, the chosen tab and main buttons have it. One colour is chosen; on light pages it
 * stands as it is, on dark ones lightened until it can be read. Only these six digits ever reach a stylesheet.
 */
export const ACCENT_COLOUR = /^#[0-9a-f]{6}$/i

/** What the colour is read on, of `app/styles/themes.css`: grounds of pages, of rows, of chosen and doubtful ones. */
export const GROUNDS = {
  light: ['#ffffff', '#f3f5f8', '#e9effb', '#eaf2f8', '#fdeceb', '#fdf3e3'],
  dark: ['#151a21', '#1d242e', '#1f2b40', '#1b2a36', '#332226', '#2b261c'],
} as const
/** What is read on the colour: the words of a button. */
export const ON_ACCENT = { light: '#ffffff', dark: '#0c1526' } as const

/** WCAG AA, for text of any size. */
const LEAST_CONTRAST = 4.5

type Ground = keyof typeof GROUNDS

/** The code of what is wrong with it, of `errors:fields`; null where it can be used. */
export const faultOfColour = (text: string): string | null =>
  !ACCENT_COLOUR.test(text) ? 'not_a_colour' : isReadable(text, 'light') ? null : 'colour_unreadable'

/** As each kind of page has it; null for what is no colour or could not be read. */
export function accentOf(text: string): Record<Ground, string> | null {
  if (faultOfColour(text) !== null) return null
  const light = text.toLowerCase()
  for (let white = 0; white <= 100; white += 5) {
    const dark = lightened(light, white / 100)
    if (isReadable(dark, 'dark')) return { light, dark }
  }
  return null
}

const isReadable = (colour: string, on: Ground): boolean =>
  [...GROUNDS[on], ON_ACCENT[on]].every(other => contrast(colour, other) >= LEAST_CONTRAST)

/** As WCAG 2 defines it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (more + 0.05) / (less + 0.05)
}

const channels = (colour: string): number[] =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(value => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `white`: 0 leaves it, 1 is white. */
const lightened = (colour: string, white: number): string =>
  `#${channels(colour)
    .map(value =>
      Math.round(value + (255 - value) * white)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
