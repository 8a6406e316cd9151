import { writeReadableStreamToWritable } from '@remix-run/node'
import { Writable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodingFor, packed, sendWhole } from './packed.server'

const page = `<!DOCTYPE html><p>${'Slot '.repeat(500)}</p>`
const answer = (accepted: string | null, method = 'GET') =>
  packed(
    page,
    new Request('http://console.test/slots', {
      method,
      headers: accepted === null ? {} : { 'Accept-Encoding': accepted },
    }),
    { status: 200, headers: new Headers() },
  )

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
] as const)('for %s a document is one piece of %s, with its length', async (accepted, encoding, open) => {
  const { headers } = answer(accepted)
  const body = Buffer.from(await answer(accepted).arrayBuffer())
  expect(headers.get('Content-Encoding')).toBe(encoding)
  expect(headers.get('Content-Length')).toBe(String(body.length))
  expect(headers.get('Vary')).toBe('Accept-Encoding')
  expect(open(body).toString('utf8')).toBe(page)
})

test('who takes none, and who asks for the head alone, gets the document as it is', async () => {
  for (const one of [answer(null), answer('identity'), answer('gzip', 'HEAD')])
    expect(one.headers.get('Content-Encoding')).toBeNull()
  expect(await answer(null).text()).toBe(page)
  expect(encodingFor('*;q=0')).toBeUndefined()
})

test('a document that was packed goes out in one write, every other answer as its stream brings it', async () => {
  const remix = { writeReadableStreamToWritable }
  sendWhole(remix)
  const written = async ({ body }: Response) => {
    const parts: Buffer[] = []
    const writable = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part)
        done()
      },
    })
    const finished = new Promise(resolve => writable.on('finish', resolve))
    if (body) await remix.writeReadableStreamToWritable(body, writable)
    await finished
    return parts
  }
  const [whole, ...others] = await written(answer('gzip'))
  expect(others).toEqual([])
  expect(gunzipSync(whole ?? '').toString('utf8')).toBe(page)
  const streamed = new ReadableStream({
    start(controller) {
      for (const part of ['one ', 'two']) controller.enqueue(Buffer.from(part))
      controller.close()
    },
  })
  expect((await written(new Response(streamed))).map(String)).toEqual(['one ', 'two'])
})
