import { workOrdersContract } from '../../../backend/estate/maintenance/work-orders.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, integer, linkTo, longText } from '../../engine/fields'

export const workOrders = defineResource('work-orders', workOrdersContract, {
  title: 'title',
  state: 'state',
  fields: {
    state: choice({ open: 'warn', in_progress: 'info', done: 'good', cancelled: 'muted' }),
    description: longText(),
    work_done: longText(),
    parts: longText(),
    next_order: linkTo('work-orders'),
    out_of_play: integer('min'),
  },
  list: {
    columns: ['title', 'slot', 'location', 'state', 'assignee', 'due_on', 'updated_at'],
    more: [
      'tenant',
      'description',
      'work_done',
      'parts',
      'out_of_play',
      'next_due_on',
      'next_order',
      'finished_at',
      'created_at',
    ],
    summary: ['slot', 'state', 'due_on'],
    filters: ['tenant', 'location', 'state', 'assignee'],
    quiet: ['slot'],
  },
  detail: {
    sections: {
      order: ['state', 'slot', 'location', 'tenant', 'assignee', 'due_on', 'description'],
      work: ['work_done', 'parts', 'out_of_play', 'finished_at', 'next_due_on', 'next_order'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
  },
  form: {
    sections: {
      order: ['title', 'slot', 'due_on', 'assignee', 'description'],
      work: ['state', 'work_done', 'parts', 'out_of_play', 'next_due_on'],
    },
  },
})
