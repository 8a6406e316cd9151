/**
 * A form that is filled in where the connection comes and goes, as at a slot with the cash in hand. What is typed stays
 * in this tab, and a press of the button first asks whether the server is there: a form that is sent into nothing would
 * be lost with its page.
 */
import { attempt, sentWith } from './draft-sent'
import { isVersion } from './version-watch'
import { askJson, type Watch } from './watch'

export interface DraftProps {
  /** Whose draft it is: the next person in this tab does not find it. */
  who: string
  words: { back: string; away: string }
}

const PATIENCE_MS = 5_000

export const watchDraft: Watch<DraftProps> = (element, { who, words }) => {
  const form = element.closest('form')
  if (!form) return
  const name = `draft ${who} ${location.pathname}${location.search}`
  const note = document.createElement('p')
  note.setAttribute('role', 'status')
  element.append(note)
  if (giveBack(form, read(name))) note.textContent = words.back
  form.addEventListener('input', () => keep(name, form))
  let isThere = false
  form.addEventListener('submit', event => {
    if (isThere) return
    event.preventDefault()
    keep(name, form)
    void isReached().then(reached => {
      note.textContent = reached ? '' : words.away
      if (!reached) return
      // The draft stays until another page has come: an answer that is lost leads back to a form that is
      // filled in.
      sentWith(name)
      isThere = true
      form.requestSubmit(event.submitter)
      isThere = false
    })
  })
}

/** By the console itself: a proxy whose console is away answers as well, and so does a hotspot that wants a sign-in. */
const isReached = async (): Promise<boolean> =>
  (await Promise.race([
    askJson('/version.json', isVersion),
    new Promise<null>(resolve => setTimeout(resolve, PATIENCE_MS, null)),
  ])) !== null

/** With the key of the form that was shown: sent twice, it is saved once. */
const typedIn = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

function giveBack(form: HTMLFormElement, draft: [string, string][]): boolean {
  let isBack = false
  for (const [name, value] of draft) {
    const control = form.elements.namedItem(name)
    if (
      !(control instanceof HTMLInputElement) &&
      !(control instanceof HTMLSelectElement) &&
      !(control instanceof HTMLTextAreaElement)
    )
      continue
    isBack ||= control.type !== 'hidden' && value !== control.value
    control.value = value
  }
  return isBack
}

const keep = (name: string, form: HTMLFormElement) =>
  attempt(() => sessionStorage.setItem(name, JSON.stringify(typedIn(form))))
const read = (name: string): [string, string][] =>
  attempt(() => JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string, string][]) ?? []
