/** The events as a list that can be carried away. Its export's address keeps whose events they are as `type` and `id`. */
import { id } from '../../../backend/contract/primitives'
import { eventsExport } from '../../../backend/rawdata/streams.contract'
import { eventName } from '../../activity/events'
import type { Options } from '../../engine/fields/field'
import { hrefOf } from '../../engine/list/list-query'
import type { Translate } from '../../i18n/locales'
import { resources } from '../../resources/index'
import type { Exportable } from '../exports/exportable'
import { EVENTS, eventsSpec, subjectIn, type SubjectType } from './events'
import { eventLabels } from './events-csv'

export const eventsList: Exportable = {
  name: 'events',
  list: eventsExport.list,
  permission: eventsExport.permissions.list,
  spec: {
    ...eventsSpec,
    filters: [...eventsSpec.filters, 'id'],
    accepts: (filter, text) =>
      filter === 'id' ? id.safeParse(text).success : eventsSpec.accepts(filter, text),
  },
  addressSpec: eventsSpec,
  title: t => t('events:title'),
  href: ({ filters: { id: whose, ...filters }, ...query }, below) =>
    hrefOf(`${EVENTS}${whose?.[0] ? `/${whose[0]}` : ''}${below ?? ''}`, { ...query, filters }, eventsSpec),
  lookups: query => {
    const subject = subjectIn(query)
    return (['tenant', 'location', 'smib', 'slot'] as const).flatMap(field => {
      const ids = [...(query.filters[field] ?? []), ...(subject?.type === field ? [subject.id] : [])]
      return ids.length > 0
        ? [{ resource: field === 'slot' ? resources.smibs : resources.slots, field, ids }]
        : []
    })
  },
  words: ({ t }, query, options) => {
    const { severity = [], category = [], code = [], tenant = [], location = [] } = query.filters
    const subject = subjectIn(query)
    const place = (type: SubjectType, one: string) => `${labelOf(t, type)}: ${nameIn(options[type], one)}`
    return [
      ...(query.query ? [t('engine:filter.quoted', { text: query.query })] : []),
      ...(subject ? [place(subject.type, subject.id)] : []),
      ...tenant.map(one => place('tenant', one)),
      ...location.map(one => place('location', one)),
      ...severity.map(one => `${t('activity:events.severity')}: ${t(`events:severity.${one}`)}`),
      ...category.map(one => `${t('events:category')}: ${t(`events:categories.${one}`)}`),
      ...code.map(one => `${one} ${eventName(t, one)}`),
    ]
  },
  labels: eventLabels,
}

const labelOf = (t: Translate, type: SubjectType) =>
  type === 'slot' ? t('events:slot') : t(`slots:fields.${type}`)
const nameIn = (options: Options | undefined, one: string) =>
  options?.list.find(({ value }) => value === one)?.label ?? one
