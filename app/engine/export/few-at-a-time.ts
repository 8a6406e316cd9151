/**
 * Rows of a file, as many as are written at once: a thousand would hold the event loop for as long as they take, and
 * the files of one reader all that others ask for.
 */
import { breathe } from '../../../backend/platform/process/breathe'

const FEW = 100

export async function* fewAtATime<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[], void> {
  for (let from = 0; from < rows.length; from += FEW) {
    yield rows.slice(from, from + FEW)
    await breathe()
  }
}
