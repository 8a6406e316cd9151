import { describe, expect, it } from 'vitest'
import { isLost, isStorageFull, isUnavailable } from './errors'

describe('a full disk', () => {
  it.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])('is told by %s', code =>
    expect(isStorageFull(Object.assign(new Error('no'), { code }))).toBe(true),
  )
  it.each(['SQLITE_BUSY', '53200', undefined])('is not told by %s', code =>
    expect(isStorageFull(Object.assign(new Error('no'), { code }))).toBe(false),
  )
})

describe('a connection that is lost behind the server that we are connected to', () => {
  const internal = (message: string) =>
    Object.assign(new Error(message), { code: 'XX000', severity: 'ERROR' })
  it.each(['failure on connection marked as essential: worker-1:5432', 'postmaster was shut down, exiting'])(
    'is told by an internal error: %s',
    message => {
      expect([isLost(internal(message)), isUnavailable(internal(message))]).toEqual([true, true])
    },
  )
  it('is not told by any other internal error, nor by the words alone', () => {
    expect(isLost(internal('could not find tuple for trigger 12'))).toBe(false)
    expect(isUnavailable(new Error('postmaster was shut down, exiting'))).toBe(false)
  })
})

it('a server that does not answer in time is away for now: another one may be there', () =>
  expect(isUnavailable(new Error('Query read timeout'))).toBe(true))
