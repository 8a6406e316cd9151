/** `/slots-import`: takes a file or a pasted table, and lists earlier imports below. */
import { importKinds } from './import-kinds.found'
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { importPermission, MAX_IMPORT_BYTES } from '../../../backend/workflow/imports/imports.contract'
import { ApiError } from '../../api/api-error'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { failureOf, type Failure } from '../../engine/data/failure.server'
import { ListCommands } from '../../engine/list/list-commands'
import { ListBody } from '../../engine/list/list-page'
import { loadList, type ListData } from '../../engine/data/list.server'
import { choosePageSize } from '../../engine/data/paging.server'
import { resourceAt } from '../../engine/data/resource-at.server'
import { resourceOf } from '../../engine/definition/registry'
import { FailureNote } from '../../engine/components/failure-note'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader, Section } from '../../ui/page'
import { importerAt, importing, importLists, importPaths, mayImport, mayLook, modes } from './importer'
import { upload } from './importer.server'
import { UploadForm, type Typed } from './upload-form'
import { readUpload } from './upload.server'

export const loader = guarded(mayLook, async ctx => {
  const entity = importerAt(ctx)
  const earlier = ctx.can(importing(entity))
    ? { ...(await loadList(ctx, resourceAt(ctx))), title: ctx.t('imports:earlier') }
    : null
  return { entity, title: ctx.t(`imports:titles.${entity}`), earlier, key: randomUUID() }
})

interface Answered {
  typed: Typed
  problem: { code: string; details: Record<string, unknown> } | null
  failure: Failure | null
}

export const action = guarded(
  mayImport,
  async ctx => {
    if (ctx.form.has('rowsPerPage')) return choosePageSize(ctx, resourceAt(ctx).list)
    const entity = importerAt(ctx)
    const read = await readUpload(ctx.form, ctx.t)
    const refuse = (status: number, more: Partial<Answered>) =>
      data<Answered>({ typed: read.typed, problem: null, failure: null, ...more }, { status })
    if (read.problem) return refuse(422, { problem: { code: read.problem, details: {} } })
    try {
      const { _id } = await upload(
        ctx,
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
  { maxBodyBytes: MAX_IMPORT_BYTES + 64 * 1024, keepsAnswer: 'each' },
)

export default function ImportStartPage() {
  const { entity, title, earlier, key } = useLoaded<typeof loader>()
  const answered = useAnswer<Answered>()
  const { t, can } = useShell()
  const path = importPaths[entity]
  const { onlyCreates } = importKinds[entity]
  const allowed = modes.filter(
    mode => (!onlyCreates || mode === 'create') && can(importPermission(importKinds[entity], mode)),
  )
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
            <LinkButton href={importLists[entity]}>{t('imports:to_list')}</LinkButton>
          </>
        }
      />
      {answered?.failure ? <FailureNote method="POST" failure={answered.failure} retry={path} /> : null}
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
      {earlier ? <Earlier data={earlier} /> : null}
    </>
  )
}

function Earlier({ data }: { data: ListData }) {
  const { t } = useShell()
  const resource = resourceOf(data)
  return (
    <Section
      title={t('imports:earlier')}
      more={
        <div className="flex gap-2">
          <ListCommands resource={resource} query={data.query} />
        </div>
      }
    >
      <ListBody resource={resource} data={data} below />
    </Section>
  )
}
