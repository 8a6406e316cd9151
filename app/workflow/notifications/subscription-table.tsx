import type { Subscription } from '../../../backend/workflow/notifications/subscriptions.contract'
import { useShell } from '../../console/shell-context'
import { Select } from '../../ui/field'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { fieldOf } from './subscription-form'

const tones = { info: 'info', warning: 'warn', alarm: 'bad' } as const

/** Every kind of notification with its text, and whether it comes on the bell and by e-mail. */
export function SubscriptionTable({
  title,
  rows,
  nearer,
  mayWrite,
}: {
  title: string
  rows: readonly Subscription[]
  /** For one location: a choice may also be left as it is everywhere. */
  nearer: boolean
  mayWrite: boolean
}) {
  const { t, locale } = useShell()
  const choice = (row: Subscription, channel: 'in_app' | 'email') => {
    const label = `${t(`subscriptions:channels.${channel}`)}: ${t(`subscriptions:templates.${row.template}`)}`
    const field = { name: fieldOf(channel, row.template), 'aria-label': label }
    const own = row[channel]
    const usual = t(row.usual[channel] ? 'subscriptions:yes' : 'subscriptions:no')
    return nearer ? (
      <Select
        key={channel}
        {...field}
        className="w-max"
        defaultValue={own === null ? '' : own ? '1' : '0'}
        blank={t('subscriptions:as_everywhere', { usual })}
        options={[
          { value: '1', label: t('subscriptions:yes') },
          { value: '0', label: t('subscriptions:no') },
        ]}
      />
    ) : (
      <label key={channel} className="check">
        <input
          {...field}
          type="checkbox"
          className="checkbox"
          value="1"
          defaultChecked={own ?? row.usual[channel]}
        />
        {/* Where there is room for it the column's head says so. */}
        <span className="sm:hidden">{t(`subscriptions:channels.${channel}`)}</span>
      </label>
    )
  }
  return (
    <div className="long-words">
      <DataTable
        caption={title}
        columns={[
          { key: 'kind', label: t('subscriptions:columns.kind') },
          { key: 'category', label: t('notifications:fields.category') },
          { key: 'severity', label: t('subscriptions:columns.severity') },
          { key: 'in_app', label: t('subscriptions:channels.in_app'), rank: 2 },
          { key: 'email', label: t('subscriptions:channels.email'), rank: 3 },
          ...(mayWrite ? [{ key: 'words', label: t('subscriptions:columns.words') }] : []),
        ]}
        rows={rows.map(row => ({
          key: row.template,
          cells: [
            <span key="kind">
              {t(`subscriptions:templates.${row.template}`)}
              {/* A text of one's own may be a long one, and the boxes next to it stay in reach. */}
              <small className="block max-w-prose font-normal whitespace-normal wrap-anywhere">
                {row.content[locale]}
              </small>
            </span>,
            t(`notifications:category.${row.category}`),
            <Status key="severity" mark={tones[row.severity]}>
              {t(`notifications:severity.${row.severity}`)}
            </Status>,
            choice(row, 'in_app'),
            choice(row, 'email'),
            ...(mayWrite
              ? [
                  <a
                    key="words"
                    className="link"
                    href={`/notifications/templates/${row.template}`}
                    aria-label={`${t('subscriptions:words')}: ${t(`subscriptions:templates.${row.template}`)}`}
                  >
                    {t(row.own_words ? 'subscriptions:own_words' : 'subscriptions:released_words')}
                  </a>,
                ]
              : []),
          ],
        }))}
      />
    </div>
  )
}
