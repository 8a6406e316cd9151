/**
 * What runs in a browser runs in the oldest ones that are promised, kiosks with Chromium 109 among them: a selector
 * that one of them cannot parse throws, and with it dies whatever the script was about to do.
 */
import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import selectorParser from 'postcss-selector-parser'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { everyNode, root } from './project-files'

const OLDEST = { chrome: 109, firefox: 115, safari: 16 } as const

/** Asked for before it is used, with another way where it is missing. */
const GUARDED = new Set(['requestIdleCallback'])

interface Statement {
  version_added?: string | boolean | null
  version_removed?: string
  flags?: unknown
}
interface Entry {
  __compat?: { support: Partial<Record<keyof typeof OLDEST, Statement | Statement[]>> }
  [name: string]: unknown
}

const isMissing = (entry: Entry | undefined): boolean =>
  entry?.__compat !== undefined &&
  Object.entries(OLDEST).some(([browser, version]) => {
    const told = entry.__compat?.support[browser as keyof typeof OLDEST]
    return ![told ?? []].flat().some(({ version_added: since, version_removed: until, flags }) => {
      if (flags !== undefined || typeof since !== 'string') return false
      return (
        parseFloat(since.replace('≤', '')) <= version && (until === undefined || parseFloat(until) > version)
      )
    })
  })

const api = bcd.api as unknown as Record<string, Entry>
const builtins = (bcd.javascript as unknown as { builtins: Record<string, Entry> }).builtins
const selectors = (bcd.css as unknown as { selectors: Record<string, Entry> }).selectors

/** The scripts of a page and what they import, with the browser's own types. */
const program = ts.createProgram([`${root}/app/entry.client.tsx`], {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
})
const checker = program.getTypeChecker()
const scripts = program
  .getSourceFiles()
  .filter(({ fileName }) => fileName.startsWith(`${root}/app/`) && !fileName.endsWith('.d.ts'))
const at = (node: ts.Node) =>
  `${node.getSourceFile().fileName.slice(root.length + 1)}: ${node.getText().slice(0, 80)}`

const TAKES_SELECTOR = new Set(['querySelector', 'querySelectorAll', 'closest', 'matches'])

/** A literal, a template with its holes left out, or the constant that is named. */
function textsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(span => `x${span.literal.text}`).join('')]
  if (!ts.isIdentifier(node)) return []
  const told = checker.getSymbolAtLocation(node)?.valueDeclaration
  return told && ts.isVariableDeclaration(told) && told.initializer ? textsIn(told.initializer) : []
}

test('every selector in a script is one that the oldest browsers can parse', () => {
  const found: string[] = []
  let asked = 0
  for (const script of scripts)
    everyNode(script, node => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
      if (!TAKES_SELECTOR.has(node.expression.name.text)) return
      for (const text of node.arguments.flatMap(textsIn)) {
        asked++
        selectorParser(parsed =>
          parsed.walkPseudos(({ value }) => {
            const name = value.replaceAll(':', '')
            if (!selectors[name] || isMissing(selectors[name])) found.push(`${at(node)}: ${value}`)
          }),
        ).processSync(text)
      }
    })
  expect(asked).toBeGreaterThan(15)
  expect(found).toEqual([])
})

test('every member of the browser and of the language that a script uses is in the oldest browsers', () => {
  const found = new Set<string>()
  let asked = 0
  for (const script of scripts)
    everyNode(script, node => {
      for (const [owner, member, entry] of entriesFor(node)) {
        asked++
        if (isMissing(entry) && !GUARDED.has(member)) found.add(`${at(node)} (${owner}.${member})`)
      }
    })
  expect(asked).toBeGreaterThan(200)
  expect([...found]).toEqual([])
})

const isOfBrowser = (symbol: ts.Symbol | undefined) =>
  symbol?.declarations?.some(one => /[\\/]lib\.[\w.]+\.d\.ts$/.test(one.getSourceFile().fileName)) === true

/** Mixins have no place of their own in the data. */
const PLACES = ['Element', 'HTMLElement', 'Document', 'Node', 'Window']

function entriesFor(node: ts.Node): [string, string, Entry][] {
  if (ts.isPropertyAccessExpression(node)) {
    const member = node.name.text
    const symbol = checker.getSymbolAtLocation(node.name)
    if (!isOfBrowser(symbol)) return []
    const owner = (symbol as { parent?: ts.Symbol } | undefined)?.parent?.name ?? ''
    const isStatic = owner === '__type' || owner.endsWith('Constructor')
    const name = isStatic ? node.expression.getText() : owner
    const entry =
      (api[name]?.[isStatic ? `${member}_static` : member] as Entry | undefined) ??
      (builtins[name]?.[member] as Entry | undefined) ??
      PLACES.map(place => api[place]?.[member] as Entry | undefined).find(one => one !== undefined)
    return entry ? [[name, member, entry]] : []
  }
  if (ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent)) {
    const symbol = checker.getSymbolAtLocation(node)
    if (!isOfBrowser(symbol) || ts.isTypeReferenceNode(node.parent)) return []
    const entry = (api.Window?.[node.text] as Entry | undefined) ?? api[node.text] ?? builtins[node.text]
    return entry ? [['Window', node.text, entry]] : []
  }
  return []
}
