/** What belongs to Node and to libraries stays as they made it, but for a few files that say why and what for. */
import { builtinModules } from 'node:module'
import { describe, expect, test } from 'vitest'
import { projectFiles, read } from './project-files'

const FOLDER = 'backend/platform/patches/'
const MOST = 4
const code = projectFiles(/^(app|backend|bin)\/.*\.(ts|tsx|mjs)$/).filter(file => !/\.test\.tsx?$/.test(file))
const patches = code.filter(file => file.startsWith(FOLDER))
const others = code.filter(file => !file.startsWith(FOLDER))

/** Without comments and texts, where anything may be named. */
const bare = (text: string) =>
  text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '').replace(/'(?:[^'\\\n]|\\.)*'/g, "''")

const isPackage = (name: string) => !/^(?:\.|virtual:)/.test(name)
const globals = ['console', 'process', 'globalThis', 'Array', 'Buffer', 'Error', 'Object', 'Promise']

/** Names that a file has from a package or from Node itself. */
function foreignNames(text: string): string[] {
  const imported = [...text.matchAll(/^import (?!type )([^]*?) from '([^']+)'/gm)]
    .filter(([, , name = '']) => isPackage(name) || builtinModules.includes(name))
    .flatMap(([, names = '']) =>
      [...names.matchAll(/(?:\bas )?(\w+)(?=\s*[,}]|$)/g)].map(([, name = '']) => name),
    )
  return [...imported, ...globals]
}

/** What changes or reads the inside of what is not ours. */
const inside = (file: string): string[] => insideOf(read(file)).map(line => `${file}: ${line}`)

function insideOf(text: string): string[] {
  const own = bare(text)
  const foreign = foreignNames(text).join('|')
  const found = [
    ...own.matchAll(new RegExp(`^\\s*(?:${foreign})(?:\\.\\w+)+ =(?![=>]).*`, 'gm')),
    ...own.matchAll(
      new RegExp(
        `\\b(?:assign|definePropert(?:y|ies)|setPrototypeOf|set)\\((?:${foreign})(?:\\.\\w+)*,.*`,
        'g',
      ),
    ),
    ...own.matchAll(/\.prototype(?:\.\w+|\[[^\]]+\])?\s*=(?![=>]).*/g),
    ...own.matchAll(
      /\brequire\.cache\b|\bsetFlagsFromString\b|\bprocess\.binding\b|\bgetOwnPropertySymbols\b/g,
    ),
    // A method that is put in another one's place, and a library that is fetched for that.
    ...own.matchAll(
      /^\s*\w+\.(?:emit|end|fetch|on|query|send|t|write|(?:create|get|handle|match|query|write)[A-Z]\w*) =(?![=>]).*/gm,
    ),
    ...own.matchAll(/\bcreateRequire\([^()]*\)\(.*/g),
    // Of rows only, whose key is called so on the wire.
    ...own.matchAll(/[\w)\]]\??\.(?!_id\b)_\w+/g),
  ]
  return found.map(([line]) => line.trim().slice(0, 80))
}

describe('patches', () => {
  test(`there are at most ${MOST}, each with its reason and its worth`, () => {
    expect(patches.length, 'take one out, or find the documented way').toBeLessThanOrEqual(MOST)
    for (const file of patches) {
      const [first = ''] = /^\/\*\*[^]*?\*\//.exec(read(file)) ?? []
      expect([file, /Patch of [^]*Reason:\s[^]*Worth:\s/.test(first)]).toEqual([file, true])
    }
  })

  test(`nothing outside of ${FOLDER} changes what is not ours, or reads what it does not document`, () => {
    // What a program sets for itself in Node's own, documented places.
    const documented = /\bprocess\.(?:exitCode|title)\b|\bprocess\.env\b/
    expect(others.flatMap(inside).filter(line => !documented.test(line))).toEqual([])
  })

  test.each([
    "import { Server } from 'node:http'\nServer.prototype.emit = mine",
    "import http from 'node:http'\nhttp.createServer = mine",
    'function rememberRoutes(router) {\n  router.matchRoutes = remembering(router.matchRoutes)\n}',
    '  instance.t = translate',
    '  plurals.getRule = (code, options) => ruleOf(code)',
    '  response.writeHead = writeHead',
    "const remix = createRequire(import.meta.url)('')",
    "require.cache[require.resolve('compression')].exports = mine",
    'const { font } = (doc as unknown as Inside)._font',
    'if (socket._httpMessage?.headersSent) return',
    'Object.assign(console, { error: mine })',
  ])('the law sees %j', text => {
    expect(insideOf(text)).not.toEqual([])
  })

  test('V8 is given the limits of its heap, which Node documents, and nothing else', () => {
    const launcher = code.filter(file => file === 'bin/start.mjs' || file.startsWith('bin/launch/'))
    const flags = [
      ...launcher.flatMap(file => bare(read(file)).match(/(?<=`)--[\w-]+/g) ?? []),
      ...launcher.flatMap(file => read(file).match(/(?<=')--[\w-]+/g) ?? []),
      ...['package.json', 'Dockerfile'].flatMap(
        file => read(file).match(/(?<=\bnode ["', ]*)--[\w-]+/g) ?? [],
      ),
    ]
    expect([...new Set(flags)].filter(flag => !allowed.includes(flag))).toEqual([])
    expect(flags).toContain('--max-old-space-size')
  })
})

const allowed = ['--import', '--max-old-space-size', '--max-semi-space-size']
