import { expect, it } from 'vitest'
import { answered, statementName } from './traces'

it.each([
  [`select "id" from "slots" where serial = '1850214400018'`, 'SELECT slots'],
  ['insert into users (name) values ($1)', 'INSERT users'],
  ['update "slots" set credits = 5', 'UPDATE slots'],
  ['with slots as not materialized (select * from slots where x = 1) select 1 from smibs', 'WITH slots'],
  ['begin', 'BEGIN'],
  [`select 'from hell' as a`, 'SELECT'],
])('a statement is named by what it does to which table: %s', (sql, name) => {
  expect(statementName(sql).name).toBe(name)
})

it('a request is named by its pattern, and is at fault only where the program is', () => {
  expect(answered('GET', '/slots/:id', 404, 'r')).toMatchObject({ name: 'GET /slots/:id', fault: undefined })
  expect(answered('GET', '/slots/:id', 503, 'r').fault).toBe('503')
})
