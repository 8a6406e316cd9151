import { matchRoutes } from '@remix-run/router'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { resourcePaths } from '../../app/addresses/names'
import routes from '../../app/routes'
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

  test('no page of a list is taken for the record of that name', () => {
    const table = routes.map(({ id, path, file, index }) =>
      index ? { id: id ?? file, index } : { id: `${file} ${id ?? ''}`, path: path ?? '' },
    )
    const led = (path: string) =>
      matchRoutes(table as never, path)
        ?.at(-1)
        ?.route.id?.split(' ')[0]
    const pages = {
      columns: /^engine\/list\/columns/,
      views: /^engine\/views\/views/,
      print: /^engine\/(list|stream)\/print/,
      'export.csv': /^engine\/(export\/export|stream\/file)/,
    }
    const wrong = Object.values(resourcePaths).flatMap(path =>
      Object.entries(pages)
        .filter(([page, file]) => !file.test(led(`${path}/${page}`) ?? ''))
        .map(([page]) => `${path}/${page}: ${led(`${path}/${page}`)}`),
    )
    expect(wrong).toEqual([])
  })
})
