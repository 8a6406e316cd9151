import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Tracked and new files, without ignored ones; relative, with forward slashes. */
export function projectFiles(pattern: RegExp): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(file => pattern.test(file) && existsSync(path.join(root, file)))
}

/** Where a namespace's texts stand: `slots` → `locales/en/estate/slots.json`. */
export function textsFile(locale: string, namespace: string): string {
  const [file] = projectFiles(new RegExp(`^locales/${locale}/[^/]+/${namespace}\\.json$`))
  if (file === undefined) throw new Error(`locales/${locale}/ has no file ${namespace}.json`)
  return file
}

export const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

export function syntaxOf(file: string): ts.SourceFile {
  return ts.createSourceFile(
    file,
    read(file),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
}

export function everyNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, child => everyNode(child, visit))
}
