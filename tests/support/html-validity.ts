import { Worker } from 'node:worker_threads'
import path from 'node:path'

interface Verdict {
  id: number
  problems: string[]
}

/** One for each of Playwright's workers, from the first document on. It ends with them. */
let thread: Worker | undefined
const asked = new Map<number, (problems: string[]) => void>()
let judged = 0
const seen = new Map<string, Promise<string[]>>()

function judge(html: string): Promise<string[]> {
  if (!thread) {
    thread = new Worker(path.join(import.meta.dirname, 'html-validity-thread.mjs'))
    thread.on('message', ({ id, problems }: Verdict) => {
      asked.get(id)?.(problems)
      asked.delete(id)
    })
    thread.on('error', error => {
      for (const answer of asked.values()) answer([`not judged: ${error}`])
      thread = undefined
    })
    thread.unref()
  }
  const id = ++judged
  const verdict = new Promise<string[]>(resolve => asked.set(id, resolve))
  thread.postMessage({ id, html })
  return verdict
}

/** What is wrong with a document, one line each. Documents that differ in words, figures and records alone are judged once. */
export async function validityOf(html: string, name: string): Promise<string[]> {
  const structure = structureOf(html)
  const known = seen.get(structure) ?? judge(html)
  seen.set(structure, known)
  return (await known).map(problem => `${name.replace(/:\d{4,5}\//, '/')}: ${problem}`)
}

/**
 * A document without what makes no difference to whether it is valid: its words, which records it is about, what islands are told, where lines of a
 * drawing go, and which language is the current one. Nothing stays empty that was not, and no two ids become one.
 */
function structureOf(html: string): string {
  const names = new Map<string, string>()
  return html
    .replace(
      / (href|value|title|aria-label|placeholder|datetime|alt|content|lang|style|d|points|transform|viewBox|nonce|[xy][12]?|data-[a-z-]+)="[^"]+"/gi,
      ' $1="x"',
    )
    .replace(/ aria-current="true"|(?<=\bflag-)(en|ro|pt)\b/g, '')
    .replace(/[0-9a-f]{24}/g, id => {
      const name = names.get(id) ?? `#${names.size}`
      names.set(id, name)
      return name
    })
    .replace(/>[^<>]+(?=<)/g, '>x')
}
