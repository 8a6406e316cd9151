import { Worker } from 'node:worker_threads'
import path from 'node:path'

interface Verdict {
  id: number
  problems: string[]
}

interface Judge {
  thread: Worker | undefined
  asked: Map<number, (problems: string[]) => void>
  judged: number
  /** By structure of a document's frame, and of its main part. */
  seen: { frames: Map<string, Promise<string[]>>; mains: Map<string, Promise<string[]>> }
}

/**
 * One for each of a test runner's workers, from the first document on: it ends with them, and knows what their earlier
 * files have shown.
 */
const holder = globalThis as { [key: symbol]: Judge | undefined }
const judge = (holder[Symbol.for('tests.html-validity')] ??= {
  thread: undefined,
  asked: new Map(),
  judged: 0,
  seen: { frames: new Map(), mains: new Map() },
})

function verdictOf(html: string): Promise<string[]> {
  if (!judge.thread) {
    judge.thread = new Worker(path.join(import.meta.dirname, 'html-validity-thread.mjs'))
    judge.thread.on('message', ({ id, problems }: Verdict) => {
      judge.asked.get(id)?.(problems)
      judge.asked.delete(id)
    })
    judge.thread.on('error', error => {
      for (const answer of judge.asked.values()) answer([`not judged: ${error}`])
      judge.thread = undefined
    })
    judge.thread.unref()
  }
  const id = ++judge.judged
  const verdict = new Promise<string[]>(resolve => judge.asked.set(id, resolve))
  judge.thread.postMessage({ id, html })
  return verdict
}

/**
 * In a frame that is known, the main part alone, which is half of a document. What it lacks there, such as something
 * of the frame that it refers to, is looked for in the whole.
 */
async function verdictOfMain(html: string): Promise<string[]> {
  const [, main] = partsOf(html)
  const alone = await verdictOf(
    `<!DOCTYPE html><html lang="en"><head><title>x</title></head><body>${main}</main></body></html>`,
  )
  return alone.length > 0 ? verdictOf(html) : alone
}

/**
 * What is wrong with a document, one line each. One that differs in words, figures and records alone from those before
 * is not judged again; nor is one whose frame (menu, bar, foot, with this person's entries) and whose main part were
 * both judged, each in a document that had something else as the other. What these two could do to each other is to
 * give one id twice: that is looked for in every document.
 */
export async function validityOf(html: string, name: string): Promise<string[]> {
  const [frame, main] = partsOf(html).map(structureOf) as [string, string]
  const { frames, mains } = judge.seen
  const verdict = !frames.has(frame) ? verdictOf(html) : mains.has(main) ? undefined : verdictOfMain(html)
  if (verdict) {
    if (!frames.has(frame)) frames.set(frame, verdict)
    if (!mains.has(main)) mains.set(main, verdict)
  }
  const known = await (verdict ??
    Promise.all([frames.get(frame), mains.get(main)]).then(([one, other]) => [
      ...(one ?? []),
      ...(other ?? []),
    ]))
  const problems = [...new Set([...known, ...idsTwice(html)])]
  return problems.map(problem => `${name.replace(/:\d{4,5}\//, '/')}: ${problem}`)
}

/** The document without what is in its `<main>`, and that. */
function partsOf(html: string): [frame: string, main: string] {
  const start = html.indexOf('<main')
  const end = html.lastIndexOf('</main>')
  return start < 0 || end < start
    ? [html, '']
    : [html.slice(0, start) + html.slice(end), html.slice(start, end)]
}

function idsTwice(html: string): string[] {
  const seen = new Set<string>()
  const twice: string[] = []
  for (const [, id = ''] of html
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '')
    .matchAll(/\sid="([^"]*)"/g)) {
    if (seen.has(id)) twice.push(`no-dup-id: Duplicate ID "${id}"`)
    seen.add(id)
  }
  return twice
}

/**
 * A document without what makes no difference to whether it is valid: its words, which records it is about, what
 * islands are told, where lines of a drawing go, and which language is the current one. Nothing stays empty that was
 * not, and no two ids become one.
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
