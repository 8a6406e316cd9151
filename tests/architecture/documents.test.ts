/**
 * Links of the documents lead somewhere, every topic stands in the index of decisions, the README and the page about
 * operations name every setting that the programs read, and the README's pictures are small.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { read } from './project-files'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .map(file => `docs/${file}`),
]

/** A heading's address, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsIn = (file: string) =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

function brokenLinks(file: string): string[] {
  const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter(link => {
    if (/^https?:/.test(link)) return false
    const [target = '', anchor] = link.split('#')
    const found = target ? path.join(path.dirname(file), target) : file
    return !existsSync(found) || (anchor !== undefined && !anchorsIn(found).includes(anchor))
  })
}

test.each(documents)('every link of %s leads to a file and a heading that exist', file => {
  expect(brokenLinks(file)).toEqual([])
})

test('the index of decisions leads to every topic', () => {
  const topics = readdirSync('docs/decisions').filter(file => file !== 'README.md')
  const index = read('docs/decisions/README.md')
  expect(topics.filter(file => !index.includes(`](${file})`))).toEqual([])
})

test.each(['README.md', 'docs/operations.md'])(
  '%s names each setting that a program checks at its start',
  file => {
    const checked = ['app/process/env.server.ts', 'backend/platform/env.ts'].flatMap(file =>
      [...read(file).matchAll(/^ {2,}([A-Z][A-Z_]{3,}): /gm)].map(([, name]) => name),
    )
    expect(checked.length).toBeGreaterThan(10)
    expect(checked.filter(name => !read(file).includes(`\`${name}\``))).toEqual([])
  },
)

test('a picture of the documents has less than 150 kB', () => {
  const pictures = readdirSync('docs/pictures')
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter(file => statSync(`docs/pictures/${file}`).size > 150_000)).toEqual([])
})
