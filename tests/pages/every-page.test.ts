/**
 * Every kind of page in three languages, as each of the five people: it stands or is refused, says everything in that
 * language, and is valid HTML.
 */
import { readFileSync } from 'node:fs'
import { locales } from '../../app/i18n/locales'
import { kinds, pagesOf } from '../support/page-kinds'
import { demoPeople, expect, signIn, test, type DemoPerson } from '../support/journey'

/** A key without a text shows as itself; a value without words as what JavaScript calls it. */
const raw = /\b[a-z]+:[a-z][\w.]+\b|\bundefined\b|\[object|\bNaN\b|Invalid Date/g

const sourceOf = (file: string) => readFileSync(new URL(`../../app/styles/${file}`, import.meta.url), 'utf8')
const classesOfAll = (entry: string) =>
  new Set(
    [...sourceOf(entry).matchAll(/@import '\.\/([\w-]+\.css)'/g)].flatMap(([, file]) =>
      [...sourceOf(file ?? '').matchAll(/(?<![\w\])-])\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name ?? ''),
    ),
  )
const inEveryPage = classesOfAll('app.css')
/** Classes of the second stylesheet alone, which pages of lists do without. */
const onlyInMore = [...classesOfAll('more.css')].filter(name => !inEveryPage.has(name))

/** Labels that one list of facts has twice, whatever their apostrophes. */
const factsTwice = (html: string) =>
  [...html.matchAll(/<dl class="facts">(.*?)<\/dl>/gs)].flatMap(([, facts = '']) => {
    const labels = [...facts.matchAll(/<dt>(.*?)<\/dt>/gs)].map(([, label = '']) =>
      label.replaceAll(/&#x27;|’/g, "'"),
    )
    return labels.filter((label, at) => labels.indexOf(label) < at)
  })

// One walk for all languages: pages that differ in words alone are judged once, and the records behind them are made
// once.
test('every kind of page says everything in three languages, to each of five people', async ({
  page,
  journey,
}) => {
  journey.allowErrors(/^404 \/error/)
  await journey.signIn('manager')
  page.cookies.set('rows', '10')
  const found = await pagesOf(page)
  expect(found.map(({ name }) => name).sort()).toEqual([...kinds].sort())

  const seen = new Map<string, Partial<Record<DemoPerson, number>>>()
  const wrong: string[] = []
  for (const person of demoPeople) {
    const own = journey.browser()
    await signIn(own, person)
    own.cookies.set('rows', '10')
    for (const { name, path } of found)
      for (const locale of locales) {
        own.cookies.set('lng', locale)
        const status = (await own.goto(path)).status()
        const where = `${person}, ${name} in ${locale}`
        const known = seen.get(name)?.[person] ?? status
        if (known !== status) wrong.push(`${where}: ${status}, and ${known} in another language`)
        seen.set(name, { ...seen.get(name), [person]: status })
        const html = await own.content()
        const lang = /<html[^>]* lang="([\w-]+)"/.exec(html)?.[1] ?? 'no language'
        // A display's page is in its channel's language, whoever looks at it.
        if (!lang.startsWith(locale) && name !== 'hall preview') wrong.push(`${where}: is in ${lang}`)
        const keys = wordsOf(html).match(raw)
        if (keys) wrong.push(`${where}: shows ${[...new Set(keys)].join(', ')}`)
        if (html.includes('name="idempotency_key" value=""')) wrong.push(`${where}: a form has no key`)
        const twice = factsTwice(html)
        if (twice.length > 0) wrong.push(`${where}: two facts are called ${twice.join(', ')}`)
        if (![200, 403, 404].includes(status)) wrong.push(`${where}: ${status}`)
        if (!/\/assets\/more[\w-]*\.css/.test(html)) {
          const classes = new Set(
            [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names?.split(' ') ?? []),
          )
          const unstyled = onlyInMore.filter(name => classes.has(name))
          if (unstyled.length > 0) wrong.push(`${where}: has no styles for ${unstyled.join(', ')}`)
        }
      }
  }
  expect(wrong).toEqual([])
  for (const [name, statuses] of seen) expect(statuses.admin, name).toBe(name === 'error' ? 404 : 200)
  // Whoever may do nothing with a page is told so: by 403, or by 404 for what is not theirs.
  expect(
    [...seen].filter(([, { inspector }]) => inspector === 403 || inspector === 404).length,
  ).toBeGreaterThan(5)
}, 400_000)

/**
 * All that is shown or read aloud. Making a document of each of a thousand pages would take longer than drawing them.
 */
function wordsOf(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
  const attributes = [...body.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(
    ([, text]) => text,
  )
  return [body.replace(/<[^>]*>/g, ' '), ...attributes].join(' ')
}
