/** The import of files of slots. */
import { assetKey, nameKey } from '../../platform/contract/machine-name'
import { currency } from '../../platform/contract/primitives'
import { slotsBulkWriter } from './slots-bulk-edit.service'
import { date, decimal, integer, oneOf, yesNo } from '../../workflow/imports/cells.service'
import { clears, keeps, limitsIn, own, sharedAliases, type Importer } from '../../workflow/imports/importer'
import { any, exists, existsByNumber } from '../../workflow/imports/in-use'
import { meterColumns } from '../../workflow/imports/meter-columns'
import { importKind } from './slots-import.contract'
import type { Work } from '../../workflow/imports/row-work'

const money = decimal(2, { unit: /\s*(?:lei|ron|eur|\u20ac)$/i })

export const importer: Importer = {
  kind: importKind,
  many: slotsBulkWriter,
  table: 'slots',
  key: 'serial',
  alike: { column: 'serial_key', keyOf: nameKey },
  single: { column: 'asset_no', keyOf: assetKey },
  // A number that an archived slot still has would be taken for the right file, too.
  leaves: { serial_key: null, asset_no: null, asset_key: null },
  name: 'serial',
  columns: {
    ...own(
      'serial',
      'asset_no',
      'manufacturer',
      'machine_type',
      'game_mix',
      'type_approval',
      'cvt_no',
      'authorisation_no',
      'position',
    ),
    tenant: keeps(null),
    location_code: keeps('location'),
    protocol: keeps('protocol'),
    sas_address: clears('sas_address', integer),
    accounting_denom: keeps('denomination', money),
    currency: keeps(null, oneOf(currency.options)),
    theoretical_rtp: clears('theoretical_rtp', {
      ...decimal(2, { most: 10_000, unit: /\s*%$/, sign: ' %' }),
      low: 5_000,
    }),
    fastest_game_ms: clears('fastest_game_ms', integer),
    highest_bet: clears('highest_bet', integer),
    top_award: clears('top_award', integer),
    highest_note: clears('highest_note', integer),
    cvt_valid_to: clears('cvt_valid_to', date),
    active: keeps(null, yesNo),
    price_per_impulse: keeps(null, money),
    factor_in: keeps(null, integer),
    factor_out: keeps(null, integer),
    mech_in: keeps(null, integer),
    mech_out: keeps(null, integer),
  },

  draft: (work, raw) => meters(work, raw),
  hasMeters: true,
  custom: 'slot',
  uses: [
    ['in_use', exists('smibs', 'slot_id')],
    [
      'has_history',
      any(
        existsByNumber('counter_readings', 'slot_nr'),
        exists('events', 'slot_id'),
        exists('smib_slots', 'slot_id'),
        exists('machine_commands', 'slot_id'),
      ),
    ],
  ],
  aliases: {
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
    tenant: sharedAliases.tenant,
    location_code: sharedAliases.location_code,
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
    fastest_game_ms: ['fastest_game_ms', 'cel_mai_rapid_joc_ms', 'jogo_mais_rapido_ms', 'fastest_game'],
    highest_bet: ['highest_bet', 'miza_maxima_credite', 'aposta_maxima_creditos', 'highest_bet_credits'],
    top_award: ['top_award', 'castigul_maxim_credite', 'premio_maximo_creditos', 'top_award_credits'],
    highest_note: [
      'highest_note',
      'cea_mai_mare_bancnota_credite',
      'nota_mais_alta_creditos',
      'highest_note_credits',
    ],
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
    active: sharedAliases.active,
  },
  example: {
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
    fastest_game_ms: '2500',
    highest_bet: '10000',
    top_award: '10000000',
    highest_note: '50000',
    mech_in: '0',
    mech_out: '0',
    type_approval: 'AT-1001',
    cvt_no: 'CVT-2001',
    cvt_valid_to: '2027-03-31',
    authorisation_no: 'AE-3001',
    position: 'A-01',
    active: '1',
  },
}

/** Its denomination is an amount and a currency; its mechanical counters are a setup of their own. */
function meters(work: Work, raw: Record<string, unknown>): void {
  const { values, before } = work
  const currency = values.currency ?? before?.currency ?? work.tenant?.currency
  const minor = values.accounting_denom ?? before?.denomination_minor
  if (minor !== undefined) raw.denomination = { minor, currency }
  const given = meterColumns.filter(name => values[name] !== undefined)
  for (const name of given) {
    const [least, most] = limits[name]
    const value = values[name] as number
    if (value < least)
      work.problems.push({
        column: name,
        code: 'too_small',
        params: limitsIn(importer, name, { min: least }),
      })
    else if (value > most)
      work.problems.push({ column: name, code: 'too_big', params: limitsIn(importer, name, { max: most }) })
  }
  if (given.length > 0)
    work.meters = {
      slot_id: work.id,
      ...Object.fromEntries(
        given.map(name => [name === 'price_per_impulse' ? 'price_per_impulse_minor' : name, values[name]]),
      ),
    }
}

/** Money in minor units; counters have at most ten digits. */
const limits = {
  price_per_impulse: [1, 100_000_000],
  factor_in: [1, 1_000_000],
  factor_out: [1, 1_000_000],
  mech_in: [0, 9_999_999_999],
  mech_out: [0, 9_999_999_999],
} as const
