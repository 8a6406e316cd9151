/**
 * Views of a stream are the same at each of its subjects: from a subject's page they are saved on the stream's, which
 * leads back to the subject.
 */
import { streamSubjects, type StreamSubject } from '../../../backend/platform/contract/stream'
import type { Resource } from '../definition/resource'

/** The parameter of the views' page that names the subject: `slot.<id>`. */
export const OF = 'of'
const subject = new RegExp(`^(${streamSubjects.join('|')})\\.([0-9a-f]{24})$`)

export const subjectPath = (
  { path, stream }: Pick<Resource, 'path' | 'stream'>,
  type: StreamSubject,
  id: string,
): string => `${path}/${id}${type === stream?.subject ? '' : `?type=${type}`}`

/** The page that a view is used on. */
export function homeOf({ searchParams }: URL, resource: Pick<Resource, 'path' | 'stream'>): string {
  const [, type, id] = subject.exec(searchParams.get(OF) ?? '') ?? []
  return resource.stream && id ? subjectPath(resource, type as StreamSubject, id) : resource.path
}
