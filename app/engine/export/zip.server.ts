/**
 * Files in one archive, written while it is being sent: it takes the memory of its largest file, however many there
 * are.
 */
import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { disposition } from './csv.server'

export interface ZipPart {
  name: string
  bytes: Uint8Array
  /** Epoch milliseconds; the same file is dated the same each time. */
  at: number
}

/** Deflated at once, some 5 ms: the event loop has others to serve. */
const PIECE = 128 * 1024
/** Deflated by those who write them. */
const PACKED = /\.(?:pdf|xlsx)$/

/**
 * The first file is made before anything is sent: what cannot be read is an error page. What breaks later breaks the
 * download.
 */
export async function zipStream(
  parts: AsyncGenerator<ZipPart, void>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const pieces = zipPieces(parts)
  let next: IteratorResult<Uint8Array> | undefined = await pieces.next()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = next ?? (await pieces.next())
      next = undefined
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
    async cancel() {
      await pieces.return()
    },
  })
}

async function* zipPieces(parts: AsyncGenerator<ZipPart, void>): AsyncGenerator<Uint8Array, void> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    written.push(piece)
  })
  const taken = () => {
    const all = Buffer.concat(written)
    written = []
    return all
  }
  for await (const { name, bytes, at } of parts) {
    const file = PACKED.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    file.mtime = at
    zip.add(file)
    for (let from = 0; from === 0 || from < bytes.length; from += PIECE) {
      file.push(bytes.subarray(from, from + PIECE), from + PIECE >= bytes.length)
      await setImmediate()
      if (written.length > 0) yield taken()
    }
  }
  zip.end()
  yield taken()
}

export const zipHeaders = (name: string): Record<string, string> => ({
  'Content-Type': 'application/zip',
  'Content-Disposition': disposition(name),
  'Cache-Control': 'no-store',
})
