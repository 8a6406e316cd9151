import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  type ImportEntity,
  type ImportMode,
} from '../../../backend/workflow/imports/imports.contract'
import { useShell } from '../../console/shell-context'
import { Button } from '../../ui/button'
import { Check, describe, ErrorSummary, Field, FieldSet, FormActions, TextArea } from '../../ui/field'
import { columnLabel, importKinds, importPaths } from './importer'

export interface Typed {
  mode: ImportMode
  text: string
}

interface UploadFormProps {
  entity: ImportEntity
  modes: readonly ImportMode[]
  idempotencyKey: string
  typed?: Typed
  /** Why the file could not be read at all. */
  problem?: { code: string; details: Record<string, unknown> }
}

export function UploadForm({ entity, modes, idempotencyKey, typed, problem }: UploadFormProps) {
  const { t, format } = useShell()
  const field = problem?.code === 'nothing_sent' || !typed?.text ? 'file' : 'text'
  const error =
    problem && t([`imports:refusals.${problem.code}`, 'imports:refusals.other'], wordsOf(problem.details))
  const limits = t('imports:file_help', {
    megabytes: MAX_IMPORT_BYTES / 1024 / 1024,
    rows: format.number(MAX_IMPORT_ROWS),
  })
  const errors = { file: field === 'file' ? error : undefined, text: field === 'text' ? error : undefined }
  return (
    <form method="post" action={importPaths[entity]} encType="multipart/form-data" className="form">
      <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      {error ? <ErrorSummary title={t('imports:refused')} errors={[{ id: field, text: error }]} /> : null}
      <p>{t('imports:intro')}</p>
      <FieldSet id="mode" label={t('imports:fields.mode')}>
        {modes.map((mode, index) => (
          <Check
            key={mode}
            type="radio"
            name="mode"
            value={mode}
            required
            defaultChecked={typed && modes.includes(typed.mode) ? typed.mode === mode : index === 0}
            label={t(`imports:modes.${mode}`)}
          />
        ))}
      </FieldSet>
      <Field id="file" label={t('imports:file')} help={limits} error={errors.file}>
        <input
          type="file"
          name="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          className="file-input"
          {...describe({ id: 'file', help: limits, error: errors.file })}
        />
      </Field>
      <Field id="text" label={t('imports:text')} help={t('imports:text_help')} error={errors.text}>
        <TextArea
          name="text"
          rows={6}
          defaultValue={typed?.text}
          spellCheck={false}
          className="font-mono"
          {...describe({ id: 'text', help: true, error: errors.text })}
        />
      </Field>
      <FormActions>
        <Button tone="primary" icon="check">
          {t('imports:check')}
        </Button>
      </FormActions>
      <details>
        <summary className="link">{t('imports:columns_help')}</summary>
        <ul className="mt-2 list-disc pl-5">
          {importKinds[entity].columns.map(({ name, required }) => (
            <li key={name}>
              <code>{name}</code>: {columnLabel(t, name)}
              {required ? ` (${t('imports:required')})` : null}
            </li>
          ))}
        </ul>
      </details>
    </form>
  )
}

/** Lists are written as lists; everything else as it is. */
const wordsOf = (details: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
