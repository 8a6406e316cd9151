import { expect, test } from 'vitest'
import type { MissingList } from '../../../backend/workflow/imports/entries.contract'
import { draw } from '../../../tests/support/drawn-page'
import type { Import } from './importer'
import { MissingEntries } from './missing-entries'

const list = (column: string, more: Partial<MissingList> = {}): MissingList => ({
  ...{ column, list: `games-registry/${column}s`, by_hand: false, lacks: [], system_only: false, more: 0 },
  entries: [{ name: `New ${column}`, rows: 1, similar: [] }],
  ...more,
})

test('who may create some of the entries reads at each other list which right it takes, and of whom', () => {
  const html = draw(
    <MissingEntries
      found={{ _id: 'a'.repeat(24), entity: 'slots' } as Import}
      lists={[
        list('manufacturer'),
        list('machine_type', { lacks: ['gr_machine_type::update'], system_only: true }),
        list('game_mix', { lacks: ['gr_game_mix::update'] }),
        list('protocol', { lacks: ['gr_protocol::update'], by_hand: true }),
      ]}
      ticked={undefined}
      formKey="key"
    />,
  )
  const [form = '', ...others] = html.split('<h3')
  expect(form).toContain('name="idempotency_key" value="key"')
  expect(form).not.toContain('Your role does not include')
  expect(others.map(part => /It takes: [^.]*\.|These are not created/.exec(part)?.[0])).toEqual([
    'It takes: Machine types: change.',
    'It takes: Game mixes: change.',
    'These are not created',
  ])
  expect(others.map(part => part.includes('Only administrators of the whole system'))).toEqual([
    true,
    false,
    false,
  ])
  expect(others[1]).toContain('Ask an administrator who has this right')
})
