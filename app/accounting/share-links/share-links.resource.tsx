import { shareLinksContract } from '../../../backend/accounting/share-links/share-links.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, dateTime, longText, mono } from '../../engine/fields'

/** The last characters of an id tell two lists apart. */
const SHORT_ID = 6

export const shareLinks = defineResource('share-links', shareLinksContract, {
  title: 'name',
  state: 'state',
  fields: {
    kind: choice({ seal: '', report: '', list: '' }),
    document: mono(),
    lasts: choice<string>({ day: '', week: '', month: '', quarter: '' }),
    state: choice({ active: 'good', expired: 'muted', revoked: 'muted' }),
    starts_with: mono(),
    last_opened_at: age(),
    last_opened_address: mono(),
    archived_at: dateTime(),
  },
  computed: {
    // What is shared without a seal is known by its address. A file's page opens for whoever ordered it alone.
    document: {
      reads: ['document', 'kind'],
      cell: ({ document, kind }, { t }) =>
        kind === 'list' ? (
          <>
            {t(`share-links:kind.${kind}`)} <span className="mono">{document.slice(-SHORT_ID)}</span>
          </>
        ) : document.startsWith('/') ? (
          <a className="link" href={document}>
            {t(`share-links:kind.${kind}`)}
          </a>
        ) : (
          <span className="mono">{document}</span>
        ),
      csvValue: ({ document }) => document,
    },
    period: {
      reads: ['period'],
      cell: ({ period }, { format }) =>
        period.length === 'yyyy-mm'.length ? format.month(period) : format.gamingDay(period),
      csvValue: ({ period }) => period,
    },
  },
  list: {
    columns: [
      'name',
      'document',
      'location',
      'period',
      'revision',
      'state',
      'expires_at',
      'opened',
      'last_opened_at',
    ],
    more: ['tenant', 'created_by', 'created_at', 'last_opened_address', 'revoked_at', 'starts_with'],
    summary: ['state', 'document', 'opened'],
    filters: ['tenant', 'location', 'state'],
  },
  detail: {
    sections: {
      shown: ['kind', 'document', 'location', 'period', 'revision', 'tenant'],
      use: ['state', 'expires_at', 'opened', 'last_opened_at', 'last_opened_address', 'revoked_at'],
      record: ['starts_with', 'created_by', 'created_at', 'updated_at'],
    },
  },
  form: { sections: { shown: ['kind', 'document', 'name', 'lasts'] }, when: () => false },
  actions: {
    revoke: {
      tone: 'danger',
      bulk: true,
      when: link => link.state === 'active',
      why: link => link.state,
      fields: { reason: longText() },
    },
  },
})
