import { Worker } from 'node:worker_threads'
import path from 'node:path'

interface Verdict {
  id: number
  problems: string[]
}

/** One for each of Playwright's workers, from the first document on. It ends with them. */
let thread: Worker | undefined
const asked = new Map<number, (problems: string[]) => void>()
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
  const id = seen.size
  const verdict = new Promise<string[]>(resolve => asked.set(id, resolve))
  thread.postMessage({ id, html })
  return verdict
}

/** What is wrong with a document, one line each. */
export async function validityOf(html: string, name: string): Promise<string[]> {
  const known = seen.get(html) ?? judge(html)
  seen.set(html, known)
  return (await known).map(problem => `${name.replace(/:\d{4,5}\//, '/')}: ${problem}`)
}
