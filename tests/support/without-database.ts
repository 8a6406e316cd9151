/** Tests of the backend that are not given the other engine: they say the same in both parts, and run in one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The server's address, and the modules that know PostgreSQL alone. */
const isOfServer = /TEST_DATABASE_URL|\/postgres[\w.-]*'/
const imported = /from '(\.[^']+)'/g

/**
 * A test reaches the server by itself or through what `tests/support` gives it; a file that it opens by its name is
 * libSQL in either part.
 */
export function withoutDatabase(): string[] {
  const known = new Map<string, boolean>()
  const reaches = (file: string): boolean => {
    const before = known.get(file)
    if (before !== undefined) return before
    // Modules may import each other: one that is being read adds nothing.
    known.set(file, false)
    const source = readFileSync(file, 'utf8')
    const found = isOfServer.test(source) || supportsOf(file, source).some(reaches)
    known.set(file, found)
    return found
  }
  return readdirSync('backend', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .map(name => path.posix.join('backend', name.replaceAll(path.sep, '/')))
    .filter(file => !reaches(file))
}

function supportsOf(file: string, source: string): string[] {
  return [...source.matchAll(imported)]
    .map(([, name = '']) => path.posix.join(path.posix.dirname(file), name))
    .filter(name => name.startsWith('tests/'))
    .flatMap(name => [name, `${name}.ts`, `${name}.tsx`].filter(one => /\.\w+$/.test(one) && existsSync(one)))
}
