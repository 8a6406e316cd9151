/** What a file of an entity says about it for the frame, so that a new one needs no line in `console.json`. */

interface Texts {
  [key: string]: string | Texts
}

const isGroup = (value: string | Texts | undefined): value is Texts => typeof value === 'object'

/**
 * Columns of a file that are fields of an entity's form have the words of that form, where they have none of their
 * own.
 */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  'import-rows': ['slots', 'locations', 'smibs'],
}

function withFieldsOfOthers(texts: Readonly<Record<string, unknown>>): Record<string, Texts> {
  return Object.fromEntries(
    Object.entries(fieldsOf).flatMap(([name, others]) => {
      const own = texts[name] as Texts | undefined
      if (!own) return []
      const fields = [...others, name].map(file => (texts[file] as Texts | undefined)?.fields)
      return [[name, { ...own, fields: Object.assign({}, ...fields) as Texts }] as const]
    }),
  )
}

/**
 * A list's `title` is its breadcrumb and, with an `about`, its place in the menu; `subjects` is what the audit log
 * calls one. Where the menu has another name for a list, it stands in `console.json`, which comes first. An
 * installation's own name takes the place of the product's; `permissions` has the words of permissions of its own.
 */
export function withOwnWords<All extends Readonly<Record<string, unknown>>>(
  texts: All,
  installation?: string,
): All {
  const frame = (texts.console ?? {}) as Texts
  const { crumbs, entries, subjects } = frame
  const listed = texts.permissions as Texts | undefined
  const own = { crumbs: {} as Texts, entries: {} as Texts, subjects: {} as Texts }
  const rights = { entities: {} as Texts, verbs: {} as Texts }
  for (const [name, file] of Object.entries(texts) as [string, Texts][]) {
    if (isGroup(file.permissions))
      for (const part of ['entities', 'verbs'] as const) Object.assign(rights[part], file.permissions[part])
    const { title, about } = file
    if (name === 'console' || typeof title !== 'string' || title.includes('{{')) continue
    own.crumbs[name] = title
    if (typeof about === 'string') own.entries[name] = { name: title, about }
    if (isGroup(file.subjects)) Object.assign(own.subjects, file.subjects)
  }
  const joined = (mine: Texts, its: string | Texts | undefined) => ({ ...mine, ...(isGroup(its) ? its : {}) })
  return {
    ...texts,
    ...withFieldsOfOthers(texts),
    ...(listed && {
      permissions: {
        ...listed,
        entities: joined(rights.entities, listed.entities),
        verbs: joined(rights.verbs, listed.verbs),
      },
    }),
    console: {
      ...frame,
      ...(installation !== undefined && {
        frame: { ...(isGroup(frame.frame) ? frame.frame : {}), product: installation },
      }),
      crumbs: joined(own.crumbs, crumbs),
      entries: joined(own.entries, entries),
      subjects: joined(own.subjects, subjects),
    },
  }
}
