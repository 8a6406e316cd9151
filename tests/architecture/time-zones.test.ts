/** Local times are read and written by the zone data of the product, in one place: the platform's may be a year old. */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { everyNode, projectFiles, read, syntaxOf } from './project-files'

const ALLOWED = ['backend/platform/contract/time-zone.ts', 'backend/platform/contract/instant-format.ts']
const files = projectFiles(/^(app|backend)\/.*\.tsx?$/).filter(
  file =>
    !/\.test\.tsx?$/.test(file) &&
    !ALLOWED.includes(file) &&
    /Intl\.DateTimeFormat|'luxon'|toLocale/.test(read(file)),
)

const isUtc = (node: ts.Node) => ts.isStringLiteral(node) && node.text.toLowerCase() === 'utc'

/** What an object literal says for a name, in either of the two ways of writing it. */
const saidFor = (node: ts.ObjectLiteralExpression, name: string): ts.Expression[] =>
  node.properties.flatMap(one =>
    ts.isPropertyAssignment(one) && one.name.getText() === name
      ? [one.initializer]
      : ts.isShorthandPropertyAssignment(one) && one.name.text === name
        ? [one.name]
        : [],
  )

function platformClocks(file: string): string[] {
  const found: string[] = []
  everyNode(syntaxOf(file), node => {
    const isIntl = ts.isNewExpression(node) && node.expression.getText() === 'Intl.DateTimeFormat'
    const isLuxon =
      ts.isCallExpression(node) &&
      /^DateTime\.\w+$|\.setZone$|^IANAZone\.\w+$/.test(node.expression.getText())
    const isLocale =
      ts.isCallExpression(node) && /\.toLocale(Date|Time)?String$/.test(node.expression.getText())
    if (!isIntl && !isLuxon && !isLocale) return
    const options = (node.arguments ?? []).flatMap(one => (ts.isObjectLiteralExpression(one) ? [one] : []))
    const zones = options.flatMap(one => saidFor(one, isLuxon ? 'zone' : 'timeZone'))
    if (zones.length === 0 || !zones.every(isUtc)) found.push(`${file}: ${node.getText().slice(0, 80)}`)
  })
  return found
}

test('nothing reads or writes a local time past backend/platform/contract/time-zone.ts', () => {
  expect(files.length).toBeGreaterThan(5)
  expect(files.flatMap(platformClocks)).toEqual([])
})
