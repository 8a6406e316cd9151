import { commandsContract, slotStatusAnswer } from '../../../backend/estate/orders/control.contract'
import { smibControlAnswer } from '../../../backend/estate/smibs/smib-control.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice } from '../../engine/fields'
import type { Place } from '../../engine/definition/sub-list'
import type { Translate } from '../../i18n/locales'
import { Status } from '../../ui/status'
import { commandName, outcome, stateMarks } from './command'

/** Lists orders with author and reason, and the slots' answers. Newest first. */
export const commands = defineResource('commands', commandsContract, {
  title: 'kind',
  named: (command, t) => commandName(t, command),
  rowHref: () => null,
  fields: {
    state: choice(stateMarks),
  },
  computed: {
    kind: {
      reads: ['kind', 'input'],
      cell: (command, { t }) => commandName(t, command),
      csvValue: (command, { t }) => commandName(t, command),
    },
    state: {
      reads: ['state', 'answer_code', 'answer', 'stands', 'late'],
      cell: (command, { t }) => <Status mark={stateMarks[command.state]}>{outcome(t, command)}</Status>,
      csvValue: (command, { t }) => outcome(t, command),
    },
  },
  list: {
    columns: ['kind', 'state', 'created_at', 'sent_at', 'answered_at', 'created_by', 'reason'],
    summary: ['state', 'created_at'],
    filters: ['state'],
    shows: {
      all: {},
      open: { state: ['queued', 'sent'] },
      done: { state: ['done'] },
      refused: { state: ['refused'] },
      no_answer: { state: ['no_answer'] },
      cancelled: { state: ['cancelled'] },
    },
    sort: '-created_at',
    searched: false,
    live: true,
    direct: true,
  },
  detail: { sections: {} },
})

const namedAs = (t: Translate, id: string, home: string, name: string, title: string) => ({
  title: t('commands:of', { name }),
  crumbs: { [id]: title, commands: t('commands:title') },
  home: { href: home, label: t('commands:back') },
})

/** Every command that a slot or a SMIB was ever given, below its controls. */
export const commandPlaces: readonly Place[] = [
  {
    path: '/slot/control/:id/commands',
    at: ({ id }) => ({
      listRule: 'slot::get',
      exportPermission: 'slot::get',
      fixed: { slot: id },
      about: {
        ask: { path: `/api/slotcontrol/v1/slot-status/${id}`, shape: slotStatusAnswer },
        say: (answer, t) => {
          const { serial } = slotStatusAnswer.parse(answer)
          return namedAs(t, id, `/slot/control/${id}`, serial, t('control:title', { serial }))
        },
      },
    }),
  },
  {
    path: '/advanced/smib/control/:id/commands',
    at: ({ id }) => ({
      listRule: 'smib::list',
      exportPermission: 'smib::list',
      fixed: { smib: id },
      about: {
        ask: { path: `/api/configuration/v1/smib/${id}/control`, shape: smibControlAnswer },
        say: (answer, t) => {
          const { mac } = smibControlAnswer.parse(answer).smib
          return namedAs(t, id, `/advanced/smib/control/${id}`, mac, t('smib-control:title', { mac }))
        },
      },
    }),
  },
]
