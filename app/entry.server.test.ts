import { expect, it } from 'vitest'
import { handleDataRequest } from './entry.server'

it('lets no cache keep the data of a page, whatever its answer', async () => {
  for (const [body, init] of [
    ['{"rows":[]}', { status: 200, headers: { 'X-Remix-Response': 'yes' } }],
    [null, { status: 204, headers: { 'X-Remix-Redirect': '/auth/login' } }],
    ['{}', { status: 403 }],
  ] as const) {
    const answer = handleDataRequest(new Response(body, init))
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.status).toBe(init.status)
    expect(
      [...new Headers('headers' in init ? init.headers : {})].every(
        ([name, value]) => answer.headers.get(name) === value,
      ),
    ).toBe(true)
    expect(await answer.text()).toBe(body ?? '')
  }
})

it('leaves what a route says about its own answer', () => {
  const answer = new Response('', { headers: { 'Cache-Control': 'public, max-age=60' } })
  expect(handleDataRequest(answer)).toBe(answer)
})
