import {
  archiveFilePermission,
  rawArchivesContract,
} from '../../../backend/accounting/archives/archives.contract'
import { useShell } from '../../console/shell-context'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, dateTime } from '../../engine/fields'
import { resourcePaths } from '../../addresses/names'

/** Raw rows of sealed days, once they are older than their tenant keeps them in the lists. */
export const rawArchives = defineResource('raw-archives', rawArchivesContract, {
  title: 'day',
  named: ({ day, stream, part, location }, t, writeDay) =>
    t('raw-archives:named', {
      day: writeDay(day),
      part: String(part),
      location: location.name,
      stream: t(`raw-archives:stream.${stream}`),
    }),
  under: 'location',
  fields: {
    stream: choice({
      readings: 'muted',
      messages: 'muted',
      events: 'muted',
      slotdata: 'muted',
      logs: 'muted',
    }),
    verdict: choice({ intact: 'good', altered: 'bad', unlogged: 'bad' }),
    archived_at: dateTime(),
    updated_at: age(),
  },
  list: {
    head: Head,
    columns: ['day', 'stream', 'part', 'location', 'rows', 'bytes', 'created_at'],
    more: ['tenant', 'from_at', 'to_at', 'sha256'],
    summary: ['stream', 'location', 'rows'],
    filters: ['tenant', 'location', 'stream'],
    quiet: ['day'],
  },
  detail: {
    sections: {
      what: ['location', 'tenant', 'day', 'stream', 'part', 'rows', 'from_at', 'to_at'],
      file: ['bytes', 'sha256', 'verdict', 'created_at'],
    },
    links: [
      {
        href: `${resourcePaths['raw-archives']}/:id/file.parquet`,
        label: 'raw-archives:download',
        rule: archiveFilePermission,
        main: true,
      },
    ],
  },
})

function Head() {
  const { t } = useShell()
  return <p className="prose-width my-2">{t('raw-archives:about_page')}</p>
}
