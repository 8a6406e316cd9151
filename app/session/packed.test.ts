import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodingFor, packed, wholeOf } from './packed.server'

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

test('what a packed document brings is known as a whole, what anything else brings is not', async () => {
  expect(gunzipSync(wholeOf(answer('gzip')) ?? '').toString('utf8')).toBe(page)
  expect(wholeOf(answer(null))).toBeUndefined()
  expect(wholeOf(new Response('streamed'))).toBeUndefined()
})
