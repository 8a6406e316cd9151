/** A hall as its page and its stream write it: in the channel's language, in the tenant's zone. */
export interface LevelView {
  id: string
  name: string
  run: number
  minor: number
  currency: string
  /** The value, written. */
  text: string
  isNear: boolean
  isHeld: boolean
  win: { amount: string; where: string } | null
}

export interface DisplayView {
  /** Regional form: what `lang` says, and how a browser writes amounts while they grow. */
  lang: string
  /** Names of classes. */
  theme: string
  resolution: string
  name: string
  levels: LevelView[]
  asOf: string
  /** In its place, once no values came for a while. */
  stale: string
  words: { near: string; won: string; none: string; none_what: string }
}
