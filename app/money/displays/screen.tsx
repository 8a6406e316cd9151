/** The contents of a display: each level, huge; while a win is celebrated it takes its level's place. */
import type { DisplayView, LevelView } from '../../islands/display-view'

export function Screen({ view }: { view: DisplayView }) {
  const { levels, words, theme, resolution, asOf } = view
  return (
    <div className={`display-screen display-${theme} display-${resolution}`}>
      <h1 className="sr-only">{view.name}</h1>
      {levels.length === 0 ? (
        <p className="display-empty">
          {words.none} {words.none_what}
        </p>
      ) : (
        <div className="display-levels">
          {levels.map(level => (
            <Level key={level.id} level={level} words={words} />
          ))}
        </div>
      )}
      <p className="display-as-of">{asOf}</p>
    </div>
  )
}

/** Parts that do not apply now are in the page but hidden, so that a script only has to switch them. */
const off = (isOff: boolean) => ({ 'data-off': isOff ? 'yes' : undefined })

function Level({ level, words }: { level: LevelView; words: DisplayView['words'] }) {
  const { win } = level
  return (
    <section
      className="display-level"
      data-level={level.id}
      data-run={level.run}
      data-minor={level.minor}
      aria-labelledby={`level-${level.id}`}
    >
      <h2 id={`level-${level.id}`}>{level.name}</h2>
      <p className="display-value" {...off(win !== null)}>
        {level.text}
      </p>
      <p className="display-near" {...off(!level.isNear)}>
        {words.near}
      </p>
      <div className="display-win" role="status" {...off(win === null)}>
        <p className="display-won">{words.won}</p>
        <p className="display-amount">{win?.amount}</p>
        <p className="display-where">{win?.where}</p>
      </div>
    </section>
  )
}
