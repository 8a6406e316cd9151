import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zipStream, type ZipPart } from './zip.server'

const AT = Date.UTC(2026, 10, 1, 12)
const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())

async function* parts(count: number, made: string[] = []): AsyncGenerator<ZipPart, void> {
  for (let nr = 0; nr < count; nr++) {
    made.push(`made ${nr}`)
    const bytes = new Uint8Array(300_000).map((_, at) => (at * 7919 + nr) % 251)
    yield await Promise.resolve({ name: `day ${nr}/raport țară.${nr % 2 ? 'pdf' : 'csv'}`, bytes, at: AT })
  }
}

it('holds what was put in, and is the same archive twice', async () => {
  const first = await bytesOf(await zipStream(parts(3)))
  const files = unzipSync(first)
  expect(Object.keys(files)).toEqual([
    'day 0/raport țară.csv',
    'day 1/raport țară.pdf',
    'day 2/raport țară.csv',
  ])
  expect(files['day 1/raport țară.pdf']?.[1]).toBe((7919 + 1) % 251)
  expect(Buffer.from(first).equals(await bytesOf(await zipStream(parts(3))))).toBe(true)
  expect(Object.keys(unzipSync(await bytesOf(await zipStream(parts(0)))))).toEqual([])
})

it('an empty file is a file', async () => {
  async function* one(): AsyncGenerator<ZipPart, void> {
    yield await Promise.resolve({ name: 'empty.txt', bytes: new Uint8Array(), at: AT })
  }
  expect(unzipSync(await bytesOf(await zipStream(one())))).toEqual({ 'empty.txt': new Uint8Array() })
})

it('makes the next file when the one before was taken, and no more when nobody takes it', async () => {
  const made: string[] = []
  const stream = await zipStream(parts(100, made))
  expect(made.length).toBeLessThanOrEqual(2)
  const reader = stream.getReader()
  for (let nr = 0; nr < 10; nr++) await reader.read()
  expect(made.length).toBeLessThan(20)
  await reader.cancel()
  const after = made.length
  await new Promise(resolve => setImmediate(resolve))
  expect(made.length).toBe(after)
})
