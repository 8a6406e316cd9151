import type { RowOf } from '../../../backend/platform/contract/contract'
import type { jackpotsContract } from '../../../backend/money/jackpots/jackpots.contract'
import { resourcePaths } from '../../addresses/names'
import { exactOf } from '../../i18n/file-format'
import type { Field } from '../../engine/fields/field'

type Levels = NonNullable<RowOf<typeof jackpotsContract>['levels']>

/** The levels of a jackpot with what each is worth, each a link to its page. */
export const levelValues = (): Field<Levels> => ({
  kind: 'level-values',
  cell: (levels, { format, opens }) =>
    levels.length === 0 ? (
      '–'
    ) : (
      <>
        {levels.map(({ _id, name, value }, index) => (
          <span key={_id}>
            {index > 0 ? ' · ' : null}
            {opens?.('jackpot-levels') ? (
              <a className="link" href={`${resourcePaths['jackpot-levels']}/${_id}`}>
                {name}
              </a>
            ) : (
              name
            )}{' '}
            {format.moneyInColumn(value)}
          </span>
        ))}
      </>
    ),
  csvValue: (levels, { file }) =>
    levels.map(({ name, value }) => `${name}: ${exactOf(file.decimal(value.minor, 2))}`).join('; '),
  csvUnit: levels => levels[0]?.value.currency ?? '',
})
