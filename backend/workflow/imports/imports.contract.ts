/**
 * Imports of locations, slots and SMIBs: a file is staged row by row, checked whole, mended in the browser, committed
 * in the background, and can be undone.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import type { PermissionRule } from '../../platform/contract/permissions'
import { id, instant, line, reference, sentence } from '../../platform/contract/primitives'
import { encoding, oneByte, readings } from './encodings.contract'
import type { ImportKind } from '../../platform/contract/import-kind'

/** Largest file, bytes; 413 beyond. */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024
/** Most rows of data in one file. */
export const MAX_IMPORT_ROWS = 65_000
/** Most rows mended by one request. */
export const MAX_FIXES = 250
/** Longest cell that is stored. */
export const MAX_CELL = 500
/** Most columns of a file, known or not. */
export const MAX_COLUMNS = 200
/** Longest row, header included, in characters: every known column at its longest, and as much again. */
export const MAX_ROW = 20_000

/** An import's rows stay so long after it was committed or undone, its figures for ever. Milliseconds. */
export const ROW_RETENTION_MS = 90 * DAY_MS

/**
 * What there are files of; `tests/architecture/importers.test.ts` compares it with the importers in their entities'
 * folders.
 */
export const importEntity = z.enum(['openings', 'locations', 'slots', 'smibs'])
export type ImportEntity = z.infer<typeof importEntity>
/** create: each key is new. update: each key exists. upsert: either. */
export const importMode = z.enum(['create', 'update', 'upsert'])
export type ImportMode = z.infer<typeof importMode>
/**
 * `unread`: its letters can be read in two ways, and somebody has to say which before anything is checked. `stopped`:
 * somebody stopped it or its task failed; `stopped_in` says where, and resuming goes on from there.
 */
export const importState = z.enum([
  'unread',
  'checking',
  'checked',
  'committing',
  'committed',
  'undoing',
  'undone',
  'stopped',
  'discarded',
])
export type ImportState = z.infer<typeof importState>
export const importStep = z.enum(['check', 'commit', 'undo'])
export type ImportStep = z.infer<typeof importStep>
/**
 * ok: will be committed. unchanged: the network is like that already. skipped: could not be undone, `reason` says why.
 */
export const importRowState = z.enum(['ok', 'error', 'unchanged', 'committed', 'undone', 'skipped'])
export type ImportRowState = z.infer<typeof importRowState>

/** What somebody needs who imports this way; the endpoints ask for it in turn. */
export function importPermission({ permissions }: ImportKind, mode: ImportMode): PermissionRule {
  const { list, create, update } = permissions
  return { all: [list, ...(mode === 'update' ? [] : [create]), ...(mode === 'create' ? [] : [update])] }
}

/** Any import at all: gates the pages and the endpoints before the entity is known. */
export const anyImport: PermissionRule = {
  any: [
    'slot::enter_readings',
    'location::create',
    'location::update',
    'slot::create',
    'slot::update',
    'smib::create',
    'smib::update',
  ],
}

/** A code with figures, to be put into a text: `imports:problems.<code>`, `imports:warnings.<code>`. */
const codedMessage = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
/** `column`: canonical name, null when it is about the whole row. */
export const importProblem = codedMessage.extend({ column: z.string().nullable() })
export type ImportProblem = z.infer<typeof importProblem>

const count = z.number().int()
export const importsContract = defineContract({
  family: 'imports',
  one: 'import',
  many: 'imports',
  row: z.object({
    _id: id,
    version: count,
    entity: importEntity,
    mode: importMode,
    file_name: z.string(),
    /** null for an import by the system's own people: its rows say whose they are. */
    tenant: reference.nullable(),
    state: importState,
    stopped_in: importStep.nullable(),
    created_by: z.string(),
    committed_at: instant.nullable(),
    undone_at: instant.nullable(),
    /** How the file was read. */
    encoding,
    /** While its letters may be read in another way: some cells in each. */
    readings,
    delimiter: z.string(),
    bytes: count,
    /**
     * The file's columns from left to right; `name` is the canonical one, null for a column that nobody knows. Columns
     * added while mending come last with `added`.
     */
    columns: z.array(
      z.object({ header: z.string(), name: z.string().nullable(), added: z.boolean().optional() }),
    ),
    warnings: z.array(codedMessage),
    /** Once it is over: until when its rows can be read and undone, and when they were removed. */
    rows_until: instant.nullable(),
    rows_removed_at: instant.nullable(),
    rows: count,
    counts: z.record(importRowState, count),
    /** What committing the good rows would do, of those in state `ok`. */
    will: z.object({ create: count, update: count }),
    /** Good rows that change something money depends on: committing them takes a reason. */
    needs_reason: count,
    /** What was committed took a reason: so does taking it back. */
    undo_takes_reason: z.boolean(),
    task: z
      .object({
        _id: id,
        state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
        progress: count,
        note: z.string().nullable(),
        error: z.string().nullable(),
      })
      .nullable(),
    /** Which actions its state allows, permissions apart. */
    can: z.object({
      read: z.boolean(),
      percents: z.boolean(),
      fix: z.boolean(),
      entries: z.boolean(),
      commit: z.boolean(),
      cancel: z.boolean(),
      resume: z.boolean(),
      undo: z.boolean(),
      discard: z.boolean(),
    }),
    archived_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  }),
  input: z.object({}),
  filters: z.object({
    entity: importEntity,
    mode: importMode,
    state: importState,
    tenant: id,
    archived: z.boolean(),
  }),
  sort: ['file_name', 'entity', 'mode', 'created_by', 'created_at', 'updated_at'],
  permissions: { list: anyImport, read: anyImport },
  actions: {},
})

/** Most kinds of mistakes that are listed, those of the most rows first. */
export const MAX_KINDS = 40
/** A kind of mistake: filters `problem` and, unless it is about whole rows, `column` find its rows. */
export const problemKind = z.object({ code: z.string(), column: z.string().nullable(), rows: count })
export type ProblemKind = z.infer<typeof problemKind>

export const importRow = z.object({
  /** Its line, written as an id: a row is known by it within its import. */
  _id: id,
  /** Line of the file on which the row begins; the header's is usually 1. */
  line: count,
  state: importRowState,
  action: z.enum(['create', 'update']).nullable(),
  /** As in the file, by canonical column. */
  values: z.record(z.string(), z.string()),
  problems: z.array(importProblem),
  /** Of an update: what differs, as texts the way the file writes them. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  needs_reason: z.boolean(),
  /** The location, slot or SMIB that it made or changes. */
  entity: reference.nullable(),
  /** Why it was not undone: changed_since, has_history, in_use, gone. */
  reason: z.string().nullable(),
})
export type ImportRow = z.infer<typeof importRow>

/**
 * POST /api/imports/v1/rows is a list: exactFields `import` (one id, needed), `state`, `action`, `problem` (a code),
 * `column` (of a problem; with `problem`, of the same one); `query` searches the cells.
 */
export const importRowFilters = z.object({
  import: id,
  state: importRowState,
  action: z.enum(['create', 'update']),
  problem: z.string().max(40),
  column: z.string().max(40),
})

/** The rows of one import in the file's order. */
export const importRowsContract = defineContract({
  family: 'imports',
  one: 'row',
  many: 'rows',
  row: importRow,
  input: z.object({}),
  filters: importRowFilters,
  sort: ['line'],
  order: { by: 'line', direction: 'ASC' },
  permissions: { list: anyImport, read: anyImport },
  actions: {},
})

/** PUT /api/imports/v1/import/:id/rows: what is left out of `values` stays as it is. */
export const fixBody = z
  .object({
    fixes: z
      .array(z.object({ line: count, values: z.record(z.string().max(40), z.string().max(MAX_CELL)) }))
      .min(1)
      .max(MAX_FIXES),
  })
  .strict()

/**
 * POST /api/imports/v1/import?entity=&mode=&file_name= with the file's bytes as the body (application/octet-stream).
 */
export const uploadQuery = z
  .object({
    entity: importEntity,
    mode: importMode,
    file_name: line(1, 120).default('import.csv'),
    /** Left out, the file's words decide; where they do not, the import is `unread`. */
    encoding: encoding.optional(),
  })
  .strict()

/** POST …/import/:id/read: the reading that is right; the rows are checked anew. */
export const readBody = z.object({ encoding: oneByte }).strict()

/** POST …/import/:id/percents: 0.95 in a column of percents is 95 %, in all rows. */
export const percentsBody = z.object({ column: z.string().max(40) }).strict()

/** POST …/import/:id/commit, /resume and /undo. */
export const commitBody = z.object({ reason: sentence(3, 200).optional() }).strict()
