/** What is special about a file of openings. */
import { sql } from 'kysely'
import { decimal, localTime } from '../../workflow/imports/cells.service'
import { keeps, sharedAliases, type Importer } from '../../workflow/imports/importer'
import { HIGHEST_METER, repairMeters } from '../repairs/repairs.contract'
import { openingsBulkEdit } from './openings-bulk-edit.service'
import { whileNothingIsStored } from '../../telemetry/rebooking/ruled-judgement.service'
import { importKind } from './openings-import.contract'

const meter = decimal(0, { most: HIGHEST_METER })

const meters: Record<string, readonly string[]> = {
  coin_in: [
    'coin_in',
    'total_intrari',
    'total_apostado',
    'total_coin_in',
    'in',
    'intrari',
    'entradas',
    'bet',
  ],
  coin_out: ['coin_out', 'total_iesiri', 'total_ganho', 'total_coin_out', 'out', 'iesiri', 'saidas', 'win'],
  jackpot: ['jackpot', 'castiguri_jackpot', 'premios_jackpot', 'total_jackpot'],
  handpaid_cancelled: [
    'hand_paid_cancelled_credits',
    'credite_anulate_platite_manual',
    'creditos_cancelados_pagos_a_mao',
    'handpaid_cancelled',
  ],
  games_played: ['games_played', 'jocuri_jucate', 'jogos_jogados', 'games'],
  games_won: ['games_won', 'jocuri_castigate', 'jogos_ganhos'],
  bills_in: ['bills_in', 'bancnote_introduse', 'notas_introduzidas', 'bills'],
  ticket_in: ['tickets_in', 'tichete_introduse', 'bilhetes_introduzidos', 'ticket_in'],
  ticket_out: ['tickets_out', 'tichete_emise', 'bilhetes_emitidos', 'ticket_out'],
  electronic_in: ['electronic_in', 'transferuri_primite', 'transferencias_recebidas', 'aft_in'],
  electronic_out: ['electronic_out', 'transferuri_trimise', 'transferencias_enviadas', 'aft_out'],
  hopper_out: ['hopper_out', 'iesiri_hopper', 'saidas_do_hopper', 'coins_out'],
  total_drop: ['total_drop', 'drop_total', 'total_do_drop', 'drop'],
  coins_in: ['coins_in', 'monede_introduse', 'moedas_introduzidas'],
}

export const importer: Importer = {
  kind: importKind,
  many: openingsBulkEdit,
  table: 'openings',
  key: 'serial',
  name: 'serial',
  alone: whileNothingIsStored,
  columns: {
    slot_serial: keeps('slot_serial'),
    read_at: keeps('read_at', localTime),
    tenant: keeps(null),
    location_code: keeps(null),
    ...Object.fromEntries(repairMeters.map(name => [name, keeps(name, meter)])),
  },
  draft: ({ tenant }, raw) => {
    raw.tenant = tenant?.id
  },
  uses: [
    [
      'sealed',
      sql<boolean>`exists (select 1 from openings o join fiscal_heads h on h.location_id = o.location_id
        where o.id = b.id and h.sealed_through >= o.gaming_day)`,
    ],
    [
      'locked',
      sql<boolean>`exists (select 1 from openings o join period_locks p on p.owner_id in (o.location_id, o.tenant_id)
        where o.id = b.id and p.through >= o.gaming_day)`,
    ],
  ],
  aliases: {
    slot_serial: [
      'slot_serial',
      'serie_aparat',
      'serie_maquina',
      'slot',
      'aparat',
      'maquina',
      'serial',
      'serie',
      'asset_no',
      'nr_inventar',
      'n_inventario',
      'machine',
    ],
    read_at: ['read_at', 'citit_la', 'lido_em', 'at', 'time', 'data', 'ora', 'hora', 'date', 'data_citirii'],
    tenant: sharedAliases.tenant,
    location_code: sharedAliases.location_code,
    ...meters,
  },
  example: {
    slot_serial: 'EGT-12345',
    read_at: '2026-11-20 08:00',
    location_code: 'CJ-02',
    coin_in: '1250000',
    coin_out: '1162500',
    jackpot: '0',
    handpaid_cancelled: '0',
    games_played: '84210',
    bills_in: '310000',
    ticket_in: '0',
    ticket_out: '0',
  },
}
