/** Reading, saving and restoring settings. Knows no HTTP. */
import { recordChange } from '../audit/audit.service'
import { lastSave } from '../audit/last-save'
import type { Seal } from '../secrets/sealed.service'
import { type FieldProblem, invalidField, Problem } from '../contract/problem'
import type { Db } from '../db/database'
import { scopeOf, type Actor } from '../request/actor'
import { smibStateOf } from './smib-state'
import { auditEntityOf, configKinds, type Config, type SettingChange } from './config.contract'
import { belowFloor, resolveAll, type Layer, type Resolved } from './layers.contract'
import type { Owner } from './owners.service'
import { EMPTY, readSet, readSets, valuesAt, writeSet, type StoredSet, type Values } from './sets'
import {
  readValue,
  settingsOf,
  takesReason,
  type Catalogue,
  type Setting,
  type SettingValue,
} from './setting.contract'

export const catalogueOf = ({ kind }: Pick<Owner, 'kind'>): Catalogue => configKinds[kind].catalogue

/** Nearest first; the first one is the owner's own. */
export async function layersOf(db: Db, owner: Owner, own: StoredSet): Promise<Layer[]> {
  const sets = await readSets(db, owner.parents)
  return layersFrom(owner, own, sets)
}

export function layersFrom(owner: Owner, own: StoredSet, sets: ReadonlyMap<string, StoredSet>): Layer[] {
  return [
    { level: configKinds[owner.kind].level, id: owner.id, name: owner.name, values: own.values },
    ...owner.records,
    ...owner.parents.map(({ kind, id, name }): Layer => ({
      level: configKinds[kind].level,
      id,
      name,
      values: sets.get(`${kind} ${id}`)?.values ?? {},
    })),
  ]
}

export async function readConfig(db: Db, owner: Owner): Promise<Config> {
  const own = await readSet(db, owner.kind, owner.id)
  const layers = await layersOf(db, owner, own)
  return {
    _id: owner.id,
    kind: owner.kind,
    name: owner.name,
    tenant: owner.tenant,
    currency: owner.currency as Config['currency'],
    version: own.version,
    changed_at: own.changedAt,
    changed_by: own.changedBy,
    archived: owner.archived,
    parents: [
      ...layers
        .slice(1)
        .filter(({ level }) => level !== 'record')
        .map(({ level, id, name }) => ({ level, _id: id, name })),
      { level: 'system' as const, _id: null, name: '' },
    ],
    settings: settingsFrom(catalogueOf(owner), layers, owner.currency),
    board: owner.kind === 'smib' ? await smibStateOf(db, owner, layers) : null,
    slot: owner.slot,
    smib: owner.smib,
  }
}

export function settingsFrom(
  catalogue: Catalogue,
  layers: readonly Layer[],
  currency: string,
): Config['settings'] {
  const behind = resolveAll(catalogue, layers.slice(1), currency)
  return Object.fromEntries(
    [...resolveAll(catalogue, layers, currency)].map(([setting, resolved]) => {
      const isOwn = resolved.from !== null && resolved.from === layers[0]
      const shown = shownValue(setting, resolved)
      return [
        setting.key,
        {
          ...shown,
          own: isOwn ? shown.value : null,
          is_own: isOwn,
          inherited: shownValue(setting, behind.get(setting) ?? resolved),
        },
      ]
    }),
  )
}

const shownValue = ({ kind }: Setting, { value, from }: Resolved) => ({
  value: kind === 'secret' ? null : value,
  has: value !== null,
  from: {
    level: from?.level ?? ('system' as const),
    of: from?.of ?? null,
    _id: from?.id ?? null,
    name: from?.name ?? '',
  },
})

interface Save {
  /** Undefined: whichever is the newest. */
  version: number | undefined
  values?: Record<string, unknown> | undefined
  /** As a page reads them. */
  settings?: Record<string, { own: SettingValue | null; is_own: boolean }> | undefined
  reason?: string | undefined
}

/** Only what differs from what is stored: a setting that belongs to another level is none of it. */
function changesIn(before: StoredSet, settings: Save['settings'] = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, { own, is_own }]): [string, unknown][] => {
      const kept = Object.hasOwn(before.values, key)
      if (!is_own) return kept ? [[key, null]] : []
      return own === null || (kept && before.values[key] === own) ? [] : [[key, own]]
    }),
  )
}

/** Throws 422 by setting (`values.<key>`) or for a missing `reason`, 409 `version_conflict` with what stands now. */
export async function saveConfig(
  db: Db,
  owner: Owner,
  { version, values: asked, settings, reason }: Save,
  actor: Actor,
  seal: Seal,
  now: number,
  source = 'form',
): Promise<void> {
  if (owner.archived)
    throw new Problem(409, 'archived', { message: 'Archived entities keep their settings as they are' })
  const before = await readSet(db, owner.kind, owner.id)
  const values = { ...changesIn(before, settings), ...asked }
  const after = { ...before.values }
  const problems: Record<string, FieldProblem[]> = {}
  const known = new Map(settingsOf(catalogueOf(owner)).map(setting => [setting.key, setting]))
  for (const [key, given] of Object.entries(values)) {
    const setting = known.get(key)
    if (!setting) problems[`values.${key}`] = [{ code: 'unknown_field' }]
    else if (!setting.levels.includes(configKinds[owner.kind].level))
      problems[`values.${key}`] = [{ code: 'not_at_this_level' }]
    else if (given === null) delete after[key]
    else {
      const read = readValue(setting, given)
      if (read.problems) problems[`values.${key}`] = read.problems
      else after[key] = setting.kind === 'secret' ? seal.seal(String(read.value)) : read.value
    }
  }
  if (
    Object.keys(problems).length === 0 &&
    ('presence.stale' in values || 'presence.offline' in values) &&
    !(await staleComesFirst(db, owner, before, after))
  )
    problems['values.presence.offline'] = [{ code: 'not_after_stale' }]
  const outer = await layersOf(db, owner, EMPTY)
  for (const key of belowFloor(catalogueOf(owner), Object.keys(values), after, outer))
    problems[`values.${key}`] ??= [{ code: 'below_floor' }]
  if (Object.keys(problems).length > 0) throw new Problem(422, 'invalid', { fields: problems })
  await write(db, owner, before, version ?? before.version, after, { actor, source, reason }, now)
}

/**
 * What would count here: a SMIB is stale before it is offline. Further in, a nearer value may still say otherwise, and
 * then nothing is stale.
 */
async function staleComesFirst(db: Db, owner: Owner, before: StoredSet, values: Values): Promise<boolean> {
  const settings = settingsFrom(
    catalogueOf(owner),
    await layersOf(db, owner, { ...before, values }),
    owner.currency,
  )
  const minutes = (key: string) => Number(settings[key]?.value ?? 0)
  return minutes('presence.stale') < minutes('presence.offline')
}

/** An earlier version's values, as a new version; version 0 is "nothing of its own". */
export async function restoreConfig(
  db: Db,
  owner: Owner,
  { version, restore, reason }: { version: number; restore: number; reason?: string | undefined },
  actor: Actor,
  now: number,
): Promise<void> {
  if (owner.archived)
    throw new Problem(409, 'archived', { message: 'Archived entities keep their settings as they are' })
  const before = await readSet(db, owner.kind, owner.id)
  await write(
    db,
    owner,
    before,
    version,
    await earlier(db, owner, restore),
    { actor, source: 'restore', restoredFrom: restore, reason },
    now,
  )
}

/** What a restore would change now. */
export async function previewRestore(
  db: Db,
  owner: Owner,
  restore: number,
): Promise<{ version: number; restore: number; changes: SettingChange[] }> {
  const now = await readSet(db, owner.kind, owner.id)
  return {
    version: now.version,
    restore,
    changes: changesBetween(catalogueOf(owner), now.values, await earlier(db, owner, restore)),
  }
}

async function earlier(db: Db, owner: Owner, version: number): Promise<Values> {
  const values = await valuesAt(db, owner.kind, owner.id, version)
  if (!values) throw new Problem(404, 'not_found')
  // A setting that a release has dropped since then is not brought back.
  const known = new Set(settingsOf(catalogueOf(owner)).map(setting => setting.key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => known.has(key)))
}

async function write(
  db: Db,
  owner: Owner,
  before: StoredSet,
  version: number,
  after: Values,
  by: { actor: Actor; source: string; restoredFrom?: number; reason?: string | undefined },
  now: number,
): Promise<void> {
  const conflict = async () =>
    new Problem(409, 'version_conflict', {
      message: 'Somebody else has saved a newer version',
      details: {
        current: await readConfig(db, owner),
        saved: await lastSave(db, scopeOf(by.actor), auditEntityOf(owner.kind), owner.id),
      },
    })
  if (before.version !== version) throw await conflict()
  const changes = changesBetween(catalogueOf(owner), before.values, after)
  if (changes.length === 0) return
  if (
    by.reason === undefined &&
    takesReason(
      catalogueOf(owner),
      changes.map(({ key }) => key),
    )
  )
    throw invalidField('reason', 'required')
  if (!(await writeSet(db, owner, version, after, by, now))) throw await conflict()
  await recordChange(
    db,
    by.actor,
    {
      entity: auditEntityOf(owner.kind),
      id: owner.id,
      tenantId: owner.tenant._id,
      action: by.source === 'restore' ? 'restore' : 'update',
      before: { name: owner.name, version: before.version, ...sideOf(changes, 'before') },
      after: {
        name: owner.name,
        version: version + 1,
        ...sideOf(changes, 'after'),
        ...(by.reason !== undefined && { reason: by.reason }),
      },
    },
    now,
  )
}

const sideOf = (changes: readonly SettingChange[], side: 'before' | 'after') =>
  Object.fromEntries(
    changes.map(change => [
      change.key,
      change.secret ? (change[side] === null ? null : '[secret]') : change[side],
    ]),
  )

/** Of a secret only whether there is one (`true`) and that it changed. */
export function changesBetween(catalogue: Catalogue, before: Values, after: Values): SettingChange[] {
  return settingsOf(catalogue)
    .filter(({ key }) => before[key] !== after[key])
    .map((setting: Setting) => {
      const shown = (values: Values) =>
        values[setting.key] === undefined
          ? null
          : setting.kind === 'secret'
            ? true
            : (values[setting.key] ?? null)
      return {
        key: setting.key,
        before: shown(before),
        after: shown(after),
        secret: setting.kind === 'secret',
      }
    })
}
