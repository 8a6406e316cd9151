/** Files read by a program that nobody here wrote. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** `{file}` in a statement is the file's path. Rows as JSON has them; instants as the session's zone tells them. */
export async function askedOfDuckdb(
  name: string,
  file: Uint8Array,
  statements: readonly string[],
): Promise<Record<string, unknown>[][]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'duckdb-'))
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  try {
    await writeFile(path.join(folder, name), file)
    const answers: Record<string, unknown>[][] = []
    for (const statement of statements) {
      const reader = await connection.runAndReadAll(statement.replaceAll('{file}', path.join(folder, name)))
      answers.push(reader.getRowObjectsJson() as Record<string, unknown>[])
    }
    return answers
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true })
  }
}
