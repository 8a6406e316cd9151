/** Tests of the backend that open no database: they say the same on either engine, and run on one. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Whatever may open one: what tests are given for it, and the database's own modules. */
const opens = /tests\/support\/|\/(?:database|migrate|[\w-]*sqlite[\w-]*|postgres[\w-]*)'|TEST_DATABASE_URL/

export function withoutDatabase(): string[] {
  return readdirSync('backend', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .map(name => path.posix.join('backend', name.replaceAll(path.sep, '/')))
    .filter(file => !opens.test(readFileSync(file, 'utf8')))
}
