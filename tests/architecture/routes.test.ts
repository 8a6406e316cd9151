import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { projectFiles, syntaxOf } from './project-files'

/** Everything a browser can reach is written through one of these two. */
const makers = new Set(['guarded', 'open'])

function handlersOf(file: string): { name: string; made: boolean }[] {
  const found: { name: string; made: boolean }[] = []
  for (const statement of syntaxOf(file).statements) {
    const exported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(modifier => modifier.kind === ts.SyntaxKind.ExportKeyword)
    if (ts.isFunctionDeclaration(statement) && exported)
      found.push({ name: statement.name?.text ?? '', made: false })
    if (ts.isVariableStatement(statement) && exported) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name)) found.push({ name: name.text, made: isMade(initializer) })
      }
    }
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    ) {
      for (const element of statement.exportClause.elements)
        found.push({ name: element.name.text, made: reExported(statement) })
    }
  }
  return found.filter(({ name }) => name === 'loader' || name === 'action')
}

const isMade = (node: ts.Expression | undefined): boolean =>
  node !== undefined &&
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  makers.has(node.expression.text)

/** `export { loader } from './list'` is checked where it comes from. */
const reExported = (statement: ts.ExportDeclaration): boolean => statement.moduleSpecifier !== undefined

describe('routes', () => {
  test('every loader and action is made by guarded() or open()', () => {
    const bare = projectFiles(/^app\/.*\.tsx?$/)
      .filter(file => !file.includes('.test.'))
      .flatMap(file =>
        handlersOf(file)
          .filter(({ made }) => !made)
          .map(({ name }) => `${file}: ${name}`),
      )
    expect(bare).toEqual([])
  })
})
