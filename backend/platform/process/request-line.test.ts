import { describe, expect, it } from 'vitest'
import { pathOf, plainRequestLine } from './request-line'

describe('a request line', () => {
  it.each([
    ['/slots?query=egt', '/slots?query=egt', 'console.example'],
    ['http://desk.example/slots?query=http://x', '/slots?query=http://x', 'desk.example'],
    ['HTTPS://user:secret@desk.example:8443/slots#top', '/slots', 'desk.example:8443'],
    ['http://desk.example', '/', 'desk.example'],
    ['http://desk.example?page=2', '/?page=2', 'desk.example'],
    ['*', '/', 'console.example'],
    ['slots', '/', 'console.example'],
    ['//evil.example/slots', '//evil.example/slots', 'console.example'],
  ])('%s means %s', (url, path, host) => {
    const request = { url, headers: { host: 'console.example' } as { host?: string } }
    plainRequestLine(request)
    expect([request.url, request.headers.host]).toEqual([path, host])
  })

  it('is logged without its query', () => {
    expect([pathOf('/slots?atoken=secret'), pathOf(undefined)]).toEqual(['/slots', '/'])
  })
})
