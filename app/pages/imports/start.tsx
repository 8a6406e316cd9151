/** `/slots-import`: a file or a pasted table goes in here; what was imported before stands under it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import { importPermission, MAX_IMPORT_BYTES } from '../../../backend/imports/imports.contract'
import { ApiError } from '../../api/api-error'
import { useShell } from '../../console/shell-context'
import { failureOf, type Failure } from '../../engine/failure.server'
import { choosePageSize, type Page } from '../../engine/list/paging.server'
import { FailureNote } from '../../engine/failure-note'
import { FileLink, PlainRows } from '../../engine/list/plain-list'
import { plainPage } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader, Section } from '../../ui/page'
import { importListing } from './import-listing'
import {
  entityPaths,
  importerAt,
  importing,
  importPaths,
  mayImport,
  mayLook,
  modes,
  type Import,
  type ImportEntity,
} from './importer'
import { askImports, upload } from './importer.server'
import { UploadForm, type Typed } from './upload-form'
import { readUpload } from './upload.server'

interface Loaded {
  entity: ImportEntity
  title: string
  earlier: Page<ListAnswer<Import>> | null
  key: string
}

export const loader = guarded(mayLook, async asked => {
  const entity = importerAt(asked)
  const earlier = asked.can(importing(entity)) ? await plainPage(asked, importListing, askImports) : null
  return { entity, title: asked.t(`imports:titles.${entity}`), earlier, key: randomUUID() } satisfies Loaded
})

interface Answered {
  typed: Typed
  problem: { code: string; details: Record<string, unknown> } | null
  failure: Failure | null
}

export const action = guarded(
  mayImport,
  async asked => {
    if (asked.form.has('rowsPerPage')) return choosePageSize(asked, importListing.spec)
    const entity = importerAt(asked)
    const read = await readUpload(asked.form, asked.t)
    const refuse = (status: number, more: Partial<Answered>) =>
      data<Answered>({ typed: read.typed, problem: null, failure: null, ...more }, { status })
    if (read.problem) return refuse(422, { problem: { code: read.problem, details: {} } })
    try {
      const { _id } = await upload(
        asked,
        { entity, mode: read.typed.mode, file_name: read.fileName },
        read.bytes,
        read.key,
      )
      return redirect(`${importPaths[entity]}/${_id}`, 303)
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'problem' && error.status === 422)
        return refuse(422, { problem: { code: error.code, details: error.details } })
      const failure = failureOf(error, [401, 403, 404, 413])
      return refuse(failure.status, { failure })
    }
  },
  { maxBodyBytes: MAX_IMPORT_BYTES + 64 * 1024 },
)

export default function ImportStartPage() {
  const { entity, title, earlier, key } = useLoaderData() as Loaded
  const answered = useActionData() as Answered | undefined
  const { t, can } = useShell()
  const path = importPaths[entity]
  const allowed = modes.filter(mode => can(importPermission(entity, mode)))
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <>
            {allowed.length > 0 ? (
              <LinkButton icon="download" href={`${path}/template.csv`}>
                {t('imports:template')}
              </LinkButton>
            ) : null}
            <LinkButton href={entityPaths[entity]}>{t('imports:to_list')}</LinkButton>
          </>
        }
      />
      {answered?.failure ? <FailureNote failure={answered.failure} retry={path} /> : null}
      {allowed.length > 0 ? (
        <UploadForm
          entity={entity}
          modes={allowed}
          idempotencyKey={key}
          typed={answered?.typed}
          problem={answered?.problem ?? undefined}
        />
      ) : (
        <Alert tone="info" title={t('imports:not_yours')} />
      )}
      {earlier ? <Earlier path={path} page={earlier} /> : null}
    </>
  )
}

function Earlier({ path, page }: { path: string; page: Page<ListAnswer<Import>> }) {
  const { t } = useShell()
  const title = t('imports:earlier')
  return (
    <Section title={title} more={<FileLink path={path} listing={importListing} page={page} />}>
      <PlainRows
        title={title}
        page={page}
        path={path}
        listing={importListing}
        empty={<p>{t('imports:none')}</p>}
      />
    </Section>
  )
}
