import type { ReactNode } from 'react'
import type { PlayerFile } from '../../../backend/players/player-exclusion/player-file.contract'
import { useShell } from '../../console/shell-context'
import { Facts, type Fact } from '../../ui/facts'
import { Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { PictureSheet } from './picture-views'

/** Every field appears, an empty one as a dash: a missing one could be taken for data that does not exist. */
export function PlayerFilePaper({ file }: { file: PlayerFile }) {
  const { t, format } = useShell()
  const { person, kept: retention } = file
  const fact = (key: string, label: string, value: ReactNode): Fact => ({
    key,
    label: t(label),
    value: value === null || value === '' ? '–' : value,
  })
  const at = (instant: number | null) => (instant === null ? null : format.dateTime(instant))
  return (
    <>
      <Facts
        items={[
          fact('tenant', 'players:fields.tenant', file.tenant),
          fact('made', 'players:file.made', `${format.dateTime(file.made_at)}, ${file.made_by}`),
          fact('reason', 'control:fields.reason', file.reason),
        ]}
      />
      <Section title={t('players:sections.identity')}>
        <Facts
          items={[
            fact('name', 'players:fields.full_name', person.name),
            fact('initials', 'players:fields.name', person.initials),
            fact(
              'born',
              'players:fields.birth_date',
              person.birth_date && format.gamingDay(person.birth_date),
            ),
            fact('nationality', 'players:fields.nationality', person.nationality),
            ...person.documents.map((one, index) => ({
              ...fact(`document${index}`, 'players:file.document', one.document),
              label: t('players:file.document', { kind: t(`players:document_type.${one.document_type}`) }),
            })),
            ...person.numbers.map((one, index) => ({
              ...fact(`number${index}`, 'players:file.number', one.number),
              label: t('players:file.number', { kind: t(`players:document_type.${one.document_type}`) }),
            })),
            fact('note', 'players:fields.note', person.note),
            fact('created', 'players:fields.created_at', at(person.created_at)),
            fact('updated', 'players:fields.updated_at', at(person.updated_at)),
          ]}
        />
        <p className="prose-width">{t('players:file.hashes')}</p>
      </Section>
      <Records
        title={t('self-exclusions:title')}
        all={file.self_exclusions.map(one => [
          fact('source', 'self-exclusions:fields.source', t(`self-exclusions:source.${one.source}`)),
          fact('registered', 'self-exclusions:fields.registered_at', at(one.registered_at)),
          fact('document_no', 'self-exclusions:fields.document_no', one.document_no),
          ...termFacts(one, 'self-exclusions'),
          fact('min', 'self-exclusions:fields.min_until', at(one.min_until)),
        ])}
      />
      <Records
        title={t('onjn-exclusions:title')}
        all={file.national.map(one => [
          fact('mark', 'onjn-exclusions:fields.mark', one.mark),
          fact('added', 'onjn-exclusions:fields.added_on', one.added_on && format.gamingDay(one.added_on)),
          fact('from', 'onjn-exclusions:fields.valid_from', at(one.valid_from)),
          fact('removed', 'onjn-exclusions:fields.removed_at', at(one.removed_at)),
        ])}
      />
      <Records
        title={t('blacklists:title')}
        all={file.blacklists.map(one => [
          fact('cause', 'blacklists:fields.cause', t(`blacklists:cause.${one.cause}`)),
          ...termFacts(one, 'blacklists'),
        ])}
      />
      <Section title={t('player-scans:title')}>
        <Table
          caption={t('player-scans:title')}
          heads={[
            'player-scans:fields.created_at',
            'player-scans:fields.location',
            'player-scans:fields.answer',
          ]}
          rows={file.scans.map(one => [
            [format.dateTime(one.at), one.document],
            [one.location, one.device, one.operator],
            [t(`player-scans:answer.${one.answer}`), t(`player-scans:cause.${one.cause}`), one.shown],
          ])}
        />
        <p className="prose-width">
          {t('players:file.scans_kept', { days: format.number(retention.scans_days) })}
        </p>
      </Section>
      <Records
        title={t('players:sections.inside')}
        all={file.inside.map(one => [
          fact('found', 'players:fields.found_inside_at', at(one.found_at)),
          fact('where', 'players:fields.found_inside_in', one.location),
          fact('by', 'players:file.found_by', t(`players:file.found.${one.found_by}`)),
          fact('in', 'players:file.let_in', at(one.let_in_at)),
          fact('since', 'players:file.since', at(one.since)),
        ])}
      />
      <Section title={t('players:pictures.link')}>
        {file.pictures.length === 0 ? (
          <p>{t('players:file.none')}</p>
        ) : (
          <PictureSheet pictures={file.pictures} />
        )}
      </Section>
      <Section title={t('players:file.accesses')}>
        <Table
          caption={t('players:file.accesses')}
          heads={['player-scans:fields.created_at', 'players:file.who', 'control:fields.reason']}
          rows={file.accesses.map(one => [
            [format.dateTime(one.at)],
            [one.by, t(`console:subjects.${one.entity}`), t(`console:actions.${one.action}`)],
            [one.reason],
          ])}
        />
      </Section>
      <p className="prose-width">
        {t('players:file.terms_kept', { years: format.number(retention.terms_years) })}
      </p>
    </>
  )

  function termFacts(
    one: PlayerFile['self_exclusions'][number] | PlayerFile['blacklists'][number],
    of: 'self-exclusions' | 'blacklists',
  ): Fact[] {
    return [
      fact('state', `${of}:fields.state`, t(`${of}:state.${one.state}`)),
      fact('location', `${of}:fields.location`, one.location),
      fact('why', `${of}:fields.reason`, one.reason),
      fact('from', `${of}:fields.valid_from`, at(one.valid_from)),
      fact('until', `${of}:fields.until_date`, one.until_date && format.gamingDay(one.until_date)),
      fact('to', `${of}:fields.valid_to`, at(one.valid_to)),
      fact('cancelled', `${of}:fields.cancelled_at`, at(one.cancelled_at)),
      fact('by', `${of}:fields.cancelled_by`, one.cancelled_by),
      fact('because', `${of}:fields.cancel_reason`, one.cancel_reason),
    ]
  }
}

function Records({ title, all }: { title: string; all: Fact[][] }) {
  const { t } = useShell()
  return (
    <Section title={title}>
      {all.length === 0 ? <p>{t('players:file.none')}</p> : null}
      {all.map((items, index) => (
        <Facts key={index} items={items} />
      ))}
    </Section>
  )
}

function Table({
  caption,
  heads,
  rows,
}: {
  caption: string
  heads: readonly [string, string, string]
  rows: (string | null)[][][]
}) {
  const { t } = useShell()
  if (rows.length === 0) return <p>{t('players:file.none')}</p>
  return (
    <DataTable
      caption={caption}
      columns={heads.map((head, index) => ({
        key: head,
        label: t(head),
        rank: (index + 1) as 1 | 2 | 3,
      }))}
      rows={rows.map((cells, index) => ({
        key: String(index),
        cells: cells.map(parts => parts.filter(Boolean).join(' · ') || '–'),
      }))}
    />
  )
}
