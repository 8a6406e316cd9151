/** Is this paper or file what was sealed? For everybody who holds one: no sign-in, no script. */
import { data } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import {
  MAX_VERIFY_BYTES,
  verifyAnswer,
  verifyPath,
  type VerifyAnswer,
} from '../../../backend/accounting/seals/seals.contract'
import { ApiError } from '../../api/api-error'
import { useShell, useLoaded } from '../../console/shell-context'
import { open } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { describe, Field, Input } from '../../ui/field'
import { PageHeader, Section } from '../../ui/page'
import { publicApi } from './public-api.server'
import { SealFacts } from './seal-facts'

type By = 'code' | 'qr' | 'file'
interface Outcome {
  by: By
  answer: VerifyAnswer | null
  /** Why nothing was looked up. */
  refused: 'no_file' | 'too_large' | 'too_many' | null
}

const LONGEST = { code: 40, qr: 2_000 }

export const loader = open(async ({ url, t, request }) => {
  const page = { title: t('verify:title'), code: '' }
  const by = (['qr', 'code'] as const).find(name => (url.searchParams.get(name) ?? '').trim() !== '')
  if (by === undefined) return { ...page, outcome: null }
  const text = (url.searchParams.get(by) ?? '').trim().slice(0, LONGEST[by])
  const outcome = await outcomeOf(by, () =>
    publicApi(request).call('GET', `${verifyPath}?${new URLSearchParams({ [by]: text }).toString()}`, {
      schema: verifyAnswer,
    }),
  )
  const shown = { ...page, code: by === 'code' ? text : '', outcome }
  return outcome.refused === null ? shown : data(shown, { status: 429 })
})

export const action = open(
  async ({ form, request }) => {
    const file = form.get('file')
    if (!(file instanceof File) || file.size === 0)
      return data<Outcome>({ by: 'file', answer: null, refused: 'no_file' }, { status: 422 })
    const outcome = await outcomeOf('file', async () =>
      publicApi(request).call('POST', verifyPath, {
        raw: new Uint8Array(await file.arrayBuffer()),
        schema: verifyAnswer,
      }),
    )
    return data<Outcome>(outcome, { status: statuses[outcome.refused ?? 'none'] })
  },
  { maxBodyBytes: MAX_VERIFY_BYTES + 64 * 1024 },
)

const statuses = { none: 200, no_file: 422, too_large: 413, too_many: 429 } as const

async function outcomeOf(by: By, ask: () => Promise<VerifyAnswer>): Promise<Outcome> {
  try {
    return { by, answer: await ask(), refused: null }
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return { by, answer: null, refused: 'too_many' }
    if (error instanceof ApiError && error.status === 413) return { by, answer: null, refused: 'too_large' }
    throw error
  }
}

export default function VerifyPage() {
  const { title, code, outcome } = useLoaded<typeof loader>()
  const uploaded = useActionData<typeof action>() as Outcome | undefined
  const { t } = useShell()
  const shown = uploaded ?? outcome
  const fileError =
    shown?.by === 'file' && shown.refused !== null && shown.refused !== 'too_many'
      ? t(`verify:refused.${shown.refused}`)
      : undefined
  return (
    <>
      <PageHeader title={title} />
      <div className="grid gap-5">
        <p className="prose-width">{t('verify:about')}</p>
        {shown?.refused === 'too_many' ? <Alert tone="warn">{t('verify:refused.too_many')}</Alert> : null}
        {shown?.answer ? <SealResult answer={shown.answer} by={shown.by} /> : null}
        <form method="get" action="/verify" className="form" role="search">
          <Field id="code" label={t('verify:code')} help={t('verify:code_help')}>
            <Input
              {...describe({ id: 'code', help: true })}
              type="text"
              name="code"
              defaultValue={uploaded ? '' : code}
              required
              maxLength={LONGEST.code}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="font-mono"
            />
          </Field>
          <div>
            <Button tone="primary">{t('verify:check_code')}</Button>
          </div>
        </form>
        <form method="post" action="/verify" encType="multipart/form-data" className="form">
          <Field id="file" label={t('verify:file')} help={t('verify:file_help')} error={fileError}>
            <input
              {...describe({ id: 'file', help: true, error: fileError })}
              type="file"
              name="file"
              required
              className="file-input"
            />
          </Field>
          <div>
            <Button>{t('verify:check_file')}</Button>
          </div>
        </form>
        <Section title={t('verify:limits_title')}>
          <ul className="list-disc pl-5 prose-width">
            {(['figures', 'copy', 'code'] as const).map(one => (
              <li key={one}>{t(`verify:limits.${one}`)}</li>
            ))}
          </ul>
          <p className="mt-3">
            <a className="link" href="/verify/keys.json">
              {t('verify:keys')}
            </a>
            {' · '}
            <a className="link" href="/verify/jackpot-point">
              {t('verify:point.link')}
            </a>
          </p>
        </Section>
      </div>
    </>
  )
}

const tones = { genuine: 'good', superseded: 'warn', altered: 'bad', unknown: 'bad' } as const

function SealResult({ answer: { state, reason, seal }, by }: { answer: VerifyAnswer; by: By }) {
  const { t, format } = useShell()
  const later = seal?.superseded
  const what =
    state === 'unknown'
      ? t(
          reason === 'not_found'
            ? `verify:unknown.not_found_${by === 'file' ? 'file' : 'code'}`
            : `verify:unknown.${reason ?? 'no_code'}`,
        )
      : later
        ? t(later.revision === null ? 'verify:reopened' : 'verify:newer', {
            revision: format.number(later.revision ?? 0),
            number: format.number(later.number),
            time: format.exact(later.sealed_at),
          })
        : t(
            state === 'altered'
              ? 'verify:altered'
              : by === 'file'
                ? 'verify:genuine_file'
                : 'verify:genuine_paper',
          )
  return (
    <section aria-label={t('verify:result')} className="grid gap-4">
      <Alert tone={tones[state]} title={t(`verify:states.${state}`)}>
        <p>{what}</p>
      </Alert>
      {seal ? <SealFacts seal={seal} /> : null}
    </section>
  )
}
