/** The import of files of locations. */
import { nameKey } from '../../platform/contract/machine-name'
import { locationsBulkWriter } from './locations-bulk-edit.service'
import { timeOfDay, yesNo } from '../../workflow/imports/cells.service'
import { keeps, own, sharedAliases, type Importer } from '../../workflow/imports/importer'
import { alive, any, exists, existsByNumber } from '../../workflow/imports/in-use'
import { importKind } from './locations-import.contract'

export const importer: Importer = {
  kind: importKind,
  many: locationsBulkWriter,
  table: 'locations',
  key: 'code',
  alike: { column: 'code_key', keyOf: nameKey },
  leaves: { code_key: null },
  name: 'name',
  columns: {
    ...own(
      'code',
      'name',
      'county',
      'city',
      'address',
      'lat',
      'lon',
      'licence_no',
      'work_point_no',
      'contact',
      'phone',
    ),
    tenant: keeps('tenant'),
    timezone: keeps('time_zone'),
    gaming_day_start: keeps('gaming_day_start', timeOfDay),
    active: keeps(null, yesNo),
  },

  draft: ({ tenant, problems }, raw, { mode }) => {
    if (tenant) raw.tenant = tenant.id
    else if (mode !== 'update' && !problems.some(one => one.column === 'tenant'))
      problems.push({ column: 'tenant', code: 'required' })
  },
  custom: 'location',
  uses: [
    ['in_use', any(alive('slots', 'location_id'), alive('smibs', 'location_id'))],
    ['has_history', any(existsByNumber('messages', 'location_nr'), exists('events', 'location_id'))],
  ],
  aliases: {
    code: ['code', 'cod', 'codigo', 'location_code', 'cod_locatie', 'codigo_local', 'cod_sala'],
    name: ['name', 'nume', 'nome', 'denumire', 'designacao', 'location_name', 'locatie', 'local'],
    tenant: sharedAliases.tenant,
    county: ['county', 'judet', 'distrito', 'region'],
    city: ['city', 'localitate', 'localidade', 'oras', 'cidade', 'town'],
    address: ['address', 'adresa', 'morada', 'street', 'strada', 'endereco'],
    lat: ['lat', 'latitudine', 'latitude'],
    lon: ['lon', 'longitudine', 'longitude', 'lng', 'long'],
    timezone: ['timezone', 'fus_orar', 'fuso_horario', 'time_zone', 'tz'],
    gaming_day_start: [
      'gaming_day_start',
      'inceput_zi_de_joc',
      'inicio_do_dia_de_jogo',
      'inceputul_zilei_de_joc',
      'day_start',
      'ora_inceput',
      'gaming_day_starts',
    ],
    licence_no: [
      'licence_no',
      'nr_licenta',
      'n_licenca',
      'licence',
      'license',
      'license_no',
      'licenta',
      'licenca',
    ],
    work_point_no: [
      'work_point_no',
      'nr_punct_de_lucru',
      'n_ponto_de_trabalho',
      'work_point',
      'punct_de_lucru',
      'ponto_de_trabalho',
      'n_do_ponto_de_trabalho',
      'n_do_estabelecimento',
    ],
    contact: ['contact', 'persoana_de_contact', 'pessoa_de_contacto', 'contact_person', 'contacto'],
    phone: ['phone', 'telefon', 'telefone', 'tel', 'telephone', 'mobil', 'telemovel'],
    active: sharedAliases.active,
  },
  example: {
    code: 'CJ-02',
    name: 'Cluj Mărăști',
    county: 'Cluj',
    city: 'Cluj-Napoca',
    address: 'Str. Aurel Vlaicu 12',
    lat: '46.7784',
    lon: '23.6137',
    timezone: 'Europe/Bucharest',
    gaming_day_start: '08:00',
    licence_no: 'L-1234',
    work_point_no: 'PL-02',
    contact: 'Ana Pop',
    phone: '+40 264 000 000',
    active: '1',
  },
}
