/**
 * Mechanical counters next to the electronic meters, and their difference in money: auditors look there first (domain
 * notes, section 7).
 */
import { useShell, useLoaded } from '../../console/shell-context'
import { when } from '../../console/when'
import { guarded } from '../../session/guard.server'
import { formatter } from '../../i18n/format'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { Time } from '../../ui/time'
import { MeterTable, ReadingTable } from './meter-tables'
import { crumbsOf, hrefOf, readMeters } from './meters-at.server'

export const loader = guarded('slot::list', async ({ api, params, t }) => {
  const meters = await readMeters(api, params)
  return {
    title: t('meters:title', { name: meters.slot.name }),
    crumbs: crumbsOf(meters),
    meters,
    here: hrefOf(meters._id),
  }
})

export default function MetersPage() {
  const { title, meters, here } = useLoaded<typeof loader>()
  const { t, can, locale, now } = useShell()
  // A hall's counters are read by the hall's clock.
  const format = formatter(locale, meters.time_zone)
  const money = (minor: number) => format.money({ minor, currency: meters.currency })
  const compared = meters.meters.filter(one => one.difference_minor !== null)
  // Both ends are read in whole steps: less than one step is no difference.
  const off = compared.filter(
    one => Math.abs(one.difference_minor ?? 0) >= one.factor * meters.price_per_impulse_minor,
  )
  return (
    <>
      <PageHeader
        title={title}
        status={
          compared.length === 0 ? undefined : (
            <Status mark={off.length === 0 ? 'good' : 'bad'}>
              {off.length === 0
                ? t('meters:agrees')
                : t('meters:differs', {
                    // Signed alone, 37 too little in and 37 too much out would read as nothing.
                    amount: money(off.reduce((sum, one) => sum + Math.abs(one.difference_minor ?? 0), 0)),
                    net: money(off.reduce((sum, one) => sum + (one.difference_minor ?? 0), 0)),
                  })}
            </Status>
          )
        }
        commands={
          meters.archived ? undefined : (
            <>
              {can('slot::enter_meters') ? (
                <LinkButton href={`${here}/reading`} tone="primary">
                  {t('meters:enter')}
                </LinkButton>
              ) : null}
              {can('slot::update_meters') ? (
                <LinkButton href={`${here}/edit`}>{t('meters:change')}</LinkButton>
              ) : null}
              {off.length > 0 && can('slot::update_meters') ? (
                <LinkButton href={`${here}/explain`}>{t('meters:explain.open')}</LinkButton>
              ) : null}
            </>
          )
        }
      />
      <Facts
        items={[
          {
            key: 'location',
            label: t('meters:fields.location'),
            value: (
              <a className="link" href={`/locations/${meters.location._id}`}>
                {meters.location.name}
              </a>
            ),
          },
          { key: 'price', label: t('meters:fields.price'), value: money(meters.price_per_impulse_minor) },
          {
            key: 'from',
            label: t('meters:fields.compared_from'),
            value: when(meters.compared_from, { format }),
          },
          { key: 'to', label: t('meters:fields.compared_to'), value: when(meters.compared_to, { format }) },
          {
            key: 'sas',
            label: t('meters:fields.sas_at'),
            value:
              meters.sas_at === null ? (
                '–'
              ) : (
                <Time
                  at={meters.sas_at}
                  text={format.age(meters.sas_at, now)}
                  exact={format.exact(meters.sas_at)}
                />
              ),
          },
        ]}
      />
      <Section title={t('meters:comparison')}>
        <MeterTable meters={meters} off={off.map(one => one.kind)} />
        <p className="field-help">{t('meters:how')}</p>
      </Section>
      <Section title={t('meters:readings')}>
        {meters.readings.length === 0 ? (
          <EmptyState title={t('meters:none')} />
        ) : (
          <ReadingTable meters={meters} />
        )}
        {meters.readings_total > meters.readings.length ? (
          <p>{t('meters:older', { count: meters.readings_total - meters.readings.length })}</p>
        ) : null}
      </Section>
    </>
  )
}
