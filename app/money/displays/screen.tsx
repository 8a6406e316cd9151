/** The contents of a display: each level, huge; while a win is celebrated it takes its level's place. */
import type { HallView, LevelView } from '../../islands/hall-view'

export function Screen({ view }: { view: HallView }) {
  const { levels, words, theme, resolution, asOf } = view
  return (
    <div className={`hall-screen hall-${theme} hall-${resolution}`}>
      <h1 className="sr-only">{view.name}</h1>
      {levels.length === 0 ? (
        <p className="hall-none">
          {words.none} {words.none_what}
        </p>
      ) : (
        <div className="hall-levels">
          {levels.map(level => (
            <Level key={level.id} level={level} words={words} />
          ))}
        </div>
      )}
      <p className="hall-as-of">{asOf}</p>
    </div>
  )
}

/** Parts that do not apply now are in the page but hidden, so that a script only has to switch them. */
const off = (isOff: boolean) => ({ 'data-off': isOff ? 'yes' : undefined })

function Level({ level, words }: { level: LevelView; words: HallView['words'] }) {
  const { win } = level
  return (
    <section
      className="hall-level"
      data-level={level.id}
      data-run={level.run}
      data-minor={level.minor}
      aria-labelledby={`level-${level.id}`}
    >
      <h2 id={`level-${level.id}`}>{level.name}</h2>
      <p className="hall-value" {...off(win !== null)}>
        {level.text}
      </p>
      <p className="hall-near" {...off(!level.isNear)}>
        {words.near}
      </p>
      <div className="hall-win" role="status" {...off(win === null)}>
        <p className="hall-won">{words.won}</p>
        <p className="hall-amount">{win?.amount}</p>
        <p className="hall-where">{win?.where}</p>
      </div>
    </section>
  )
}
