import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFiles, read } from './project-files'

const code = projectFiles(/^(app|backend|bin|tests)\/.*\.(ts|tsx|mjs)$/)

describe('sources', () => {
  test('no file is longer than 300 lines: what is longer is two things, and nobody holds it in mind', () => {
    // A list that is made grows by itself, with each migration for one.
    const written = code.filter(file => !file.endsWith('.found.ts'))
    expect(written.filter(file => read(file).split('\n').length - 1 > 300)).toEqual([])
  })

  test('the formatter leaves out no folder of the sources that is only named like one that is made', () => {
    const { ignorePatterns } = JSON.parse(read('.oxfmtrc.json')) as { ignorePatterns: string[] }
    // Without a slash before it a folder's name is meant everywhere: `data*/` was app/engine/data, too.
    expect(ignorePatterns.filter(one => one.endsWith('/') && !one.startsWith('/'))).toEqual([])
  })

  test('a comment fits the window: none is wider than 120 columns', () => {
    const wide = code.flatMap(file =>
      read(file)
        .split('\n')
        .flatMap((line, at) =>
          line.length > 120 && /^\s*(\/\/|\/?\*)/.test(line) ? [`${file}:${at + 1}`] : [],
        ),
    )
    expect(wide).toEqual([])
  })

  test('an hour and a day are called so, not counted in milliseconds', () => {
    const counted = code.filter(
      file =>
        /^(?:app|backend)\/(?!schema\/)/.test(file) &&
        !/\.test\.tsx?$|\/durations\.ts$/.test(file) &&
        /\b(?:86_400_000|3_600_000)\b/.test(read(file)),
    )
    expect(counted.map(file => `${file}: HOUR_MS, DAY_MS of backend/platform/contract/durations.ts`)).toEqual(
      [],
    )
  })

  test('file names are kebab-case', () => {
    // Remix names its two entries and its root itself; migrations are numbered.
    const odd = code.filter(
      file => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mjs)$/.test(path.basename(file)),
    )
    expect(odd).toEqual([])
  })

  test('no name says nothing', () => {
    expect(code.filter(file => /(^|\/)(utils?|helpers?|misc|common|manager)(\.|\/)/.test(file))).toEqual([])
  })

  test('nothing tracked names a place of one machine', () => {
    const places = new RegExp(
      ['work', 'farm', 'root', 'home', 'Users'].map(name => `(^|[\\s"'\`(=:])/${name}/[a-z]`).join('|'),
      'm',
    )
    const texts = projectFiles(/\.(ts|tsx|mjs|cjs|js|json|md|css|yml|yaml)$|^Dockerfile$|^\.ci\//).filter(
      file => file !== 'package-lock.json',
    )
    expect(texts.filter(file => places.test(read(file)))).toEqual([])
  })

  test('the lockfile names no registry: whoever installs has one of their own', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/)
  })

  test('nobody waits for less than ten seconds for what a machine in use does later: it would fail by chance', () => {
    const tests = code.filter(file => /\.test\.tsx?$/.test(file))
    const short = tests.flatMap(file => {
      const text = read(file)
      const limits = [...text.matchAll(/\btimeout: ?(\d[\d_]*)(?! \*|[\d_])/g)].map(([, ms]) => ms ?? '')
      const withoutLimit = [...text.matchAll(/\bvi\.(?:waitFor|waitUntil)\((?![\s\S]{0,300}?timeout:)/g)]
      return limits.some(ms => Number(ms.replaceAll('_', '')) < 10_000) || withoutLimit.length > 0
        ? [file]
        : []
    })
    expect(short).toEqual([])
  })

  test('what writes in one transaction takes no second connection: many at once would wait for one another', () => {
    const inTransaction = code
      .filter(file => file.startsWith('backend/') && file.endsWith('.routes.ts'))
      .flatMap(file =>
        read(file)
          .split(/(?=api\.endpoint\()/)
          .map(part => ({ file, part })),
      )
      .filter(({ part }) => /\bwrite: true\b|^ +command\(api,/m.test(part))
    const taking = inTransaction.filter(({ part }) => /\bdeps\.db\b(?! as )/.test(part))
    expect(taking.map(({ file }) => file)).toEqual([])
  })

  test('what replaces modules stands alone, by its name', () => {
    const replaces = (file: string) => new RegExp('vi\\.(do)?' + 'Mock\\(', 'i').test(read(file))
    const tests = code.filter(file => /\.test\.tsx?$/.test(file))
    expect(tests.filter(replaces)).toEqual(tests.filter(file => file.includes('.mocked.')))
  })

  test('no check is switched off in place', () => {
    const marks = new RegExp(
      [
        '@ts-' + 'ignore',
        '@ts-' + 'nocheck',
        '@ts-' + 'expect-error',
        'lint-' + 'disable',
        'TO' + 'DO',
        'FIX' + 'ME',
        '(test|it|describe)\\.' + '(only|skip)\\(',
      ].join('|'),
    )
    expect(code.filter(file => marks.test(read(file)))).toEqual([])
  })
})
