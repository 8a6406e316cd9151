/** `/slots-import`: a file or a pasted table goes in here; what was imported before stands under it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import { importPermission, MAX_IMPORT_BYTES } from '../../../backend/imports/imports.contract'
import { ApiError } from '../../api/api-error'
import { useShell } from '../../console/shell-context'
import { attempt, failureOf, type Failure } from '../../engine/failure.server'
import { hrefOf, readListQuery, toRequest, type ListQuery, type ListSpec } from '../../engine/list-query'
import { FailureNote } from '../../engine/parts/failure-note'
import { Pager } from '../../engine/parts/pager'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader, Section } from '../../ui/page'
import { ImportTable } from './import-table'
import { entityPaths, importerAt, importing, importPaths, importsContract, mayImport, mayLook, modes, type Import, type ImportEntity } from './importer'
import { upload } from './importer.server'
import { UploadForm, type Typed } from './upload-form'
import { readUpload } from './upload.server'

const spec: ListSpec = { sort: '-created_at', sortKeys: importsContract.sort, filters: [], accepts: () => false }

interface Loaded { entity: ImportEntity; title: string; query: ListQuery; answer: ListAnswer<Import> | null; failure: Failure | null; key: string }

export const loader = guarded(mayLook, async asked => {
  const entity = importerAt(asked)
  const { query } = readListQuery(asked.url.searchParams, spec, asked.timeZone)
  const request = toRequest(query, spec, (_, text) => text, Date.now(), asked.timeZone)
  const earlier = asked.can(importing(entity)) ? await attempt(asked.api(importsContract).list({ ...request, exactFields: ['entity'], exactValues: [entity] })) : null
  return { entity, title: asked.t(`imports:titles.${entity}`), query, answer: earlier?.value ?? null, failure: earlier?.failure ?? null, key: randomUUID() } satisfies Loaded
})

interface Answered { typed: Typed; problem: { code: string; details: Record<string, unknown> } | null; failure: Failure | null }

export const action = guarded(mayImport, async asked => {
  const entity = importerAt(asked)
  const read = await readUpload(asked.form, asked.t)
  const refuse = (status: number, more: Partial<Answered>) => data<Answered>({ typed: read.typed, problem: null, failure: null, ...more }, { status })
  if (read.problem) return refuse(422, { problem: { code: read.problem, details: {} } })
  try {
    const { _id } = await upload(asked, { entity, mode: read.typed.mode, file_name: read.fileName }, read.bytes, read.key)
    return redirect(`${importPaths[entity]}/${_id}`, 303)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'problem' && error.status === 422) return refuse(422, { problem: { code: error.code, details: error.details } })
    const failure = failureOf(error, [401, 403, 404, 413])
    return refuse(failure.status, { failure })
  }
}, { maxBodyBytes: MAX_IMPORT_BYTES + 64 * 1024 })

export default function ImportStartPage() {
  const { entity, title, query, answer, failure, key } = useLoaderData() as Loaded
  const answered = useActionData() as Answered | undefined
  const { t, can } = useShell()
  const path = importPaths[entity]
  const allowed = modes.filter(mode => can(importPermission(entity, mode)))
  return (
    <>
      <PageHeader
        title={title}
        commands={(
          <>
            {allowed.length > 0 ? <LinkButton icon="download" href={`${path}/template.csv`}>{t('imports:template')}</LinkButton> : null}
            <LinkButton href={entityPaths[entity]}>{t('imports:to_list')}</LinkButton>
          </>
        )}
      />
      {answered?.failure ? <FailureNote failure={answered.failure} retry={path} /> : null}
      {allowed.length > 0
        ? <UploadForm entity={entity} modes={allowed} idempotencyKey={key} typed={answered?.typed} problem={answered?.problem ?? undefined} />
        : <Alert tone="info" title={t('imports:not_yours')} />}
      {failure ? <FailureNote failure={failure} retry={path} /> : null}
      {answer ? (
        <Section title={t('imports:earlier')}>
          {answer.rows.length === 0 ? <p>{t('imports:none')}</p> : (
            <>
              <ImportTable
                caption={t('imports:earlier')} imports={answer.rows}
                sort={{ by: query.sortBy, direction: query.sortDirection, href: (sortBy, sortDirection) => hrefOf(path, query, spec, { sortBy, sortDirection }) }}
              />
              <Pager page={query.page} rowsPerPage={query.rowsPerPage} total={answer.total} shown={answer.rows.length} href={page => hrefOf(path, query, spec, { page })} />
            </>
          )}
        </Section>
      ) : null}
    </>
  )
}
