/** Server-Sent Events. A reader who left is not always noticed, so each stream has an end of its own. */
import { once } from '../process/once.server'

/** EventSource connects again by itself; this bounds what a reader who left costs, and lets SIGTERM finish. */
const STREAM_LIFE_MS = 55_000
const RECONNECT_MS = 2_000
const KEEP_ALIVE_MS = 20_000

export interface StreamWriter {
  send(event: string, data: unknown): void
  /** Ends the stream. */
  end(): void
}

const openStreams = () =>
  once('event-streams', () => {
    const streams = new Set<() => void>()
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        for (const end of streams) end()
      })
    return streams
  })

/** `start` begins sending and answers how to stop; called once, whichever way the stream ends. */
export function eventStream(
  start: (writer: StreamWriter) => () => void,
  { lifeMs = STREAM_LIFE_MS, signal }: { lifeMs?: number; signal?: AbortSignal } = {},
): Response {
  const encoder = new TextEncoder()
  let finish = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let isOpen = true
      let stop = () => {}
      const write = (text: string) => {
        if (!isOpen) return
        try {
          controller.enqueue(encoder.encode(text))
        } catch {
          finish()
        }
      }
      const life = setTimeout(() => finish(), lifeMs)
      const keepAlive = setInterval(() => write(': still here\n\n'), KEEP_ALIVE_MS)
      finish = () => {
        if (!isOpen) return
        isOpen = false
        clearTimeout(life)
        clearInterval(keepAlive)
        openStreams().delete(finish)
        stop()
        try {
          controller.close()
        } catch {
          /* the reader has closed it */
        }
      }
      openStreams().add(finish)
      signal?.addEventListener('abort', finish)
      write(`retry: ${RECONNECT_MS}\n\n`)
      stop = start({
        send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        end: finish,
      })
      // Whatever ended it during `start` must stop what `start` began.
      if (!isOpen) stop()
    },
    cancel: () => finish(),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}
