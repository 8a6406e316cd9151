/** One widget: its title with the way to its list, and what it shows by its kind. */
import type { ReactNode } from 'react'
import type { ShownWidget, WidgetData } from '../../../backend/operations/dashboard/dashboard.contract'
import { useShell } from '../../console/shell-context'
import { Section } from '../../ui/page'
import { HoldFigures, TakenFigures } from './money-widgets'
import { ChangeWidget, NoData } from './no-data'
import { listOf } from './widget-links'
import { DoorFigures, EventFigures, LockFigures, SlotFigures } from './trouble-widgets'
import { NotificationFigures, TaskFigures } from './work-widgets'

export function Widget({ widget }: { widget: ShownWidget }) {
  const { t, user, can } = useShell()
  const { kind, size, location, days, data } = widget
  const list = listOf(widget, { tenantId: user?.tenantId ?? '', can })
  const name = t(`dashboard:kinds.${kind}`)
  const of = [location?.name, days === null ? null : t('dashboard:days', { count: days })].filter(Boolean)
  return (
    <Section
      className={`span-${size}`}
      title={
        <>
          {name} {of.length > 0 ? <span className="widget-of">{of.join(' · ')}</span> : null}
        </>
      }
      more={
        list ? (
          <a className="link" href={list} aria-label={`${t('dashboard:list')}: ${[name, ...of].join(', ')}`}>
            {t('dashboard:list')}
          </a>
        ) : undefined
      }
    >
      {data ? (
        <Figures widget={widget} data={data} name={name} />
      ) : (
        <NoData words={t('dashboard:no_location')}>
          <ChangeWidget widget={widget}>{t('dashboard:other_location')}</ChangeWidget>
        </NoData>
      )}
    </Section>
  )
}

function Figures({ widget, data, name }: { widget: ShownWidget; data: WidgetData; name: string }): ReactNode {
  switch (data.kind) {
    case 'slots':
      return <SlotFigures widget={widget} data={data} name={name} />
    case 'coin_in':
    case 'net_win':
    case 'ggr':
      return <TakenFigures widget={widget} data={data} name={name} />
    case 'hold':
      return <HoldFigures widget={widget} data={data} name={name} />
    case 'doors':
      return <DoorFigures widget={widget} data={data} name={name} />
    case 'events':
      return <EventFigures widget={widget} data={data} name={name} />
    case 'commands':
      return <LockFigures widget={widget} data={data} name={name} />
    case 'tasks':
      return <TaskFigures data={data} name={name} />
    case 'notifications':
      return <NotificationFigures data={data} name={name} />
  }
}
