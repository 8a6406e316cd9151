/**
 * A long answer as JSON, written while it is sent: tens of megabytes at once would hold the event loop, and all of it
 * would stand in memory twice.
 */
import { breathe } from '../process/breathe'

/** An answer without a longer list is written at once. */
const FEW = 500
const AT_ONCE = 100
/** What is sent at once: many small pieces cost more than they are worth. */
const PIECE_CHARACTERS = 128 * 1024

/** Undefined where it is short. */
export function inPieces(data: unknown): Response | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  if (!Object.values(data).some(isLong)) return undefined
  const texts = textsOf(data)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = ''
      while (text.length < PIECE_CHARACTERS) {
        const { value, done } = texts.next()
        if (done) {
          if (text) controller.enqueue(encoder.encode(text))
          return controller.close()
        }
        text += value
        await breathe()
      }
      controller.enqueue(encoder.encode(text))
    },
    cancel: () => void texts.return(),
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > FEW

function* textsOf(data: object): Generator<string, void> {
  yield '{"success":true,"data":{'
  let before = ''
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (!isLong(value)) yield JSON.stringify(value)
    else {
      for (let start = 0; start < value.length; start += AT_ONCE)
        yield `${start === 0 ? '[' : ','}${JSON.stringify(value.slice(start, start + AT_ONCE)).slice(1, -1)}`
      yield ']'
    }
  }
  yield '}}'
}
