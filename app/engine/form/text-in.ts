const MOST_CHARACTERS = 10_000

/** One text of a form, with the line ends that every text here has. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, MOST_CHARACTERS).replace(/\r\n?/g, '\n') : ''
}
