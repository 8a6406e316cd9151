import { describe, expect, it } from 'vitest'
import { isStorageFull } from './errors'

describe('a full disk', () => {
  it.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])('is told by %s', code =>
    expect(isStorageFull(Object.assign(new Error('no'), { code }))).toBe(true),
  )
  it.each(['SQLITE_BUSY', '53200', undefined])('is not told by %s', code =>
    expect(isStorageFull(Object.assign(new Error('no'), { code }))).toBe(false),
  )
})
