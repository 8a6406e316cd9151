/** Of a list that is written into a file: all its ids, piece behind piece. */
import type { ListSource } from '../../backend/platform/store/list-source'

export async function idsOf(
  source: ListSource,
  ...asked: Parameters<ListSource['idsInPieces']>
): Promise<string[]> {
  const ids: string[] = []
  for await (const some of source.idsInPieces(...asked)) ids.push(...some)
  return ids
}
