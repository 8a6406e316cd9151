import { z } from 'zod'
import { sealOf } from '../../platform/secrets/sealed.service'
import { id } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { demandSame } from '../../platform/http/written'
import { registerBoardConfig } from './smib-config.routes'
import {
  catalogueOf,
  changesBetween,
  previewRestore,
  readConfig,
  restoreConfig,
  saveConfig,
  settingsFrom,
  layersOf,
} from '../../platform/layered-settings/config.service'
import {
  configAnswer,
  configInput,
  configKinds,
  configVersions,
  difference,
  generalInput,
  isGeneral,
  kindNames,
  restoreInput,
  restorePreview,
  type ConfigKind,
  type Difference,
} from '../../platform/layered-settings/config.contract'
import { registerGeneralOwners } from './general-owners.routes'
import { registerUsualReasons } from './usual-reasons.routes'
import { ownerOf } from '../../platform/layered-settings/owners.service'
import { registerSasConfig } from './sas-config.routes'
import { readSet, readVersions, valuesFrom } from '../../platform/layered-settings/sets'

const idParams = z.object({ id })
/** A version's number, in a path. */
const versionParams = z.object({
  id,
  version: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

const about: Record<ConfigKind, string> = {
  tenant: 'a tenant’s boards',
  location: 'a location’s boards',
  smib: 'a board',
  slot: 'a machine’s SAS interface',
  fraud: 'a tenant’s fraud detector',
  payments: 'a tenant’s cashless payments',
  'general-system': 'the whole installation',
  'general-tenant': 'a tenant’s people and notices',
  'general-location': 'a location’s notices',
}

export function register(api: Api): void {
  registerDifference(api)
  registerGeneralOwners(api)
  registerUsualReasons(api)
  for (const kind of kindNames) registerKind(api, kind)
  registerBoardConfig(api)
  registerSasConfig(api)
}

function registerKind(api: Api, kind: ConfigKind): void {
  const { path, family, read, update } = configKinds[kind]
  api.endpoint(
    {
      method: 'GET',
      path: `${path}/:id`,
      family,
      summary: `Settings of ${about[kind]}: what counts, where it comes from, what is set there itself`,
      permission: read,
      params: idParams,
      response: configAnswer,
      versioned: 'config',
    },
    async ({ db, scope, params }) => ({
      config: await readConfig(db, await ownerOf(db, scope, kind, params.id)),
    }),
  )
  api.endpoint(
    {
      method: 'PUT',
      path: `${path}/:id`,
      family,
      permission: update,
      params: idParams,
      body: isGeneral(kind) ? generalInput : configInput,
      write: true,
      response: kind === 'fraud' ? z.literal(true) : configAnswer,
      versioned: 'config',
      summary: `Set or reset settings of ${about[kind]}: \`values\` by key, null resets to inherited; or \`settings\` as they were read`,
    },
    async ({ db, scope, actor, params, body, version, deps, now }) => {
      demandSame(params, body)
      if (isGeneral(kind)) demandNamed(kind, params.id, body, actor.id)
      const owner = await ownerOf(db, scope, kind, params.id)
      await saveConfig(db, owner, { ...body, version }, actor, await sealOf({ ...deps, db }), now)
      // The specification's answer for the fraud detector.
      return kind === 'fraud'
        ? true
        : { config: await readConfig(db, await ownerOf(db, scope, kind, params.id)) }
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${path}/:id/versions`,
      family,
      summary: `Earlier versions of the settings of ${about[kind]}, newest first`,
      permission: read,
      params: idParams,
      response: configVersions,
    },
    async ({ db, scope, params }) => {
      const owner = await ownerOf(db, scope, kind, params.id)
      const rows = await readVersions(db, kind, params.id)
      const versions = rows.map((row, at) => ({
        version: row.version,
        changed_at: row.changed_at,
        changed_by: row.changed_by_name,
        source: row.source,
        restored_from: row.restored_from,
        reason: row.reason,
        changes: changesBetween(
          catalogueOf(owner),
          rows[at + 1] ? valuesFrom(rows[at + 1]?.values_json ?? '{}') : {},
          valuesFrom(row.values_json),
        ),
      }))
      return { versions: versions.slice(0, 100), total: rows[0]?.version ?? 0 }
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${path}/:id/restore/:version`,
      family,
      summary: 'What a restore of that version would change now; version 0 resets everything to inherited',
      permission: read,
      params: versionParams,
      response: restorePreview,
    },
    async ({ db, scope, params }) =>
      previewRestore(db, await ownerOf(db, scope, kind, params.id), params.version),
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${path}/:id/restore`,
      family,
      summary: 'Bring back an earlier version as a new one',
      permission: update,
      params: idParams,
      body: restoreInput,
      write: true,
      response: configAnswer,
    },
    async ({ db, scope, actor, params, body, now }) => {
      const owner = await ownerOf(db, scope, kind, params.id)
      await restoreConfig(db, owner, body, actor, now)
      return { config: await readConfig(db, await ownerOf(db, scope, kind, params.id)) }
    },
  )
}

/** Each is what the address, or the sign-in, says already. */
function demandNamed(
  kind: ConfigKind,
  id: string,
  body: z.output<typeof generalInput>,
  actor: string | null,
): void {
  for (const [name, holds] of [
    ['settings_system_type', kind.slice('general-'.length)],
    ['settings_system_id', id],
    ['user_id', actor],
  ] as const)
    if ((body[name] || holds) !== holds) throw invalidField(name, 'invalid')
}

/** Before `/location-config/:id`, which would take its name for an id. */
function registerDifference(api: Api): void {
  const pair = z.object({ left: id, right: id })
  api.endpoint(
    {
      method: 'GET',
      path: `${configKinds.location.path}-difference`,
      family: 'configuration',
      permission: 'location::list',
      query: pair,
      response: difference,
      summary: 'The effective settings of two locations side by side',
    },
    async ({ db, scope, query }): Promise<Difference> => {
      const [left, right] = await Promise.all([query.left, query.right].map(one => sideOf(one)))
      if (!left || !right) throw new Problem(404, 'not_found')
      async function sideOf(locationId: string) {
        const owner = await ownerOf(db, scope, 'location', locationId)
        const layers = await layersOf(db, owner, await readSet(db, 'location', locationId))
        return { owner, layers, settings: settingsFrom(catalogueOf(owner), layers, owner.currency) }
      }
      const rows = Object.entries(left.settings).flatMap(([key, mine]) => {
        const theirs = right.settings[key]
        if (!theirs) return []
        // Two secrets cannot be compared without opening them: inherited from the same place they are one.
        const secret = mine.has && mine.value === null
        const same =
          secret || (theirs.has && theirs.value === null)
            ? mine.has === theirs.has && mine.from._id === theirs.from._id
            : mine.value === theirs.value
        return [{ key, left: mine, right: theirs, same }]
      })
      const named = ({ owner }: typeof left) => ({
        location: { _id: owner.id, name: owner.name },
        tenant: owner.tenant,
      })
      return { left: named(left), right: named(right), rows }
    },
  )
}
