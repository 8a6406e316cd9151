/**
 * What an answer says. A long one is parsed while it arrives, some elements of its lists at a time: tens of megabytes
 * parsed at once would hold the event loop, and stand in memory both as text and as rows.
 */
import { breathe } from '../../backend/platform/process/breathe'

/** Characters; a shorter answer is parsed in a few milliseconds. */
const SHORT = 256 * 1024
/** Elements are parsed once they have come to so many characters. */
const PIECE = 64 * 1024

export interface AnswerBody {
  /** Empty of a long one. */
  text: string
  /** What a long one says; undefined in it where that is no JSON. */
  long?: { json: unknown }
}

export async function bodyOf(
  chunks: AsyncIterable<Uint8Array>,
  { asText = false }: { asText?: boolean | undefined } = {},
): Promise<AnswerBody> {
  const decoder = new TextDecoder()
  let text = ''
  let long: LongJson | undefined
  try {
    for await (const chunk of chunks) {
      text += decoder.decode(chunk, { stream: true })
      if (asText || (!long && text.length <= SHORT)) continue
      long ??= new LongJson()
      long.add(text)
      text = ''
      await breathe()
    }
    text += decoder.decode()
    if (!long) return { text }
    long.add(text)
    return { text: '', long: { json: long.end() } }
  } catch (error) {
    if (error instanceof SyntaxError) return { text: '', long: { json: undefined } }
    throw error
  }
}

/** Undefined where the answer is no JSON. */
export function jsonOf({ text, long }: AnswerBody): unknown {
  if (long) return long.json
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d]

/** An envelope whose members have lists: `{ "data": { "rows": [ … ] } }`. */
class LongJson {
  /** The text without the elements of these lists: each has its number instead. */
  private frame = ''
  private readonly lists: unknown[][] = []
  private readonly open: number[] = []
  /** Elements of the list at hand that are not parsed yet. */
  private waiting = ''
  private isInText = false
  /** What comes next is escaped by a backslash. */
  private isEscaped = false

  add(part: string): void {
    let from = 0
    for (let at = 0; at < part.length; at++) {
      if (this.isInText) {
        at = this.endOfText(part, at)
        continue
      }
      const code = part.charCodeAt(at)
      if (code === QUOTE) this.isInText = true
      else if (code === OBJECT || code === LIST) {
        this.open.push(code)
        if (!this.isBeforeElements()) continue
        this.lists.push([])
        this.frame += part.slice(from, at + 1)
        from = at + 1
      } else if (code === OBJECT_END || code === LIST_END) {
        if (this.isBeforeElements()) {
          this.parse(part.slice(from, at))
          this.frame += String(this.lists.length - 1)
          from = at
        }
        this.open.pop()
      } else if (code === COMMA && this.waiting.length + at - from > PIECE && this.isBeforeElements()) {
        this.parse(part.slice(from, at))
        from = at + 1
      }
    }
    if (this.isInElements()) this.waiting += part.slice(from)
    else this.frame += part.slice(from)
  }

  end(): unknown {
    const whole: unknown = JSON.parse(this.frame)
    for (const part of isObject(whole) ? Object.values(whole) : [])
      if (isObject(part))
        for (const [name, value] of Object.entries(part))
          if (Array.isArray(value)) part[name] = this.lists[value[0] as number]
    return whole
  }

  /** The innermost bracket is that of such a list. */
  private isBeforeElements(): boolean {
    return this.open.length === 3 && this.isInElements()
  }

  private isInElements(): boolean {
    const [whole, part, list] = this.open
    return whole === OBJECT && part === OBJECT && list === LIST
  }

  private parse(more: string): void {
    const elements = JSON.parse(`[${this.waiting}${more}]`) as unknown[]
    this.waiting = ''
    const list = this.lists.at(-1) ?? []
    if (elements.length === 0 && list.length > 0) throw new SyntaxError('Nothing comes after a comma')
    for (const one of elements) list.push(one)
  }

  /** Where the text ends that `at` is in; beyond `part` where it goes on after it. */
  private endOfText(part: string, at: number): number {
    let place = at
    if (this.isEscaped) {
      this.isEscaped = false
      place++
    }
    for (; place < part.length; place++) {
      const code = part.charCodeAt(place)
      if (code === QUOTE) {
        this.isInText = false
        return place
      }
      if (code === BACKSLASH) place++
    }
    this.isEscaped = place > part.length
    return part.length
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
