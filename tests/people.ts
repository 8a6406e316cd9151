/**
 * The people and places that the tests tell of. Two rival operators, so that every test of scope has someone to refuse.
 */
import { SYSTEM_TENANT } from '../backend/platform/contract/primitives'

const idOf = (kind: string, number: number) => kind + String(number).padStart(24 - kind.length, '0')

export const tenants = {
  carpathia: {
    id: idOf('a1', 1),
    name: 'Carpathia Gaming',
    host: 'carpathia.localhost',
    currency: 'RON',
    timeZone: 'Europe/Bucharest',
  },
  lusitania: {
    id: idOf('a1', 2),
    name: 'Lusitânia Jogos',
    host: 'lusitania.localhost',
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
  },
} as const

export const locations = {
  cluj: { id: idOf('b1', 1), tenant: 'carpathia', code: 'CJ-01', name: 'Cluj Central', city: 'Cluj-Napoca' },
  braila: { id: idOf('b1', 2), tenant: 'carpathia', code: 'BR-01', name: 'Brăila Port', city: 'Brăila' },
  porto: { id: idOf('b1', 3), tenant: 'lusitania', code: 'OP-01', name: 'Porto Ribeira', city: 'Porto' },
} as const

export const slots = {
  bellLink: { id: idOf('c1', 1), location: 'cluj', serial: 'EGT-00412', manufacturer: 'EGT' },
  novoline: { id: idOf('c1', 2), location: 'cluj', serial: 'NOV-10077', manufacturer: 'Novomatic' },
  harbour: { id: idOf('c1', 3), location: 'braila', serial: 'AMA-55501', manufacturer: 'Amatic' },
  ribeira: { id: idOf('c1', 4), location: 'porto', serial: 'NOV-20990', manufacturer: 'Novomatic' },
} as const

export const smibs = {
  bellLink: { id: idOf('d1', 1), slot: 'bellLink', mac: 'a0b1c2d3e401' },
  novoline: { id: idOf('d1', 2), slot: 'novoline', mac: 'a0b1c2d3e402' },
  harbour: { id: idOf('d1', 3), slot: 'harbour', mac: 'a0b1c2d3e403' },
  ribeira: { id: idOf('d1', 4), slot: 'ribeira', mac: 'a0b1c2d3e404' },
} as const

/** `role` is the seeded role's key; Nora has none and may do nothing. */
export const people = {
  ana: { id: idOf('e1', 1), fullName: 'Ana Popescu', role: 'administrator', tenantId: SYSTEM_TENANT },
  mihai: { id: idOf('e1', 2), fullName: 'Mihai Ionescu', role: 'manager', tenantId: tenants.carpathia.id },
  olga: { id: idOf('e1', 3), fullName: 'Olga Rusu', role: 'operator', tenantId: tenants.carpathia.id },
  andrei: { id: idOf('e1', 4), fullName: 'Andrei Dumitru', role: 'auditor', tenantId: tenants.carpathia.id },
  irina: { id: idOf('e1', 5), fullName: 'Irina Stan', role: 'inspector', tenantId: SYSTEM_TENANT },
  paulo: { id: idOf('e1', 6), fullName: 'Paulo Ferreira', role: 'manager', tenantId: tenants.lusitania.id },
  nora: { id: idOf('e1', 7), fullName: 'Nora Fără Rol', role: null, tenantId: tenants.carpathia.id },
} as const

export type Person = keyof typeof people
export const password = 'a long walk along the Someș'

/** A Wednesday morning, after the gaming day of Bucharest has begun: 2026-03-11 09:00 UTC. */
export const wednesday = Date.UTC(2026, 2, 11, 9)
