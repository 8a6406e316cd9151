/**
 * What is special about an entity stands in its importer: the import itself asks that, and never which entity it is.
 */
import { expect, test } from 'vitest'
import ts from 'typescript'
import { resources } from '../../app/definitions'
import { importKinds } from '../../app/workflow/imports/import-kinds.found'
import type { ImportKind } from '../../backend/platform/contract/import-kind'
import { anyImport, importEntity } from '../../backend/workflow/imports/imports.contract'
import { projectFiles, syntaxOf } from './project-files'

const names: ReadonlySet<string> = new Set(importEntity.options)

/** Comparisons with an entity's name, and cases of a switch over it. */
function asksWhich(file: string): string[] {
  const source = syntaxOf(file)
  const found: string[] = []
  const isName = (node: ts.Node) => ts.isStringLiteralLike(node) && names.has(node.text)
  const visit = (node: ts.Node): void => {
    const compares =
      ts.isBinaryExpression(node) &&
      [
        ts.SyntaxKind.EqualsEqualsEqualsToken,
        ts.SyntaxKind.ExclamationEqualsEqualsToken,
        ts.SyntaxKind.EqualsEqualsToken,
        ts.SyntaxKind.ExclamationEqualsToken,
      ].includes(node.operatorToken.kind) &&
      (isName(node.left) || isName(node.right))
    if (compares || (ts.isCaseClause(node) && isName(node.expression)))
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('no file of the imports asks which entity it is about', () => {
  const files = projectFiles(/^(?:backend|app)\/workflow\/imports\/.*\.tsx?$/)
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap(asksWhich)).toEqual([])
})

test('no file of the imports keeps a table by entity: what there is to know stands with the entity', () => {
  const isTable = (node: ts.Node) =>
    ts.isObjectLiteralExpression(node) &&
    node.properties.filter(
      one =>
        one.name && (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)) && names.has(one.name.text),
    ).length > 1
  const found: string[] = []
  for (const file of projectFiles(/^backend\/workflow\/imports\/.*(?<!\.found|\.test)\.ts$/)) {
    const visit = (node: ts.Node): void => {
      if (isTable(node)) found.push(file)
      ts.forEachChild(node, visit)
    }
    visit(syntaxOf(file))
  }
  expect(found).toEqual([])
})

test('what can be imported is what has an importer, for whoever may import any of it', () => {
  expect(Object.keys(importKinds).sort()).toEqual([...importEntity.options].sort())
  const { any = [] } = anyImport as { any?: string[] }
  const needed = Object.values(importKinds).flatMap(({ permissions: { create, update } }) => [create, update])
  expect([...any].sort()).toEqual([...new Set(needed)].sort())
})

test('what a file names stands in lists of all tenants, where a name is enough unless a person has to decide', () => {
  const contracts = new Map(
    Object.values(resources).map(({ contract }) => [`${contract.family}/${contract.many}`, contract]),
  )
  for (const { columns, names = {} } of Object.values<ImportKind>(importKinds))
    for (const [column, { list, alsoCalled, also = {}, byHand }] of Object.entries(names)) {
      const contract = contracts.get(list)
      expect(columns.map(({ name }) => name)).toContain(column)
      expect([list, contract?.ownedBy]).toEqual([list, null])
      const fields = Object.keys(contract?.input.shape ?? {})
      expect(fields).toEqual(
        expect.arrayContaining(['name', ...(alsoCalled ? [alsoCalled] : []), ...Object.keys(also)]),
      )
      expect(Object.keys(names)).toEqual(expect.arrayContaining(Object.values(also)))
      if (!byHand)
        expect([
          list,
          contract?.permissions.create,
          contract?.input.safeParse({ name: 'New' }).success,
        ]).toEqual([list, expect.anything(), true])
    }
})
