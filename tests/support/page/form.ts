/** Sending a form as a browser without scripts does. */

export interface FilePayload {
  name: string
  mimeType: string
  buffer: Uint8Array
}
export const fileOf = ({ name, mimeType, buffer }: FilePayload): File =>
  new File([buffer as BlobPart], name, { type: mimeType })

export interface Sending {
  method: string
  url: URL
  body?: BodyInit
  type?: string
}

/** Files that were chosen: jsdom's own inputs take none from outside. */
const chosen = new WeakMap<Element, File[]>()
export const chooseFiles = (input: Element, files: File[]): void => {
  chosen.set(input, files)
}

/** Throws when the browser would not send it: a field that it finds invalid is named. */
export function sendingOf(form: HTMLFormElement, submitter: HTMLElement | null, base: URL): Sending {
  const attribute = (own: string, forms: string) => submitter?.getAttribute(own) ?? form.getAttribute(forms)
  if (!form.hasAttribute('novalidate') && !submitter?.hasAttribute('formnovalidate')) refuseInvalid(form)
  const method = (attribute('formmethod', 'method') ?? 'get').toLowerCase()
  const action = attribute('formaction', 'action')
  const url = new URL(action === null || action === '' ? base.href : action, base)
  const entries = entriesOf(form, submitter)
  if (method === 'dialog') throw new Error('A dialog closes in the browser alone')
  if (method === 'get') {
    url.search = new URLSearchParams(
      entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    ).toString()
    return { method: 'GET', url }
  }
  if ((attribute('formenctype', 'enctype') ?? '').toLowerCase() === 'multipart/form-data') {
    const data = new FormData()
    for (const [name, value] of entries) data.append(name, value)
    return { method: 'POST', url, body: data }
  }
  const text = new URLSearchParams(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  ).toString()
  return { method: 'POST', url, body: text, type: 'application/x-www-form-urlencoded' }
}

function entriesOf(form: HTMLFormElement, submitter: HTMLElement | null): [string, string | File][] {
  const window = form.ownerDocument.defaultView!
  const data = new window.FormData(form, submitter as HTMLElement)
  const entries: [string, string | File][] = []
  const seen = new Set<string>()
  for (const [name, value] of data) {
    if (typeof value === 'string') {
      // A form sends its line breaks as CR LF.
      entries.push([name, value.replace(/\r\n|\r|\n/g, '\r\n')])
    } else if (!seen.has(name)) {
      seen.add(name)
      const input = [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].find(
        one => one.name === name,
      )
      const files = (input && chosen.get(input)) ?? [new File([], '')]
      entries.push(...files.map((file): [string, File] => [name, file]))
    }
  }
  return entries
}

function refuseInvalid(form: HTMLFormElement): void {
  for (const control of form.elements) {
    const { willValidate, validity, name, value } = control as HTMLInputElement
    if (willValidate && !validity.valid && !chosen.get(control)?.length)
      throw new Error(`The browser would not send this form: "${name}" is invalid with "${value}"`)
  }
}
