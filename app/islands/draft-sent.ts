/** Which draft was sent: every page asks that, few have a form that keeps one. */
const SENT = 'draft sent'

/** The draft stays until another page has come. */
export const sentWith = (name: string): void =>
  attempt(() => sessionStorage.setItem(SENT, JSON.stringify([location.pathname, name])))

/** On every page: one that is not the form itself is the answer to it. */
export function forgetSent(): void {
  const [path, name] = attempt(() => JSON.parse(sessionStorage.getItem(SENT) ?? '[]') as string[]) ?? []
  if (!path || !name || path === location.pathname) return
  forget(name)
  forget(SENT)
}

const forget = (name: string) => attempt(() => sessionStorage.removeItem(name))

/** A browser may refuse to keep anything: then the form is as good as without this. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
