/**
 * Whether the audit log is as it was written, and the anchors that show later whether it still is; printed, they are
 * kept where nobody here can write.
 */
import type { z } from 'zod'
import { verifyAnswer } from '../../../backend/platform/audit/audit.contract'
import { tenantsContract } from '../../../backend/estate/tenants/tenants.contract'
import { ApiError } from '../../api/api-error'
import { useShell, useLoaded } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { anyText, noticeOf, unusedOf } from '../../engine/address/notice'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { Field } from '../../ui/field'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'

/** A log of years is read from its first entry. */
const PATIENCE_MS = 60_000
const MOST_ANCHORS = 8_000

export const loader = guarded('audit_log::list', async context => {
  const { url, t } = context
  const typed = url.searchParams.get('anchor') ?? ''
  const anchors = typed.slice(0, MOST_ANCHORS)
  const notices = unusedOf(url.searchParams, { anchor: anyText })
  if (typed.length > MOST_ANCHORS) notices.push(noticeOf('anchor', String(MOST_ANCHORS), 'too_long'))
  const given = anchors.split(/[\s,]+/).filter(Boolean)
  const compared = given.length === 0 ? null : await ask(context, given)
  const check = compared ?? (await ask(context, [])) ?? unreachable()
  const names = await namesOf(
    context,
    check.chains.map(chain => chain.tenant_id),
  )
  return {
    title: t('audit:check.title'),
    check,
    names,
    anchors,
    notices,
    compared: compared ? given.length : 0,
    isUnreadable: given.length > 0 && compared === null,
    now: Date.now(),
  }
})

/** Null where the anchors are none. */
async function ask(
  { api }: GuardedContext,
  anchors: readonly string[],
): Promise<z.output<typeof verifyAnswer> | null> {
  const search = anchors.length > 0 ? `?anchor=${encodeURIComponent(anchors.join(','))}` : ''
  try {
    return await api.call('GET', `/api/audit/v1/verify${search}`, {
      schema: verifyAnswer,
      timeLimitMs: PATIENCE_MS,
    })
  } catch (error) {
    if (search && error instanceof ApiError && error.status === 422) return null
    throw error
  }
}

function unreachable(): never {
  throw new Error('a check without anchors is never refused')
}

/** Of those that may be read; others keep their ids. */
async function namesOf(
  { api, can }: GuardedContext,
  ids: readonly string[],
): Promise<Record<string, string>> {
  if (ids.length === 0 || !can(tenantsContract.permissions.list)) return {}
  const { rows } = await api(tenantsContract).list({ rowsPerPage: 500, fields: ['name'] })
  return Object.fromEntries(rows.map(({ _id, name }) => [_id, name]))
}

export default function AuditCheckPage() {
  const { title, check, names, anchors, notices, compared, isUnreadable, now } = useLoaded<typeof loader>()
  const { t, format } = useShell()
  const { ok, registry, chains } = check
  const nameOf = (id: string) => names[id] ?? (/^0+$/.test(id) ? t('audit:check.system') : id)
  const problem = (code: string) => t(`audit:check.problems.${code}`)
  return (
    <>
      <PageHeader title={title} commands={<LinkButton href="/admin/audit">{t('audit:title')}</LinkButton>} />
      <Notices notices={notices} />
      <p className="prose-width mb-3">{t('audit:check.what')}</p>
      <Alert
        tone={ok ? 'good' : 'bad'}
        title={t(ok ? 'audit:check.good' : 'audit:check.bad')}
        className="mb-4"
      >
        {registry.problem ? <p>{problem(registry.problem)}</p> : null}
        {ok && compared > 0 ? <p>{t('audit:check.held', { count: compared })}</p> : null}
        {registry.noted_at === null ? null : (
          <p>{t('audit:check.noted', { time: format.dateTime(registry.noted_at) })}</p>
        )}
      </Alert>
      <Section title={t('audit:check.anchors', { time: format.exact(now) })}>
        <p className="prose-width mb-2">{t('audit:check.anchors_what')}</p>
        <DataTable
          caption={t('audit:check.title')}
          columns={[
            { key: 'chain', label: t('audit:check.chain') },
            { key: 'state', label: t('audit:check.state'), rank: 2 },
            { key: 'count', label: t('audit:check.count'), numeric: true, rank: 3 },
            { key: 'anchor', label: t('audit:check.anchor'), mono: true },
          ]}
          rows={chains.map(chain => ({
            key: chain.tenant_id,
            cells: [
              nameOf(chain.tenant_id),
              <Status key="state" mark={chain.ok ? 'good' : 'bad'}>
                {chain.problem === null
                  ? t('audit:check.fine')
                  : chain.broken_at === null
                    ? problem(chain.problem)
                    : t('audit:check.broken', {
                        problem: problem(chain.problem),
                        at: format.number(chain.broken_at),
                      })}
              </Status>,
              format.number(chain.entries),
              chain.anchor ?? '–',
            ],
          }))}
        />
      </Section>
      <Section title={t('audit:check.compare')}>
        <form method="get" className="no-print prose-width grid gap-2">
          {isUnreadable ? <Alert tone="bad">{t('audit:check.unreadable')}</Alert> : null}
          <Field id="anchor" label={t('audit:check.compare')} help={t('audit:check.compare_what')}>
            <textarea
              id="anchor"
              name="anchor"
              rows={4}
              maxLength={MOST_ANCHORS}
              defaultValue={anchors}
              className="textarea font-mono"
              spellCheck={false}
            />
          </Field>
          <div>
            <Button tone="primary">{t('audit:check.compare_do')}</Button>
          </div>
        </form>
      </Section>
    </>
  )
}
