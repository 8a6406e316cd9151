/**
 * What the built files use that a promised browser lacks, as the public data on browsers (`@mdn/browser-compat-data`)
 * has it.
 */
import bcd, { type Identifier, type SupportStatement } from '@mdn/browser-compat-data' with { type: 'json' }
import postcss, { type ChildNode, type Declaration, type Rule } from 'postcss'
import selectors from 'postcss-selector-parser'
import values from 'postcss-value-parser'
import { oldestBrowsers } from '../../bin/oldest-browsers.mjs'

type Browser = keyof typeof oldestBrowsers

const { css, javascript, api } = bcd
const promised = Object.keys(oldestBrowsers) as Browser[]

/** Missing names are what the data does not know: it has everything that some browser lacks. */
const at = (node: Identifier | undefined, ...names: string[]): Identifier | undefined =>
  names.reduce<Identifier | undefined>(
    (found, name) => (found && Object.hasOwn(found, name) ? (found[name] as Identifier) : undefined),
    node,
  )

/** In its own name and without a setting of the browser's. */
function firstVersion(statement: SupportStatement | undefined): number {
  const versions = [statement ?? []]
    .flat()
    .flatMap(({ flags, prefix, alternative_name, version_added }) =>
      flags || prefix || alternative_name || !version_added || version_added === 'preview'
        ? []
        : [Number.parseFloat(version_added.replace('≤', ''))],
    )
  return Math.min(Infinity, ...versions)
}

const lackedBy = (node: Identifier | undefined): Browser[] =>
  promised.filter(
    browser => node?.__compat && firstVersion(node.__compat.support[browser]) > oldestBrowsers[browser],
  )

interface Ancestor {
  type: string
  name?: string
  parent?: Ancestor
}

/** A rule that is only read by browsers that said yes to a question. */
function isInSupports(node: ChildNode): boolean {
  for (let up = node.parent as Ancestor | undefined; up; up = up.parent)
    if (up.name === 'supports') return true
  return false
}

/** Of a built stylesheet: each thing that is lacking, by its name in the data, with one place where it is used. */
export function lackingStyles(sheet: string): Map<string, string> {
  const found = new Map<string, string>()
  const look = (name: string, node: Identifier | undefined, where: string) => {
    const browsers = lackedBy(node)
    if (browsers.length > 0 && !found.has(name))
      found.set(name, `${where.slice(0, 160)} (${browsers.join(', ')})`)
  }
  postcss.parse(sheet).walk(node => {
    if (node.type === 'atrule') {
      look(`@${node.name}`, at(css['at-rules'], node.name), node.params)
      if (node.name === 'media' && /[<>]/.test(node.params))
        look('@media range', at(css['at-rules'], 'media', 'range_syntax'), node.params)
    }
    if (isInSupports(node)) return
    if (node.type === 'rule' && !isFrame(node)) lookAtSelectors(node, found, look)
    if (node.type === 'decl' && !node.prop.startsWith('--') && !node.prop.startsWith('-'))
      lookAtValue(node, look)
  })
  return found
}

type Look = (name: string, node: Identifier | undefined, where: string) => void

const isFrame = (rule: Rule) =>
  rule.parent?.type === 'atrule' && 'name' in rule.parent && /keyframes$/.test(String(rule.parent.name))

/** One selector that a browser does not know takes all of its list along. Within `:is()` and `:where()` it does not. */
function lookAtSelectors(rule: Rule, found: Map<string, string>, look: Look): void {
  const lacking = rule.selectors.map(selector => {
    const names = new Set<string>()
    selectors(root =>
      root.walkPseudos(pseudo => {
        for (let up: typeof pseudo.parent | typeof root = pseudo.parent; up; up = up.parent)
          if (up.type === 'pseudo' && /^:(?:is|where)$/.test(up.value)) return
        const known = at(css.selectors, pseudo.value.replace(/^:+/, ''))
        look(pseudo.value, known, selector)
        if (lackedBy(known).length > 0) names.add(pseudo.value)
      }),
    ).processSync(selector)
    return names
  })
  const lost = lacking.find(names => names.size > 0)
  if (lost && lacking.some(names => names.size === 0))
    found.set(`list with ${[...lost].join(' ')}`, rule.selector.slice(0, 160))
}

/** A prefixed property in the same rule, or an earlier value of the same one, is what a browser falls back to. */
function lookAtValue(declaration: Declaration, look: Look): void {
  const { prop, value, parent } = declaration
  const own = at(css.properties, prop)
  const where = `${parent?.type === 'rule' ? (parent as Rule).selector : ''} {${prop}: ${value}}`
  const hasFallback = parent?.some(
    one =>
      one.type === 'decl' &&
      (one.prop === `-webkit-${prop}` || (one.prop === prop && one !== declaration)) &&
      parent.index(one) < parent.index(declaration),
  )
  if (hasFallback) return
  look(prop, own, where)
  const { nodes } = values(value)
  if (prop === 'content' && nodes.some(({ type, value: sign }) => type === 'div' && sign === '/'))
    look('content with words', at(own, 'alt_text'), where)
  values.walk(nodes, part => {
    if (part.type === 'word') {
      look(`${prop}: ${part.value}`, at(own, part.value), where)
      const { unit } = values.unit(part.value) || { unit: '' }
      if (unit) look(unit, at(css.types, 'length', unit), where)
    }
    if (part.type === 'function')
      look(`${part.value}()`, at(css.types, part.value) ?? at(css.types, 'color', part.value), where)
  })
}

/**
 * The CSS library writes the first colour of a mixture, unmixed, for browsers that mix none: where letters have that
 * very colour nothing can be read.
 * Selectors whose background is such a colour for them.
 */
export function unmixedBackgrounds(sheet: string): string[] {
  const found: string[] = []
  postcss.parse(sheet).walkAtRules('supports', rule => {
    if (!/^\(color:\s*color-mix/.test(rule.params)) return
    rule.walkDecls(/^background(?:-color)?$/, () => {
      const before = rule.prev()
      if (before?.type !== 'rule') return
      const plain = before.nodes.findLast(one => one.type === 'decl' && one.prop.startsWith('background'))
      if (plain?.type === 'decl' && /currentcolor|--color-(?:primary|base-content)\)$/i.test(plain.value))
        found.push(before.selector)
    })
  })
  return found
}

/** Names of methods that no promised browser knows on anything: a script that calls one stops there. */
export function lackingCalls(script: string): string[] {
  const called = new Set(script.match(/(?<=[\w$)\]]\??\.)[a-zA-Z]{4,}(?=\()/g))
  return [...called].filter(name => lackingNames().has(name)).toSorted()
}

let lackingOnAll: Set<string> | undefined
function lackingNames(): Set<string> {
  if (lackingOnAll) return lackingOnAll
  const known = new Set<string>()
  const lacking = new Set<string>()
  const collect = (owner: Identifier) => {
    for (const [name, member] of Object.entries(owner)) {
      if (name === '__compat') continue
      const names = lackedBy(member as Identifier).length > 0 ? lacking : known
      names.add(name.replace(/_(?:static|event)$/, ''))
      collect(member as Identifier)
    }
  }
  for (const part of [javascript.builtins, api]) collect(part as Identifier)
  lackingOnAll = new Set([...lacking].filter(name => !known.has(name)))
  return lackingOnAll
}
