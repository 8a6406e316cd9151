/** What a task is called, in all languages: the words of its kind are the console's texts. */
import { sql } from 'kysely'
import en from '../../../locales/en/platform/tasks.json'
import pt from '../../../locales/pt/platform/tasks.json'
import ro from '../../../locales/ro/platform/tasks.json'
import { fold } from '../contract/fold'

const names = new Map<string, string>()
for (const { kinds } of [en, ro, pt])
  for (const [kind, name] of Object.entries(kinds)) {
    const title = `tasks:kinds.${kind}`
    names.set(title, `${names.get(title) ?? ''} ${fold(name)}`)
  }

/**
 * The words of a row: who began it, and what it is called in each language. Its kind, with which the stored words
 * begin, is a name for programs: people who type a sign of it do not mean the task. `t` is its table.
 */
export const wordsOfTask = sql`(substr(t.search, length(t.kind) + 2) || (case t.title ${sql.join(
  [...names].map(([title, name]) => sql`when ${title} then ${name}`),
  sql` `,
)} else '' end))`
