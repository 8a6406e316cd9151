import { describe, expect, it } from 'vitest'
import { databaseUrl, databaseUrls } from './database-url'

describe('the hosts of an address', () => {
  it.each([
    ['postgres://u:p@one/db', ['postgres://u:p@one/db']],
    ['postgresql://one,two/db', ['postgresql://one/db', 'postgresql://two/db']],
    [
      'postgres://u:p@one:5432,two:5433/db?sslmode=require&target_session_attrs=read-write',
      ['postgres://u:p@one:5432/db?sslmode=require', 'postgres://u:p@two:5433/db?sslmode=require'],
    ],
    ['postgres://u:a,b@one/db', ['postgres://u:a,b@one/db']],
    ['postgres://u:p@ss@one,two/db', ['postgres://u:p@ss@one/db', 'postgres://u:p@ss@two/db']],
    [
      'postgres://u@[::1]:5432,[fe80::1]:5433/db',
      ['postgres://u@[::1]:5432/db', 'postgres://u@[fe80::1]:5433/db'],
    ],
    ['postgres://one/db?target_session_attrs=primary', ['postgres://one/db']],
    ['postgres:///db?host=/run/postgresql', ['postgres:///db?host=/run/postgresql']],
  ])('of %s', (url, urls) => {
    expect(databaseUrls(url)).toEqual(urls)
    expect(databaseUrl.parse(url)).toBe(url)
  })

  it.each([
    ['mysql://one/db', /must start with postgres/],
    ['postgres://one,two/db?target_session_attrs=standby', /must be read-write or primary/],
    ['postgres://one/db?target_session_attrs=any', /must be read-write or primary/],
    ['postgres://one,/db', /host:port,host:port/],
    ['postgres://one:5432,two:x/db', /host:port,host:port/],
  ])('%s is refused', (url, why) => {
    expect(databaseUrl.safeParse(url).error?.issues[0]?.message).toMatch(why)
  })
})
