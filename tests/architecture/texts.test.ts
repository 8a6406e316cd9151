import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { locales, regions, type Locale } from '../../app/i18n/locales'
import { resources } from '../../app/definitions'
import { reports } from '../../app/reports.found'
import { labelsOf, labelsOfReport, sharedLabels } from './entity-labels'
import { everyNode, projectFiles, read, syntaxOf, textsFile } from './project-files'

type Texts = { [key: string]: string | Texts }
const plural = /_(zero|one|two|few|many|other)$/

/** Full key (`slots:fields.serial`) to text. */
function textsOf(locale: Locale): Map<string, string> {
  const all = new Map<string, string>()
  for (const file of projectFiles(new RegExp(`^locales/${locale}/[^/]+/[^/]+\\.json$`))) {
    const namespace = file.split('/').at(-1)!.replace('.json', '')
    const add = (prefix: string, value: string | Texts) => {
      if (typeof value === 'string') all.set(prefix, value)
      else
        for (const [key, inner] of Object.entries(value))
          add(`${prefix}${prefix.includes(':') ? '.' : ':'}${key}`, inner)
    }
    add(namespace, JSON.parse(read(file)) as Texts)
  }
  return all
}

const texts = Object.fromEntries(locales.map(locale => [locale, textsOf(locale)])) as Record<
  Locale,
  Map<string, string>
>
/** Counted texts end in a plural form and have an `_other`; `too_few` is a name of its own. */
const baseOf = (key: string, all: Map<string, string>) =>
  all.has(key.replace(plural, '_other')) ? key.replace(plural, '') : key
const baseKeys = (locale: Locale) => new Set([...texts[locale].keys()].map(key => baseOf(key, texts[locale])))
const english = baseKeys('en')
/** Where a file does not name a field or a section, `labels.json` does (`app/i18n/i18n.server.ts`). */
const labelOf = (key: string) => key.replace(/^[^:]+:/, 'labels:')
const isWritten = (key: string) => english.has(key) || english.has(labelOf(key))

describe('texts', () => {
  test('of a name stand in one file, in the same wing in every language', () => {
    const files = projectFiles(/^locales\/.*\.json$/).map(file => file.split('/').slice(1))
    const namesOf = (locale: Locale) =>
      files.filter(([language]) => language === locale).map(([, wing, name]) => `${wing}/${name}`)
    const english = namesOf('en')
    expect(english.map(file => file.split('/').at(-1))).toHaveLength(
      new Set(english.map(file => file.split('/').at(-1))).size,
    )
    for (const locale of locales) expect(namesOf(locale)).toEqual(english)
    expect(files.filter(parts => parts.length !== 3)).toEqual([])
  })

  test('in Romanian name what is counted before its number, or have a form for each number', () => {
    // From twenty on a number takes "de" before a noun: "19 aparate", "20 de aparate".
    const counted = /(\}\}|[2-9]\d|\d{3}) (aparate|rânduri|ore|locații|plăci|citiri|zile)(?!\p{L})/u
    const wrong = [...texts.ro].filter(([key, text]) => !/_(one|few)$/.test(key) && counted.test(text))
    expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test('of an entity stand in the wing of its definition', () => {
    const definitions = projectFiles(/^app\/[a-z]+\/.*\.(resource|stream)\.tsx?$/)
    const wingOf = (name: string) =>
      definitions.find(file =>
        new RegExp(`^export const \\w+ = define\\w+\\(\\s*'${name}'`, 'm').test(read(file)),
      )
    const astray = Object.keys(resources).flatMap(name => {
      const definition = wingOf(name)?.split('/')[1]
      const texts = textsFile('en', name).split('/')[2]
      return definition === texts ? [] : [`${name}: defined in ${definition}, its texts in ${texts}`]
    })
    expect(astray).toEqual([])
  })

  test.each(locales)('%s has exactly the keys of English', locale => {
    const own = baseKeys(locale)
    expect({
      missing: [...english].filter(key => !own.has(key)),
      extra: [...own].filter(key => !english.has(key)),
    }).toEqual({ missing: [], extra: [] })
  })

  test.each(locales)('%s has every plural form that its counts need', locale => {
    const rules = new Intl.PluralRules(regions[locale])
    const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))
    const counted = new Set(
      [...texts[locale].keys()]
        .filter(key => baseOf(key, texts[locale]) !== key)
        .map(key => key.replace(plural, '')),
    )
    const missing = [...counted]
      .flatMap(key => [...needed].map(form => `${key}_${form}`))
      .filter(key => !texts[locale].has(key))
    expect(missing).toEqual([])
  })

  test.each(locales)('%s fills every text, with the placeholders of English', locale => {
    const placeholders = (text: string | undefined) =>
      [...new Set((text ?? '').match(/{{[^}]+}}/g))]
        .filter(name => !/{{-?\s*count/.test(name))
        .sort()
        .join()
    const wrong = [...texts[locale]].filter(([key, text]) => {
      const model = texts.en.get(key) ?? texts.en.get(key.replace(plural, '_other'))
      return !text.trim() || placeholders(text) !== placeholders(model)
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test.each(['ro', 'pt'] as const)(
    '%s has its own word for a slot, but for the name of a printed form',
    locale => {
      const wrong = [...texts[locale]].filter(([, text]) =>
        /\bslot(s|ul|ului|uri|urile|urilor)?\b/i.test(text.replaceAll(/{{[^}]+}}|slot[- ]machines?/g, '')),
      )
      expect(wrong).toEqual([])
    },
  )

  test('every label that the code names is written', () => {
    const namespaces = new Set([...english].map(key => key.split(':')[0]))
    const missing = [...literals]
      .filter(text => /^[a-z][a-z-]*:[\w-]+(\.[\w-]+)*$/.test(text) && namespaces.has(text.split(':')[0]!))
      // A prefix of keys (`slots:fields`) is named to find what is under it.
      .filter(key => !isWritten(key) && ![...english].some(known => known.startsWith(`${key}.`)))
    expect(missing).toEqual([])
  })

  test('every report has its texts', () => {
    expect(reportLabels.filter(key => !isWritten(key))).toEqual([])
  })

  test('no file repeats what labels.json says in every language', () => {
    const repeated = [...english].filter(
      key =>
        // The columns of a file are those of its kind, and its own stand before them (`own-words.ts`).
        !/^(?:labels|import-rows):/.test(key) &&
        english.has(labelOf(key)) &&
        locales.every(locale => texts[locale].get(key) === texts[locale].get(labelOf(key))),
    )
    expect(repeated).toEqual([])
  })

  test('every label is used', () => {
    const asked = new Set([...Object.values(resources).flatMap(labelsOf), ...reportLabels, ...sharedLabels])
    // The frame's own (`app/i18n/own-words.ts`).
    const framed = /^([a-z-]+):(?:about|subjects\.[a-z_-]+|permissions\.(?:entities|verbs)\.[a-z_]+)$/
    const unused = [...english].filter(
      key =>
        !((framed.exec(key)?.[1] ?? '') in resources) &&
        !literals.has(key) &&
        !asked.has(key) &&
        !patterns.some(pattern => pattern.test(key)),
    )
    expect(unused).toEqual([])
  })
})

const reportLabels = reports.flatMap(labelsOfReport)

const sources = projectFiles(/^(app|backend)\/.*\.tsx?$/).filter(file => !file.includes('.test.'))
const literals = new Set<string>()
const templates = new Set<string>()
for (const file of sources) {
  everyNode(syntaxOf(file), node => {
    if (ts.isStringLiteralLike(node)) literals.add(node.text)
    if (ts.isTemplateExpression(node))
      templates.add([node.head.text, ...node.templateSpans.map(span => span.literal.text)].join('\0'))
  })
}
/** `${name}:fields.${field}` names every key of that form; one without a word of its own would name them all. */
const patterns = [...templates]
  .filter(template => /:/.test(template) && /[a-z]{3}/i.test(template.replaceAll('\0', '')))
  .map(
    template =>
      new RegExp(
        `^${template
          .split('\0')
          .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.+')}$`,
      ),
  )
