import { describe, expect, it } from 'vitest'
import { programLog } from './log'
import { MASKED } from './mask'
import { duringRequest, outsideRequests } from './request-at-hand'

function lines(
  write: (log: ReturnType<typeof programLog>) => void,
  program: 'console' | 'backend' = 'console',
): Record<string, unknown>[] {
  const written: string[] = []
  write(
    programLog(program, 'debug', {
      write: line => {
        written.push(line)
      },
    }),
  )
  return written.map(line => JSON.parse(line) as Record<string, unknown>)
}
const request = { request_id: '0123456789abcdef', method: 'GET', path: '/slots' }

describe('a line of the log', () => {
  it('has one shape in both programs', () => {
    for (const program of ['console', 'backend'] as const) {
      const [line] = lines(log => log.info({ ...request, status: 200, ms: 3 }, 'request'), program)
      expect(Object.keys(line ?? {})).toEqual([
        'level',
        'time',
        'program',
        'request_id',
        'method',
        'path',
        'status',
        'ms',
        'msg',
      ])
      expect(line).toMatchObject({ level: 'info', program, msg: 'request' })
      expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
  })

  it('names the request that is being worked for, however deep, and not the one that started something lasting', async () => {
    const written: string[] = []
    const log = programLog('backend', 'debug', {
      write: line => {
        written.push(line)
      },
    })
    await duringRequest(request, async () => {
      await new Promise(resolve => setTimeout(resolve, 1))
      log.warn('deep')
      outsideRequests(() => log.warn('lasting'))
      log.warn({ request_id: 'another-request' }, 'of another')
    })
    expect(written.map(line => (JSON.parse(line) as { request_id?: string }).request_id)).toEqual([
      request.request_id,
      undefined,
      'another-request',
    ])
  })

  it('holds no secret and no personal number, wherever they stand', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
    const cnp = '1960229410015'
    const error = Object.assign(
      new Error(`refused Bearer ${token} of ${cnp}`, { cause: { refresh_token: token } }),
      { code: 'X1', detail: `Key (cnp)=(${cnp})` },
    )
    const [line] = lines(log =>
      log.error(
        {
          err: error,
          body: { player: { cnp, name: 'Ana' }, password: 'hunter2', list: [{ atoken: token }] },
          headers: { cookie: 'session=abc', Authorization: 'Basic YTpi' },
          why: `connect postgres://desk:hunter2@db/house failed, sent ${token}`,
          at: 1773219600000,
          serial: '1773219600000',
        },
        'failed',
      ),
    )
    const text = JSON.stringify(line)
    for (const secret of [token, cnp, 'hunter2', 'session=abc', 'YTpi']) expect(text).not.toContain(secret)
    expect(line).toMatchObject({
      err: {
        type: 'Error',
        code: 'X1',
        message: `refused Bearer ${MASKED} of ${MASKED}`,
        cause: { refresh_token: MASKED },
      },
      body: { player: { cnp: MASKED, name: 'Ana' } },
      why: `connect postgres://desk:${MASKED}@db/house failed, sent ${MASKED}`,
      // An instant and a serial of thirteen digits are no personal numbers.
      at: 1773219600000,
      serial: '1773219600000',
    })
  })

  it('is written even of an object that holds itself', () => {
    const circle: Record<string, unknown> = { name: 'circle' }
    circle.self = circle
    expect(lines(log => log.info({ circle }, 'round'))).toHaveLength(1)
  })
})
