import { importKinds } from './import-kinds.found'
import {
  importPermission,
  importsContract,
  type ImportEntity,
} from '../../../backend/workflow/imports/imports.contract'
import { resourcePaths } from '../../addresses/names'
import { defineResource } from '../../engine/definition/define-resource'
import { choice } from '../../engine/fields'
import type { Place } from '../../engine/definition/sub-list'

/** What was imported before, of one kind. */
export const imports = defineResource('imports', importsContract, {
  title: 'file_name',
  rowHref: ({ entity, _id }) => `${importPaths[entity]}/${_id}`,
  fields: {
    state: choice({
      unread: 'warn',
      checking: 'info',
      checked: 'warn',
      committing: 'info',
      committed: 'good',
      undoing: 'info',
      undone: 'muted',
      stopped: 'warn',
      discarded: 'muted',
    }),
    mode: choice({ create: '', update: '', upsert: '' }),
  },
  computed: {
    errors: {
      reads: ['counts'],
      numeric: true,
      cell: ({ counts }, { format }) => format.number(counts.error),
      csvValue: ({ counts }, { file }) => file.number(counts.error),
    },
    committed: {
      reads: ['counts'],
      numeric: true,
      cell: ({ counts }, { format }) => format.number(counts.committed),
      csvValue: ({ counts }, { file }) => file.number(counts.committed),
    },
  },
  list: {
    columns: ['file_name', 'state', 'mode', 'rows', 'errors', 'committed', 'created_by', 'created_at'],
    more: ['committed_at'],
    summary: ['state', 'created_at'],
    filters: ['state'],
    live: true,
    direct: true,
    muted: ({ state }) => state === 'discarded',
    reads: ['state', 'entity'],
  },
  detail: { sections: {} },
})

export const importPaths: Readonly<Record<ImportEntity, string>> = {
  locations: '/locations-import',
  slots: '/slots-import',
  smibs: '/advanced/smibs-import',
  openings: '/openings-import',
}

/** Where what they bring in is listed. */
export const importLists: Readonly<Record<ImportEntity, string>> = {
  locations: resourcePaths.locations,
  slots: resourcePaths.slots,
  smibs: resourcePaths.smibs,
  openings: resourcePaths['manual-readings'],
}

/** Whoever may import in some way; the endpoints ask for the way itself. */
export const importing = (entity: ImportEntity) => ({
  any: [importPermission(importKinds[entity], 'create'), importPermission(importKinds[entity], 'update')],
})

/** Who may see what was imported of a kind. */
export const importRule = (entity: ImportEntity) => ({
  all: [importKinds[entity].permissions.list, importing(entity)],
})

/** Below the form that a file goes into: imports of its own kind. */
export const importPlaces: readonly Place[] = (Object.keys(importPaths) as ImportEntity[]).map(entity => {
  const rule = importRule(entity)
  return {
    path: importPaths[entity],
    at: () => ({
      fixed: { entity },
      listRule: rule,
      exportPermission: rule,
      about: { say: (_, t) => ({ title: t(`imports:titles.${entity}`) }) },
    }),
  }
})
