/**
 * What every list answers to an administrator of the system, to compare two versions of the product on the same
 * data.
 */
import type { TestBackend } from './backend'

export interface ListAnswer {
  path: string
  /** With which it was requested: what it cannot do without, and more rows than it has. */
  body: { rowsPerPage: number; exactFields: string[]; exactValues: unknown[] }
  total: number
  /** By what names them, since rows without an order of their own may change places. */
  rows: Record<string, unknown>[]
}

export async function answersOf(
  backend: TestBackend,
  lists: readonly Pick<ListAnswer, 'path' | 'body'>[],
): Promise<ListAnswer[]> {
  const token = await backend.login('ana')
  const answers: ListAnswer[] = []
  for (const { path, body } of lists) {
    const answer = await backend.json(path, { token, body })
    if (answer.status !== 200)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body.error)}`)
    answers.push({ path, body, total: answer.body.data.total, rows: answer.body.data.rows })
  }
  return answers
}
