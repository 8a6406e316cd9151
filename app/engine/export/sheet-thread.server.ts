/**
 * A workbook that another thread writes: reading rows and writing them take about as long, and overlap on two cores. No
 * more than a few small pieces wait for the writer, and no bytes are written that nobody takes.
 */
import { Worker } from 'node:worker_threads'
import type { StreamWriterOptions } from 'hucre/xlsx'

export type SheetRow = (string | number | null)[]

const PIECES_AHEAD = 8
/**
 * As many as write at once: a file beyond these is written by the program itself, so that nobody waits for a reader who
 * has stopped reading.
 */
const MOST_THREADS = 2
let busy = 0

interface Said {
  taken?: true
  bytes?: Uint8Array
  done?: true
}

/** Undefined where all threads write already. */
export function sheetFromThread(
  options: StreamWriterOptions,
  pieces: AsyncIterator<SheetRow[]>,
): ReadableStream<Uint8Array> | undefined {
  if (busy >= MOST_THREADS) return undefined
  busy++
  const worker = new Worker(new URL('./sheet-writer.mjs', import.meta.url), {
    workerData: options,
    // What the program was started with is for its own thread.
    execArgv: [],
    // Pieces wait while one is written: in a smaller young generation they are copied again and again until they are
    // done with.
    resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 128 },
  })
  worker.once('exit', () => busy--)
  let isOver = false
  const end = async () => {
    isOver = true
    await worker.terminate()
    await pieces.return?.()
  }
  return new ReadableStream({
    start(controller) {
      const fail = async (error: unknown) => {
        if (isOver) return
        // The download breaks here, and is not taken for whole. Nobody waits for this: a source that cannot be closed
        // must not end the program.
        controller.error(error)
        await end().catch(() => undefined)
      }
      const feed = async () => {
        try {
          const { value, done } = await pieces.next()
          if (isOver) return
          worker.postMessage({ rows: done ? null : value })
        } catch (error) {
          await fail(error)
        }
      }
      worker.on('message', ({ taken, bytes, done }: Said) => {
        if (isOver) return
        if (taken) void feed()
        if (bytes) controller.enqueue(bytes)
        if (!done) return
        isOver = true
        controller.close()
      })
      worker.once('error', fail)
      worker.once('exit', () => void fail(new Error('The thread that writes a workbook ended')))
      for (let ahead = 0; ahead < PIECES_AHEAD; ahead++) void feed()
    },
    pull: () => worker.postMessage({ room: true }),
    cancel: end,
  })
}
