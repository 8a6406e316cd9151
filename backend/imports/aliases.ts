/** What people call the columns, in English, Romanian and Portuguese. Compared folded: case, diacritics and punctuation do not matter. */
import { fold } from '../contract/fold'
import type { ImportEntity } from './imports.contract'

export type TemplateLanguage = 'en' | 'ro' | 'pt'
type Aliases = Readonly<Record<string, readonly string[]>>

/** The first of each language heads that language's template: [en, ro, pt, …others]. */
const shared: Aliases = {
  tenant: ['tenant', 'operator', 'operador', 'societate', 'empresa', 'client'],
  location_code: [
    'location_code',
    'cod_locatie',
    'codigo_local',
    'location',
    'locatie',
    'local',
    'cod_sala',
    'sala',
    'hall',
    'codigo_do_local',
  ],
  active: ['active', 'activ', 'ativo', 'activa', 'ativa', 'enabled'],
}

export const aliases: Readonly<Record<ImportEntity, Aliases>> = {
  locations: {
    code: ['code', 'cod', 'codigo', 'location_code', 'cod_locatie', 'codigo_local', 'cod_sala'],
    name: ['name', 'nume', 'nome', 'denumire', 'designacao', 'location_name', 'locatie', 'local'],
    tenant: shared.tenant ?? [],
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
    ],
    contact: ['contact', 'persoana_de_contact', 'pessoa_de_contacto', 'contact_person', 'contacto'],
    phone: ['phone', 'telefon', 'telefone', 'tel', 'telephone', 'mobil', 'telemovel'],
    active: shared.active ?? [],
  },
  slots: {
    serial: [
      'serial',
      'serie',
      'n_serie',
      'serial_no',
      'serial_number',
      'nr_serie',
      'seria',
      'numero_de_serie',
      'n_de_serie',
    ],
    asset_no: [
      'asset_no',
      'nr_inventar',
      'n_inventario',
      'asset',
      'asset_number',
      'numar_inventar',
      'n_de_inventario',
      'inventar',
    ],
    tenant: shared.tenant ?? [],
    location_code: shared.location_code ?? [],
    manufacturer: ['manufacturer', 'producator', 'fabricante', 'maker', 'fabricant', 'vendor'],
    machine_type: [
      'machine_type',
      'tip_aparat',
      'tipo_maquina',
      'type',
      'model',
      'tip',
      'tipo',
      'tip_de_aparat',
      'tipo_de_maquina',
      'modelo',
      'cabinet',
    ],
    game_mix: [
      'game_mix',
      'mix_jocuri',
      'mix_jogos',
      'mix',
      'mix_de_jocuri',
      'mix_de_jogos',
      'mistura_jogos',
      'mistura_de_jogos',
      'game',
      'joc',
      'jogo',
    ],
    protocol: ['protocol', 'protocol_comunicatie', 'protocolo'],
    sas_address: ['sas_address', 'adresa_sas', 'endereco_sas', 'sas_addr'],
    accounting_denom: [
      'accounting_denom',
      'denominatie',
      'denominacao',
      'denomination',
      'denom',
      'valoare_credit',
      'valor_do_credito',
    ],
    currency: [
      'currency',
      'moneda',
      'moeda',
      'valuta',
      'denomination_currency',
      'denominatie_moneda',
      'denominacao_moeda',
    ],
    price_per_impulse: [
      'price_per_impulse',
      'pret_impuls',
      'preco_impulso',
      'impulse_price',
      'pret_pe_impuls',
      'preco_por_impulso',
    ],
    factor_in: ['factor_in', 'factor_intrare', 'fator_entrada'],
    factor_out: ['factor_out', 'factor_iesire', 'fator_saida'],
    theoretical_rtp: ['theoretical_rtp', 'rtp_teoretic', 'rtp_teorico', 'rtp'],
    mech_in: [
      'mech_in',
      'contor_mecanic_intrare',
      'contador_mecanico_entrada',
      'mechanical_in',
      'mecanic_in',
      'mecanico_in',
    ],
    mech_out: [
      'mech_out',
      'contor_mecanic_iesire',
      'contador_mecanico_saida',
      'mechanical_out',
      'mecanic_out',
      'mecanico_out',
    ],
    type_approval: [
      'type_approval',
      'aprobare_de_tip',
      'aprovacao_de_tipo',
      'aprobare_tip',
      'aprovacao_tipo',
    ],
    cvt_no: [
      'cvt_no',
      'nr_cvt',
      'n_inspecao_tecnica',
      'cvt',
      'nr_verificare_tehnica',
      'n_de_inspecao_tecnica',
      'technical_inspection_no',
    ],
    cvt_valid_to: [
      'cvt_valid_to',
      'cvt_valabil_pana_la',
      'inspecao_valida_ate',
      'cvt_valid_until',
      'valabil_pana_la',
      'valida_ate',
      'cvt_expira',
      'inspection_valid_until',
    ],
    authorisation_no: [
      'authorisation_no',
      'nr_autorizatie',
      'n_autorizacao',
      'authorization_no',
      'autorizatie',
      'autorizacao',
      'n_de_autorizacao',
    ],
    position: [
      'position',
      'pozitie',
      'posicao',
      'pozitia',
      'pozitia_in_sala',
      'pozitie_in_sala',
      'posicao_na_sala',
      'place',
      'loc',
    ],
    active: shared.active ?? [],
  },
  smibs: {
    smib_id: ['smib_id', 'id_smib', 'id_do_smib', 'mac', 'mac_address', 'adresa_mac', 'endereco_mac', 'smib'],
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
    tenant: shared.tenant ?? [],
    location_code: shared.location_code ?? [],
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
    active: shared.active ?? [],
  },
}

/** "Nr. inventar" and "NR_INVENTAR" are the same: `nr_inventar`. Ordinal signs count as punctuation. */
export const headerKey = (text: string): string =>
  fold(text)
    .replace(/[ºª°]/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')

const known = Object.fromEntries(
  Object.entries(aliases).map(([entity, columns]) => [
    entity,
    new Map(Object.entries(columns).flatMap(([name, words]) => words.map(word => [word, name] as const))),
  ]),
) as Record<ImportEntity, Map<string, string>>

/** "Denomination (RON)": files of ours say in brackets what a column is counted in. */
const unit = /\s*\(([^()]*)\)\s*$/

/** The canonical name of a header, or null for one that nobody knows. */
export const columnNamed = (entity: ImportEntity, header: string): string | null =>
  known[entity].get(headerKey(header)) ?? known[entity].get(headerKey(header.replace(unit, ''))) ?? null

export const unitNamed = (header: string): string | undefined => unit.exec(header)?.[1]?.trim()

export const headerFor = (entity: ImportEntity, column: string, language: TemplateLanguage): string =>
  aliases[entity][column]?.[(['en', 'ro', 'pt'] as const).indexOf(language)] ?? column
