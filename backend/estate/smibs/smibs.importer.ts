/** The import of files of SMIBs. */
import { smibsBulkWriter } from './smibs-bulk-edit.service'
import { integer, words, yesNo, type Cell } from '../../workflow/imports/cells.service'
import { clears, keeps, own, sharedAliases, type Importer } from '../../workflow/imports/importer'
import { any, exists, existsByNumber } from '../../workflow/imports/in-use'
import { importKind } from './smibs-import.contract'

/** "AA:BB:CC:DD:EE:FF" is one address with its bare digits. */
const address: Cell = { ...words, read: text => ({ value: text.toLowerCase().replace(/[:\s-]/g, '') }) }

export const importer: Importer = {
  kind: importKind,
  many: smibsBulkWriter,
  table: 'smibs',
  key: 'mac',
  name: 'mac',
  keyIsGlobal: true,
  columns: {
    ...own('serial', 'firmware', 'network', 'broker'),
    smib_id: clears('mac', address),
    tenant: keeps(null),
    location_code: keeps('location'),
    slot_serial: clears('slot'),
    poll_ms: clears('poll_ms', integer),
    test_mode: keeps(null, yesNo),
    log_mode: keeps(null, yesNo),
    active: keeps(null, yesNo),
  },

  draft: ({ values, slot }, raw) => {
    if (values.slot_serial !== undefined) raw.slot = slot?.id ?? null
  },
  takesSlots: true,
  leaves: { slot_id: null },
  custom: 'smib',
  uses: [
    [
      'has_history',
      any(
        existsByNumber('messages', 'smib_nr'),
        exists('smib_feeds', 'smib_id'),
        exists('smib_slots', 'smib_id'),
        exists('machine_commands', 'smib_id'),
      ),
    ],
  ],
  aliases: {
    smib_id: [
      'smib_id',
      'id_smib',
      'id_da_placa_smib',
      'id_do_smib',
      'mac',
      'mac_address',
      'adresa_mac',
      'endereco_mac',
      'smib',
    ],
    serial: [
      'serial',
      'serie',
      'n_serie',
      'serial_no',
      'serial_number',
      'nr_serie',
      'numero_de_serie',
      'n_de_serie',
      'board_serial',
    ],
    tenant: sharedAliases.tenant,
    location_code: sharedAliases.location_code,
    slot_serial: [
      'slot_serial',
      'serie_aparat',
      'serie_maquina',
      'slot',
      'aparat',
      'maquina',
      'machine',
      'machine_serial',
      'serie_da_maquina',
    ],
    firmware: ['firmware', 'versiune_firmware', 'versao_firmware', 'fw', 'firmware_version'],
    network: ['network', 'retea', 'rede'],
    broker: ['broker', 'adresa_broker', 'endereco_broker', 'mqtt', 'mqtt_broker', 'host'],
    poll_ms: [
      'poll_ms',
      'interval_interogare_ms',
      'intervalo_consulta_ms',
      'poll',
      'polling',
      'polling_ms',
      'interval_interogare',
      'polling_interval',
      'interval_de_interogare',
      'intervalo_de_consulta',
    ],
    test_mode: ['test_mode', 'mod_test', 'modo_teste', 'test', 'mod_de_test', 'modo_de_teste'],
    log_mode: ['log_mode', 'mod_jurnal', 'modo_registo', 'log', 'modo_de_registo'],
    active: sharedAliases.active,
  },
  example: {
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
