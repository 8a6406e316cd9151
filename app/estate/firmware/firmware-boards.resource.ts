import { firmwareBoardsContract } from '../../../backend/estate/firmware/firmware-boards.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, linkTo, mono } from '../../engine/fields'
import { pathOf } from '../../addresses/names'
import type { Translate } from '../../i18n/locales'
import { codeWord } from '../slots/answer-code'

/** Codes of firmware have words of their own; others are those of any command. */
const own = ['already', 'archived', 'no_file', 'hash']
const why = (t: Translate, code: string | null): string =>
  code === null ? '' : own.includes(code) ? t(`firmware-boards:codes.${code}`) : codeWord(t, code)

export const firmwareBoards = defineResource('firmware-boards', firmwareBoardsContract, {
  title: 'smib',
  named: ({ smib }) => smib.name,
  rowHref: ({ smib }) => `${pathOf('smibs')}/${smib._id}`,
  fields: {
    rollout: linkTo('firmware-rollouts'),
    result: choice({
      waiting: 'muted',
      ordered: 'info',
      taken: 'info',
      updated: 'good',
      refused: 'bad',
      other: 'bad',
      no_answer: 'warn',
      left: 'muted',
      stopped: 'muted',
    }),
    firmware_before: mono(),
    firmware: mono(),
    reported: mono(),
    last_seen_at: age(),
  },
  computed: {
    smib: { reads: ['smib'], mono: true, cell: ({ smib }) => smib.name, csvValue: ({ smib }) => smib.name },
    code: {
      reads: ['code'],
      cell: ({ code }, { t }) => why(t, code) || '–',
      csvValue: ({ code }, { t }) => why(t, code),
    },
  },
  list: {
    columns: [
      'smib',
      'result',
      'code',
      'wave',
      'firmware_before',
      'firmware',
      'reported',
      'slot',
      'location',
      'last_seen_at',
    ],
    more: ['rollout', 'tenant', 'ordered_at', 'settled_at', 'reported_at'],
    summary: ['result', 'reported', 'slot'],
    filters: ['rollout', 'result', 'location', 'tenant'],
    quiet: ['smib'],
    live: true,
    reads: ['smib'],
  },
  detail: { sections: {} },
})
