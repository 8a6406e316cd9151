/** Three invented operators in real towns. Licence and fiscal numbers are invented too, in the shape of real ones. */
export interface DemoTenant {
  key: 'carpati' | 'dunarea' | 'cetate'
  name: string
  legalName: string
  fiscalCode: string
  tradeRegisterNo: string
  licenceNo: string
  address: string
  phone: string
}

/** The largest first: its people are the demo's. */
export const demoTenants: readonly [DemoTenant, ...DemoTenant[]] = [
  {
    key: 'carpati',
    name: 'Steaua Carpaților',
    legalName: 'Steaua Carpaților Jocuri S.R.L.',
    fiscalCode: 'RO 40000017',
    tradeRegisterNo: 'J40/1017/2019',
    licenceNo: 'L1900017W000101',
    address: 'Str. Țepeș Vodă nr. 12, București',
    phone: '+40 21 555 0117',
  },
  {
    key: 'dunarea',
    name: 'Dunărea Jocuri',
    legalName: 'Dunărea Jocuri și Distracții S.R.L.',
    fiscalCode: 'RO 40000025',
    tradeRegisterNo: 'J17/425/2020',
    licenceNo: 'L2000025W000102',
    address: 'Str. Brăilei nr. 164, Galați',
    phone: '+40 236 555 025',
  },
  {
    key: 'cetate',
    name: 'Sala Cetății',
    legalName: 'Sala Cetății Sibiu S.R.L.',
    fiscalCode: 'RO 40000033',
    tradeRegisterNo: 'J32/733/2021',
    licenceNo: 'L2100033W000103',
    address: 'Piața Mică nr. 9, Sibiu',
    phone: '+40 269 555 033',
  },
]

export interface DemoLocation {
  tenant: DemoTenant['key']
  code: string
  name: string
  county: string
  city: string
  address: string
  dayStart: string
  machines: number
  /** How players get their money: printed tickets, or paid by hand; some locations also by phone. */
  pays: 'ticket' | 'hand'
  cashless: boolean
  /** 1 is an average location. */
  custom: number
  contact: string
}

const location = (
  tenant: DemoTenant['key'],
  code: string,
  name: string,
  county: string,
  city: string,
  address: string,
  dayStart: string,
  slots: number,
  pays: DemoLocation['pays'],
  cashless: boolean,
  custom: number,
  contact: string,
): DemoLocation => ({
  tenant,
  code,
  name,
  county,
  city,
  address,
  dayStart,
  machines: slots,
  pays,
  cashless,
  custom,
  contact,
})

/** 14 locations in 9 counties (domain notes, section 14). */
export const demoLocations: readonly DemoLocation[] = [
  location(
    'carpati',
    'B-01',
    'București Titan',
    'București',
    'București',
    'Bd. 1 Decembrie 1918 nr. 33',
    '08:00',
    30,
    'ticket',
    true,
    1.15,
    'Răzvan Țurcanu',
  ),
  location(
    'carpati',
    'B-02',
    'București Militari',
    'București',
    'București',
    'Bd. Iuliu Maniu nr. 174',
    '08:00',
    28,
    'ticket',
    true,
    1.1,
    'Ștefania Năstase',
  ),
  location(
    'carpati',
    'IF-01',
    'Voluntari Pipera',
    'Ilfov',
    'Voluntari',
    'Șos. Pipera nr. 48',
    '08:00',
    24,
    'ticket',
    false,
    1,
    'Cătălin Brânzei',
  ),
  location(
    'carpati',
    'BV-01',
    'Brașov Centrul Vechi',
    'Brașov',
    'Brașov',
    'Str. Mureșenilor nr. 7',
    '08:00',
    26,
    'hand',
    true,
    1.05,
    'Ioana Mărginean',
  ),
  location(
    'carpati',
    'CJ-01',
    'Cluj Mărăști',
    'Cluj',
    'Cluj-Napoca',
    'Str. Fabricii nr. 5',
    '08:00',
    25,
    'ticket',
    true,
    1.1,
    'Loránd Szőcs',
  ),
  location(
    'carpati',
    'IS-01',
    'Iași Copou',
    'Iași',
    'Iași',
    'Bd. Carol I nr. 21',
    '06:00',
    22,
    'hand',
    false,
    0.9,
    'Mădălina Țibuleac',
  ),
  location(
    'carpati',
    'TM-01',
    'Timișoara Fabric',
    'Timiș',
    'Timișoara',
    'Str. Ștefan cel Mare nr. 14',
    '08:00',
    24,
    'ticket',
    false,
    1,
    'Darius Crăciunescu',
  ),
  location(
    'carpati',
    'CT-01',
    'Constanța Tomis',
    'Constanța',
    'Constanța',
    'Bd. Tomis nr. 112',
    '06:00',
    22,
    'hand',
    false,
    0.95,
    'Aylin Mămăligă',
  ),
  location(
    'dunarea',
    'GL-01',
    'Galați Faleză',
    'Galați',
    'Galați',
    'Str. Domnească nr. 88',
    '07:00',
    24,
    'hand',
    false,
    0.9,
    'Sorin Pădureanu',
  ),
  location(
    'dunarea',
    'GL-02',
    'Tecuci Gară',
    'Galați',
    'Tecuci',
    'Str. Gării nr. 3',
    '07:00',
    17,
    'hand',
    false,
    0.7,
    'Viorica Lăzăroiu',
  ),
  location(
    'dunarea',
    'CT-02',
    'Mangalia Port',
    'Constanța',
    'Mangalia',
    'Str. Portului nr. 1',
    '07:00',
    20,
    'hand',
    false,
    0.8,
    'Gelu Bărbulescu',
  ),
  location(
    'dunarea',
    'IS-02',
    'Pașcani Vale',
    'Iași',
    'Pașcani',
    'Str. Moldovei nr. 19',
    '07:00',
    15,
    'hand',
    false,
    0.65,
    'Otilia Grădinaru',
  ),
  location(
    'dunarea',
    'CJ-02',
    'Turda Salină',
    'Cluj',
    'Turda',
    'Aleea Durgăului nr. 2',
    '07:00',
    18,
    'ticket',
    false,
    0.75,
    'Tünde Pál',
  ),
  location(
    'cetate',
    'SB-01',
    'Sibiu Piața Mică',
    'Sibiu',
    'Sibiu',
    'Piața Mică nr. 9',
    '00:00',
    25,
    'ticket',
    false,
    1,
    'Horațiu Șerban',
  ),
]

export const TIME_ZONE = 'Europe/Bucharest'
