/**
 * Lists what the folders hold: routes and migrations of the backend, definitions of the console. `npm start`, `npm
 * test` and the build bring the lists up to date, so that nobody adds a line by hand. Uses nothing but Node, since it
 * runs before any package is installed.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './sources.mjs'

const made = '/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */'

/** File → what should stand in it. */
export function foundFiles() {
  return {
    'backend/modules.found.ts': modules(),
    'backend/platform/contract/permissions.found.ts': permissions(),
    'backend/schema/migrations.found.ts': migrations(),
    'app/workflow/imports/import-kinds.found.ts': importKinds(),
    'backend/schema/importers.found.ts': importers(),
    'app/definitions.found.ts': resources(),
    'app/addresses/paths.found.ts': paths(),
    'backend/identity/settings/page-routes.found.ts': pageRoutes(),
    'app/console/entries.found.ts': entries(),
    'app/reports.found.ts': reports(),
    'app/routes.found.ts': routes(),
  }
}

/** Writes those that differ; answers their names. */
export function refreshFound() {
  return Object.entries(foundFiles()).flatMap(([file, text]) => {
    const at = path.join(root, file)
    if (existsSync(at) && readFileSync(at, 'utf8') === text) return []
    writeFileSync(at, text)
    return [file]
  })
}

/**
 * `register` of every `backend/<wing>/<module>/<name>.routes.ts`, then the standard endpoints of each `store` of a
 * `<entity>.store.ts`;
 * `registerLast` of routes that serve what the others bring. A store of another name gets its endpoints from its
 * module's routes.
 */
function modules() {
  const files = filesIn('backend', /\.routes\.ts$/)
  const list = wanted =>
    files.filter(file => new RegExp(`^export (?:const|function) ${wanted}\\b`, 'm').test(read(file)))
  const first = list('register')
  const last = list('registerLast')
  const stores = namedFiles(/^([a-z-]+)\.store\.ts$/)
    .filter(({ file }) => /^export const store\b/m.test(read(file)))
    .map(({ file, name }) => ({ file, name: `${nameOf(name)}Store` }))
  return [
    made,
    "import type { Api } from './platform/http/api'",
    "import { crud } from './platform/http/crud'",
    ...first.map(file => `import { register as ${nameOf(file)} } from '${from('backend', file)}'`),
    ...stores.map(({ file, name }) => `import { store as ${name} } from '${from('backend', file)}'`),
    ...last.map(file => `import { registerLast as ${nameOf(file)} } from '${from('backend', file)}'`),
    '',
    'export const modules: readonly ((api: Api) => void)[] = [',
    ...first.map(file => `  ${nameOf(file)},`),
    ...stores.map(({ name }) => `  api => crud(api, ${name}),`),
    ...last.map(file => `  ${nameOf(file)},`),
    ']',
    '',
  ].join('\n')
}

/** Permissions of an entity's own: the `access` of its contract, in literals, so that types know each by name. */
function permissions() {
  const entries = filesIn('backend', /\.contract\.ts$/).flatMap(file => {
    const [, access] = /^ {2}access: \{\n([\s\S]*?)^ {2}\},$/m.exec(read(file)) ?? []
    const each = /^ {4}('[a-z_]+::[a-z_]+': \{[^{}]*\},)\n/gm
    if (access?.replace(each, '').trim())
      throw new Error(`${file}: 'access' has each permission as 'entity::action': { … }, in literals`)
    return [...(access ?? '').matchAll(each)].map(([, entry]) => `  ${entry.replaceAll(/\s+/g, ' ')}`)
  })
  return [made, 'export const foundPermissions = {', ...entries, '} as const', ''].join('\n')
}

function migrations() {
  const files = readdirSync(path.join(root, 'backend/schema/migrations'))
    .filter(file => /^\d{3}-[a-z-]+\.ts$/.test(file))
    .sort()
    .map(file => file.replace(/\.ts$/, ''))
  return [
    made,
    "import type { Migration } from 'kysely'",
    ...files.map(file => `import * as ${nameOf(file)} from './migrations/${file}'`),
    '',
    'export const migrations: Readonly<Record<string, Migration>> = {',
    ...files.map(file => `  '${file}': ${nameOf(file)},`),
    '}',
    '',
  ].join('\n')
}

/** `importKind` of every `backend/<wing>/<module>/<entity>-import.contract.ts`: what the browser may know. */
function importKinds() {
  const found = namedFiles(/^([a-z-]+)-import\.contract\.ts$/)
  return [
    made,
    ...found.map(
      ({ file, name }) => `import { importKind as ${name} } from '${from('app/workflow/imports', file)}'`,
    ),
    '',
    `export const importKinds = { ${found.map(({ name }) => name).join(', ')} }`,
    '',
  ].join('\n')
}

/** `importer` of every `backend/<wing>/<module>/<entity>.importer.ts`; without its kind it is a type error. */
function importers() {
  const found = namedFiles(/^([a-z-]+)\.importer\.ts$/)
  return [
    made,
    ...found.map(({ file, name }) => `import { importer as ${name} } from '${from('backend/schema', file)}'`),
    "import type { Importers } from '../workflow/imports/importers'",
    '',
    `export const importers: Importers = { ${found.map(({ name }) => name).join(', ')} }`,
    '',
  ].join('\n')
}

/** The files of this name, with the entity that their name says. */
const namedFiles = pattern =>
  filesIn('backend', pattern).map(file => ({ file, name: pattern.exec(path.basename(file))[1] }))

/** Every `export const … = defineResource('name', …)` of a `*.resource.ts`, and every stream. */
function resources() {
  const found = definitions('Resource|Stream', /\.(resource|stream)\.tsx?$/)
  return [
    made,
    ...found.map(({ file, constant }) => `import { ${constant} } from '${from('app', file)}'`),
    '',
    'export const found = {',
    ...found.map(({ constant, name }) => `  ${keyOf(name)}: ${constant},`),
    '}',
    '',
  ]
    .join('\n')
    .replaceAll(/^ {2}(\w+): \1,$/gm, '  $1,')
}

/**
 * Lists that stand where their file does: `games-registry/games.resource.ts` is `/games-registry/games`. `names.ts` has
 * the addresses of all others.
 */
function placed() {
  const named = textsIn('app/addresses/names.ts')
  const below = /type SubList = (.+)/.exec(read('app/addresses/names.ts'))?.[1] ?? ''
  return definitions('Resource', /\.resource\.tsx?$/)
    .filter(({ name }) => !named[name] && !below.includes(`'${name}'`))
    .map(one => ({ ...one, section: one.file.split('/').at(-2) }))
}

function paths() {
  return [
    made,
    'export const foundPaths = {',
    ...placed().map(({ name, section }) => `  ${keyOf(name)}: '/${section}/${name}',`),
    '} as const',
    '',
  ].join('\n')
}

/** Where each list is in the console, for the backend, which knows no page. */
function pageRoutes() {
  const found = placed().map(({ name, section }) => [name, `/${section}/${name}`])
  return [
    made,
    'export const pageRoutes: Readonly<Record<string, string>> = {',
    ...[...Object.entries(textsIn('app/addresses/names.ts')), ...found].map(
      ([name, route]) => `  ${keyOf(name)}: '${route}',`,
    ),
    '}',
    '',
  ].join('\n')
}

/** Their places in the menu: each in the section of its address, for whoever may list it. */
function entries() {
  const found = placed().map(one => {
    const text = read(`${one.file}${existsSync(path.join(root, `${one.file}.tsx`)) ? '.tsx' : '.ts'}`)
    const contract = new RegExp(`defineResource\\(\\s*'${one.name}',\\s*(\\w+)`).exec(text)?.[1]
    const source = new RegExp(`\\b${contract}\\b[^}]*\\} from '([^']+)'`).exec(text)?.[1]
    if (!source) throw new Error(`${one.file}: its contract is imported by name`)
    return { ...one, contract, source: path.posix.join(path.posix.dirname(one.file), source) }
  })
  return [
    made,
    "import type { PermissionRule } from '../../backend/platform/contract/permissions'",
    ...found.map(({ contract, source }) => `import { ${contract} } from '${from('app/console', source)}'`),
    '',
    'export const foundEntries: readonly { key: string; path: string; rule: PermissionRule }[] = [',
    ...found.map(
      ({ name, section, contract }) =>
        `  { key: '${name}', path: '/${section}/${name}', rule: ${contract}.permissions.list },`,
    ),
    ']',
    '',
  ].join('\n')
}

function reports() {
  const found = definitions('Report', REPORTS)
  return [
    made,
    "import type { Report } from './engine/definition/define-report'",
    ...found.map(({ file, constant }) => `import { ${constant} } from '${from('app', file)}'`),
    '',
    'export const reports: readonly Report[] = [',
    ...found.map(({ constant }) => `  ${constant},`),
    ']',
    '',
  ].join('\n')
}

/** Paths of streams and reports, apart from their definitions: the URL map is read before anything is compiled. */
function routes() {
  const paths = textsIn('app/addresses/names.ts')
  const subjects = textsIn('app/engine/definition/subjects.ts')
  const pathOf = name => paths[name].slice(1)
  return [
    made,
    ...listed(
      'streamPaths',
      definitions('Stream', /\.stream\.tsx?$/).map(({ name }) => pathOf(name)),
    ),
    ...listed(
      'reportPaths',
      definitions('Report', REPORTS).map(({ name }) => {
        const [subject, ...page] = name.split('-')
        // Nobody's in particular: it stands in the section of reports.
        if (subject === 'reports') return `reports/${page.join('-')}`
        return `${pathOf(subjects[subject])}/:id/${page.join('-')}`
      }),
    ),
    '',
  ].join('\n')
}

const keyOf = name => (/-/.test(name) ? `'${name}'` : name)
const REPORTS = /\.reports?\.tsx?$/
const listed = (name, texts) => [
  `export const ${name}: readonly string[] = [`,
  ...texts.map(text => `  '${text}',`),
  ']',
]

/** `name: 'text'` of a file that says nothing else so. */
const textsIn = file =>
  Object.fromEntries(
    [...read(file).matchAll(/^ {2}'?([a-z-]+)'?: '([^']+)',$/gm)].map(([, name, text]) => [name, text]),
  )

/** Every `export const … = define…('name', …)` of the files of this name. */
const definitions = (kinds, files) =>
  filesIn('app', files).flatMap(file =>
    [
      ...read(file).matchAll(new RegExp(`^export const (\\w+) = define(?:${kinds})\\(\\s*'([a-z-]+)'`, 'gm')),
    ].map(([, constant, name]) => ({ file: file.replace(/\.tsx?$/, ''), constant, name })),
  )

const read = file => readFileSync(path.join(root, file), 'utf8')
/** `012-config` → `config012`: an identifier that no other file has. */
const nameOf = file =>
  path
    .basename(file)
    .replace(/\.routes\.ts$/, '')
    .replace(/^(\d+)-(.*)$/, '$2-$1')
    .replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const from = (folder, file) => {
  const relative = path.posix.relative(folder, file).replace(/\.ts$/, '')
  return relative.startsWith('.') ? relative : `./${relative}`
}

/**
 * Below the folder, with forward slashes, sorted by the folder that they stand in, in whichever wing: what moves there
 * keeps its place in the list.
 */
function filesIn(folder, pattern) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(file => `${folder}/${file.replaceAll(path.sep, '/')}`)
    .filter(file => pattern.test(path.posix.basename(file)))
    .sort((one, other) => (moduleOf(one) < moduleOf(other) ? -1 : 1))
}

const moduleOf = file => file.split('/').slice(-2).join('/')

if (process.argv[1] && path.resolve(process.argv[1]) === path.join(root, 'bin/found.mjs'))
  for (const file of refreshFound()) process.stdout.write(`${file} brought up to date\n`)
