/**
 * Texts use the trade's terms and plain words: each of these stood in many of them, and readers did not know what
 * was meant.
 */
import { expect, test } from 'vitest'
import { locales, type Locale } from '../../app/i18n/locales'
import { projectFiles, read } from './project-files'

/** What a text must not say, and what it says instead. */
const instead: Record<Locale, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/\btold\b/i, 'reported, published, informed'],
    [/\bheard\b/i, 'received; last contact; never connected'],
    [/\bnever seen\b/i, 'never connected'],
    [/\bsilent\b/i, 'not communicating'],
    [/\banew\b/i, 'again'],
    [/\bin doubt\b/i, 'unverified'],
    [/\bwhoever\b/i, 'those who, the person who'],
    [/\b(somebody|nobody)\b/i, 'a person, another person; or say it in the passive'],
    [/\b(taken|takes?|taking) back\b/i, 'reverted, undone, withdrawn or voided'],
    [/\bset(s|ting)? back\b/i, 'reverted, backdated'],
    [/\bin truth\b/i, 'effective from'],
    [/\bby (itself|themselves)\b/i, 'automatically'],
    [/\bleft out\b/i, 'skipped, excluded, ignored'],
    [/\bbegun\b/i, 'started, created'],
    [/\blook(s|ed)? after\b/i, 'acknowledged, handled'],
    [/\bneeds? a hand\b/i, 'needs attention, open issues'],
    [/\b(month’s desk|hand over$)/i, 'month-end closing, export package'],
    [/\bprice of a credit\b/i, 'denomination'],
    [/\bmeter repairs?\b/i, 'meter discrepancies'],
    [/\bmeans nothing here\b|\bcannot be used here\b/i, 'unknown filter, unknown value'],
    [/\bas released\b/i, 'default'],
    [/\bthe whole list\b/i, 'all'],
    // "Kept out" is what an exclusion list does to a person.
    [/\bkept\b(?! out)/i, 'stored, saved'],
    [/\bbegan\b/i, 'started'],
    [/\bbeside\b/i, 'next to'],
    [/\bmeanwhile\b/i, 'in the meantime; or drop it'],
    [/\b(everybody|anybody)\b/i, 'everyone, anyone, all users'],
    [/\b(goes|go) on\b(?! record)/i, 'continues, is in progress'],
    [/\blies (in|between|before)\b/i, 'is in, is between, is before'],
    [/\b(as (it|they) stood|stands? (in|at|now))\b/i, 'as of; is in, is at'],
    [/^asked( by)?$|\b(is|was|been) asked for\b/i, 'requested (by)'],
    [/\bin all$/i, 'total'],
    [/\bin (its|their) turn\b/i, 'in date order'],
    [/\bincrements?\b/i, 'contribution rate'],
  ],
  ro: [
    [/câștig(ul)? net/i, 'venit net'],
    [/\breținere\b/i, 'hold'],
    [/\b[îi]n dubiu\b/i, 'de verificat'],
    [/\bcorectur/i, 'corecție'],
    [/\breînceput\b/i, 'repornit'],
    [/\b(tace|tac|tăcut|tăcut[eă])\b/i, 'fără semnal, nu comunică'],
    [/\bnevăzut/i, 'neconectat niciodată'],
    [/\b(se aude|se auzea|auzit)\b/i, 'comunică, primit'],
    [/înapoi în timp|\bmut\S* înapoi/i, 'antedatat'],
    [/\bclarific/i, 'rezolvat'],
    [/\bcelebr/i, 'anunțarea câștigului'],
    [/\bmister\b/i, 'mystery'],
    [/\brund[aăe]/i, 'ciclu'],
    [/\bde la sine\b/i, 'automat'],
    [/\bhotăr[âa]/i, 'decis'],
    [/\bdeoparte\b/i, 'omis, ignorat'],
    [/pre[țt]\S* unui credit/i, 'denominație'],
    [/\bdezleag|\bnelegat\b/i, 'disociază, neasociat'],
    [/\bpunct\S* de control\b/i, 'citire de referință'],
    [/\bjurnal\S* de timp\b/i, 'cronologie'],
    [/\bincrement/i, 'rată de contribuție'],
    [/\bindexuri/i, 'indecși'],
    [/îndoielnic/i, 'de verificat'],
    [/\b(un|acest) SMIB\b/i, 'o placă SMIB'],
  ],
  pt: [
    [/ganhos? líquidos?/i, 'receita líquida'],
    [/\bretenção\b/i, 'hold'],
    [/\bem dúvida\b/i, 'por verificar'],
    [/\bouvid[ao]/i, 'comunica, recebido'],
    [/\b(calado|em silêncio)\b/i, 'não comunica'],
    [/\b(vigorou|recuad[ao]s?|recuar|recuem?)\b/i, 'em vigor, antedatado'],
    [/mistério/i, 'mystery'],
    [/\bronda (atual|seguinte)\b/i, 'ciclo'],
    [/\bde parte\b/i, 'excluído, ignorado'],
    [/\bem massa\b/i, 'em lote'],
    [/\bpor si$/i, 'automaticamente'],
    [/preço de um crédito/i, 'denominação'],
    [/\bincremento/i, 'taxa de contribuição'],
    [/\b(um|este) SMIB\b/i, 'uma placa SMIB'],
  ],
}

type Texts = { [key: string]: string | Texts }

const textsIn = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : textsIn(value, `${path}${key}.`),
  )

const wrongIn = (locale: Locale, where: string, text: string) =>
  instead[locale]
    .filter(([word]) => word.test(text))
    .map(([word, better]) => `${where}: "${word.exec(text)?.[0]}" in "${text}"; say: ${better}`)

test.each(locales)('texts in %s use the words that the trade uses', locale => {
  const wrong = projectFiles(new RegExp(`^locales/${locale}/.*\\.json$`)).flatMap(file =>
    textsIn(JSON.parse(read(file)) as Texts).flatMap(([key, text]) =>
      wrongIn(locale, `${file}: ${key}`, text.replaceAll(/\{\{\w+\}\}/g, '…')),
    ),
  )
  expect(wrong).toEqual([])
})

test.each(locales)('e-mails in %s use them, too', locale => {
  const file = `backend/identity/mail/texts.${locale}.ts`
  const wrong = [...read(file).matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].flatMap(([, text = '']) =>
    wrongIn(locale, file, text),
  )
  expect(wrong).toEqual([])
})

/** The API's own words for what others call otherwise. */
const inApi: typeof instead.en = [
  [/\bboards?\b/i, 'SMIB'],
  [/\bhalls?\b/i, 'location'],
  [/\bmachines?\b(?![- ]type)/i, 'slot'],
  [/\bleav(e|ing)( it)? out\b/i, 'exclude, skip'],
]

test('descriptions of the API use them, too', () => {
  const files = projectFiles(/^backend\/.*\.ts$/).filter(file => !/\.test\.ts$|^backend\/demo\//.test(file))
  const texts = files.flatMap(file =>
    [...read(file).matchAll(/\b(?:summary|description):\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/gs)].map(
      ([, , text = '']) => [file, text.replaceAll(/\$\{[^}]*\}/g, '…')] as const,
    ),
  )
  expect(texts.length).toBeGreaterThan(200)
  const wrong = texts.flatMap(([file, text]) => [
    ...wrongIn('en', file, text),
    ...inApi
      .filter(([word]) => word.test(text))
      .map(([word, better]) => `${file}: "${word.exec(text)?.[0]}" in "${text}"; say: ${better}`),
  ])
  expect(wrong).toEqual([])
})

test('a word that is banned is found, with what to say instead', () => {
  expect(wrongIn('en', 'a.json: x', 'The level is drawn anew')).toEqual([
    'a.json: x: "anew" in "The level is drawn anew"; say: again',
  ])
})
