/** A form's body, read once and only if it is one: everything else is refused with a page before any handler runs. */
import { randomUUID } from 'node:crypto'
import type { ErrorKind } from '../console/error-data'

const MAX_FORM_BYTES = 2 * 1024 * 1024

export class RefusedRequest extends Error {
  /** `limit`: bytes, for what was too large. */
  constructor(
    readonly kind: ErrorKind,
    readonly status: number,
    readonly limit?: number,
  ) {
    super(kind)
  }
}

/** Throws RefusedRequest: 411 without a length, 413 too large, 415 not a form, 400 not readable. */
export async function readForm(request: Request, maxBytes = MAX_FORM_BYTES): Promise<FormData> {
  const type = request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const length = request.headers.get('Content-Length')
  // Browsers always say how long a form is; without it, nothing would bound what is read into memory.
  if (length === null && request.headers.has('Transfer-Encoding'))
    throw new RefusedRequest('bad-request', 411)
  if (Number(length) > maxBytes) throw new RefusedRequest('too-large', 413, maxBytes)
  if (type === '' && !Number(length)) return new FormData()
  if (type !== 'application/x-www-form-urlencoded' && type !== 'multipart/form-data')
    throw new RefusedRequest('unsupported-type', 415)
  try {
    return await request.formData()
  } catch {
    throw new RefusedRequest('bad-request', 400)
  }
}

const unknownForm = () => new RefusedRequest('bad-request', 400)

/**
 * What its button asks for. With another word, or none, it is not this page's form: it is never taken for one of those
 * that the page has.
 */
export function intentIn<Intent extends string>(form: FormData, known: readonly Intent[]): Intent {
  const intent = known.find(one => one === form.get('intent'))
  if (intent === undefined) throw unknownForm()
  return intent
}

/** For pages with one form: one of its own fields is there, empty or not. */
export function demandField(form: FormData, names: readonly string[]): void {
  if (!names.some(name => form.has(name))) throw unknownForm()
}

/** For a button alone: nothing else is sent with it. */
export function demandNoOther(form: FormData, names: readonly string[] = []): void {
  if ([...form.keys()].some(name => !names.includes(name))) throw unknownForm()
}

/** Of a button that does at once what others have a page for. */
const PRESS = 'press'

/** Of a form's second button, which shows what saving would do. */
export const PREVIEW = 'preview'

/**
 * A form made by the engine has its key, but for a single press; its other buttons look something up, or show what
 * saving would do where the form has a preview.
 */
export function demandKeyed(form: FormData, hasPreview = false): void {
  const intent = form.get('intent')
  const isKnown =
    intent === null
      ? form.has('idempotency_key')
      : intent === PRESS ||
        (intent === PREVIEW && hasPreview) ||
        (typeof intent === 'string' && intent.startsWith('find.'))
  if (!isKnown) throw unknownForm()
}

/** Of the form as it was shown, so that a second press of its button does nothing twice. */
export function keyIn(form: FormData): string {
  const key = String(form.get('idempotency_key'))
  return /^[0-9a-f-]{36}$/.test(key) ? key : randomUUID()
}

const SECRET = /pass|token|secret|document_number/i
const MOST_SAVED_BYTES = 64 * 1024

/** What was typed, for the error page to keep and send again; null when it holds files, secrets or too much. */
export function keepableFields(form: FormData | null): [string, string][] | null {
  if (!form) return null
  const fields: [string, string][] = []
  for (const [name, value] of form) {
    // A password that was left empty is none.
    if (typeof value !== 'string' || (SECRET.test(name) && value !== '')) return null
    fields.push([name, value])
  }
  const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return size > MOST_SAVED_BYTES ? null : fields
}
