/**
 * The address of a file: it means what the list's means, or there is no file. Half understood it would hold something
 * else than the screen.
 */
import { fileFormat, fileKinds, type FileFormat } from '../../i18n/file-format'
import type { GuardedContext } from '../../session/guard.server'
import { readListQuery, type ListQuery } from '../address/list-query'
import { RefusedFile } from '../../session/refused-file'
import { noticeOf } from '../address/notice'
import type { ListSpec, Notice } from '../address/list-spec'

type FileAddress = Pick<GuardedContext, 'url' | 'locale' | 'timeZone' | 't'>

/**
 * A file's address has these parameters on top of its list's: how it is written, and by which name the list
 * was opened.
 */
export const fileParameters = ['format', 'view']

/** `zone`: whose days a relative period means. Throws the refusal. */
export function readFileAddress(
  address: FileAddress,
  spec: ListSpec,
  zone = address.timeZone,
): { query: ListQuery; file: FileFormat } {
  const { query, notices } = readListQuery(address.url.searchParams, spec, zone, { own: fileParameters })
  return { query, file: fileOf(address, notices) }
}

/** Of a file that is always all of something: its address says nothing but how it is written. */
export const readWholeFile = (address: FileAddress): FileFormat => fileOf(address, others(address, 'format'))

/** Of one that is written in one way only: its address says nothing at all. Throws the refusal. */
export const refuseParameters = (address: Pick<FileAddress, 'url' | 't'>): void =>
  refuseUnused(address, others(address))

const others = ({ url }: Pick<FileAddress, 'url'>, known?: string): Notice[] =>
  [...new Set(url.searchParams.keys())]
    .filter(parameter => parameter !== known)
    .map(parameter => noticeOf(parameter, url.searchParams.get(parameter) ?? '', 'unknown'))

/** `notices`: what else of the address was not used. Throws the refusal. */
export function fileOf(address: FileAddress, already: readonly Notice[]): FileFormat {
  const notices = [...already]
  const [named, ...more] = address.url.searchParams.getAll('format')
  const kind = named === undefined ? 'people' : fileKinds.find(one => one === named)
  if (named !== undefined && !kind) notices.push(noticeOf('format', named, 'unusable'))
  if (more.length > 0) notices.push(noticeOf('format', more.join(', '), 'repeated'))
  if (notices.length > 0) throw refusal(address, notices)
  return fileFormat(address.locale, address.timeZone, kind)
}

/** Of a file that is written in one way only. Throws the refusal. */
export function refuseUnused(address: Pick<FileAddress, 't'>, notices: readonly Notice[]): void {
  if (notices.length > 0) throw refusal(address, notices)
}

const refusal = ({ t }: Pick<FileAddress, 't'>, notices: readonly Notice[]): RefusedFile =>
  new RefusedFile(
    t('errors:codes.file_refused'),
    notices.map(({ parameter, value, reason }) => t(`engine:notice.${reason}`, { parameter, value })),
  )
