/**
 * Was a jackpot's point drawn before it could be reached? For everybody who wrote down its commitment: no sign-in, no
 * script.
 */
import { data } from '@remix-run/node'
import {
  pointAnswer,
  pointPath,
  type PointAnswer,
} from '../../../backend/money/jackpots/point-check.contract'
import { ApiError } from '../../api/api-error'
import { useShell, useLoaded } from '../../console/shell-context'
import { open } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { describe, Field, Input } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { publicApi } from './public-api.server'

const LONGEST = 80

export const loader = open(async ({ url, t, request }) => {
  const hash = (url.searchParams.get('hash') ?? '').trim().slice(0, LONGEST)
  const page = { title: t('verify:point.title'), hash, answer: null, tooMany: false }
  if (hash === '') return page
  try {
    const path = `${pointPath}?${new URLSearchParams({ hash }).toString()}`
    return { ...page, answer: await publicApi(request).call('GET', path, { schema: pointAnswer }) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 429)
      return data({ ...page, tooMany: true }, { status: 429 })
    throw error
  }
})

const tones = { kept: 'info', matches: 'good', differs: 'bad', unknown: 'bad' } as const

export default function VerifyPointPage() {
  const { title, hash, answer, tooMany } = useLoaded<typeof loader>()
  const { t } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <div className="grid gap-5">
        <p className="prose-width">{t('verify:point.about')}</p>
        {tooMany ? <Alert tone="warn">{t('verify:refused.too_many')}</Alert> : null}
        {answer ? <PointResult answer={answer} /> : null}
        <form method="get" action="/verify/jackpot-point" className="form" role="search">
          <Field id="hash" label={t('verify:point.hash')} help={t('verify:point.hash_help')}>
            <Input
              {...describe({ id: 'hash', help: true })}
              type="text"
              name="hash"
              defaultValue={hash}
              required
              maxLength={LONGEST}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
            />
          </Field>
          <div>
            <Button tone="primary">{t('verify:point.check')}</Button>
          </div>
        </form>
        <p>
          <a className="link" href="/verify">
            {t('verify:title')}
          </a>
        </p>
      </div>
    </>
  )
}

function PointResult({ answer: { state, level, win } }: { answer: PointAnswer }) {
  const { t, format } = useShell()
  const facts = [
    ...(level
      ? [
          { key: 'jackpot', label: t('verify:point.facts.jackpot'), value: level.jackpot },
          { key: 'level', label: t('verify:point.facts.level'), value: level.level },
          { key: 'run', label: t('verify:point.facts.run'), value: format.number(level.run) },
        ]
      : []),
    ...(win
      ? [
          { key: 'win', label: t('verify:point.facts.win'), value: win.number },
          { key: 'won_at', label: t('verify:point.facts.won_at'), value: format.exact(win.won_at) },
          { key: 'point', label: t('verify:point.facts.point'), value: format.money(win.point) },
          { key: 'amount', label: t('verify:point.facts.amount'), value: format.money(win.amount) },
        ]
      : []),
  ]
  return (
    <section aria-label={t('verify:result')} className="grid gap-4">
      <Alert tone={tones[state]} title={t(`verify:point.states.${state}`)}>
        <p>{t(`verify:point.what.${state}`)}</p>
      </Alert>
      {facts.length > 0 ? <Facts items={facts} /> : null}
      {win ? (
        <p className="prose-width">
          {t('verify:point.text')} <code className="break-all">{win.text}</code>
        </p>
      ) : null}
    </section>
  )
}
