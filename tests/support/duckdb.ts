/** Files read by a program that nobody here wrote. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

export interface Asked {
  file: Uint8Array
  /** `{file}` is the file's path. */
  statement: string
}

/** Of each its rows, as JSON has them. */
export async function queryDuckdb(asked: readonly Asked[]): Promise<Record<string, unknown>[][]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'duckdb-'))
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  try {
    const answers: Record<string, unknown>[][] = []
    for (const { file, statement } of asked) {
      const place = path.join(folder, 'file')
      await writeFile(place, file)
      const reader = await connection.runAndReadAll(statement.replaceAll('{file}', place))
      answers.push(reader.getRowObjectsJson() as Record<string, unknown>[])
    }
    return answers
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true })
  }
}
