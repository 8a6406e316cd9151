import { displayChannelsContract, readsDisplays } from '../../../backend/money/displays/displays.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, dateTime, several } from '../../engine/fields'

/** A channel defines what the displays of a location show. */
export const displayChannels = defineResource('display-channels', displayChannelsContract, {
  title: 'name',
  fields: {
    theme: choice({ calm: '', bright: '', dark: '' }),
    resolution: choice({ hd: '', full_hd: '', uhd: '', portrait: '' }),
    language: choice({ ro: '', pt: '', en: '' }),
    levels: several('jackpot-levels'),
    archived_at: dateTime(),
  },
  list: {
    columns: ['name', 'location', 'level_count', 'theme', 'resolution', 'language', 'updated_at'],
    more: ['tenant', 'created_at'],
    summary: ['location', 'level_count', 'language'],
    filters: ['tenant', 'location', 'theme', 'language'],
    links: [{ href: '/displays', label: 'displays:title', rule: readsDisplays }],
  },
  detail: {
    links: [
      { href: '/hall/preview/:id', label: 'display-channels:preview', rule: readsDisplays, main: true },
    ],
    sections: {
      shown: ['levels', 'location', 'language'],
      screen: ['theme', 'resolution'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
    related: [
      { resource: 'displays', filter: 'channel', columns: ['name', 'place', 'state', 'last_seen_at'] },
    ],
  },
  form: {
    sections: { shown: ['name', 'location', 'levels', 'language'], screen: ['theme', 'resolution'] },
  },
})
