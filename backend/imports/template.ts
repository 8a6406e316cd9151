/** An empty file that works: headers as people of a language call them, and one row that shows how values are written. */
import { stringify } from 'csv-stringify/sync'
import { headerFor, type TemplateLanguage } from './aliases'
import { importColumns, type ImportEntity } from './imports.contract'

/** Where a comma separates decimals, spreadsheets want a semicolon between cells. */
export function template(entity: ImportEntity, language: TemplateLanguage): string {
  const decimals = (text: string) => (language === 'en' ? text : text.replace(/^(\d+)\.(\d+)$/, '$1,$2'))
  // Whose it is, is known; only the system's own people need the column.
  const names = importColumns[entity].map(column => column.name).filter(name => name !== 'tenant')
  return stringify(
    [
      names.map(name => headerFor(entity, name, language)),
      names.map(name => decimals(examples[entity][name] ?? '')),
    ],
    { bom: true, delimiter: language === 'en' ? ',' : ';', record_delimiter: 'windows' },
  )
}

const examples: Readonly<Record<ImportEntity, Readonly<Record<string, string>>>> = {
  locations: {
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
  slots: {
    serial: 'EGT-12345',
    asset_no: 'A-0001',
    location_code: 'CJ-02',
    manufacturer: 'EGT',
    machine_type: 'P-32/32',
    game_mix: 'Bell Link Boost',
    protocol: 'SAS 6.02',
    sas_address: '1',
    accounting_denom: '0.01',
    currency: 'RON',
    price_per_impulse: '1.00',
    factor_in: '1',
    factor_out: '1',
    theoretical_rtp: '95.50',
    mech_in: '0',
    mech_out: '0',
    type_approval: 'AT-1001',
    cvt_no: 'CVT-2001',
    cvt_valid_to: '2027-03-31',
    authorisation_no: 'AE-3001',
    position: 'A-01',
    active: '1',
  },
  smibs: {
    smib_id: 'a0b1c2d3e4f5',
    serial: 'SB-0001',
    location_code: 'CJ-02',
    slot_serial: 'EGT-12345',
    firmware: '4.2.1',
    network: 'lan',
    broker: 'broker.example:8883',
    poll_ms: '200',
    test_mode: '0',
    log_mode: '0',
    active: '1',
  },
}
