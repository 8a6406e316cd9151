import { writeReadableStreamToWritable } from '@remix-run/node'
import { Writable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { IncomingMessage } from 'node:http'
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

test('what is streamed is compressed by remix-serve, which is asked only then', async () => {
  const remix = { writeReadableStreamToWritable }
  sendWhole(remix)
  let asked = 0
  const to = () => {
    let text = ''
    const writable = Object.assign(
      new Writable({
        write(part: Buffer, _encoding, done) {
          text += part.toString('latin1')
          done()
        },
      }),
      {
        req: {} as IncomingMessage,
        locals: {
          compress: (_request: IncomingMessage, answer: Writable, next: () => void) => {
            asked++
            const write = answer.write.bind(answer) as (part: Buffer) => boolean
            const shouted = (part: Uint8Array) =>
              write(Buffer.from(Buffer.from(part).toString().toUpperCase()))
            answer.write = shouted as typeof answer.write
            next()
          },
        },
      },
    )
    const promise = new Promise<string>(resolve => writable.on('finish', () => resolve(text)))
    return { writable, promise }
  }
  const streamed = to()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('one,two'))
      controller.close()
    },
  })
  await remix.writeReadableStreamToWritable(body, streamed.writable)
  expect([await streamed.promise, asked]).toEqual(['ONE,TWO', 1])
  const whole = to()
  const { body: packedBody } = answer('gzip')
  if (packedBody) await remix.writeReadableStreamToWritable(packedBody, whole.writable)
  expect(gunzipSync(Buffer.from(await whole.promise, 'latin1')).toString('utf8')).toBe(page)
  expect(asked).toBe(1)
})
