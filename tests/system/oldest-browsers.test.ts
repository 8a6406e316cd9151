/** The built files, read against what the oldest promised browsers lack. Pages are looked at in one of them in tests/e2e/kiosk.e2e.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lackingCalls, lackingStyles, unmixedBackgrounds } from '../support/browser-support'

const folder = path.resolve('build/client/assets')
const read = (ending: string) =>
  readdirSync(folder)
    .filter(file => file.endsWith(ending))
    .map(file => readFileSync(path.join(folder, file), 'utf8'))
const sheets = read('.css')

/** What is lacking somewhere and does no harm there. */
const harmless: Record<string, string> = {}

const lackingIn = (all: string[]) => new Map(all.flatMap(sheet => [...lackingStyles(sheet)]))

test('a stylesheet has nothing that a promised browser lacks, unless it is harmless there', () => {
  const lacking = lackingIn(sheets)
  expect(sheets.length).toBeGreaterThan(1)
  expect([...lacking].filter(([name]) => !(name in harmless))).toEqual([])
  expect(Object.keys(harmless).filter(name => !lacking.has(name))).toEqual([])
})
