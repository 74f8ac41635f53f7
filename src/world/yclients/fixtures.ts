import { LARNACA_CAST, TBILISI_CAST } from '../cast/cast-abroad.ts';
import { KYIV_CAST, LONDON_CAST, SAO_PAULO_CAST } from '../cast/cast-languages.ts';
import { CAST, LAVANDA_CAST, URAL_CAST } from '../cast/cast.ts';
import { listApplication } from '../marketplace/fixtures.ts';
import { type NewCompany, RUSSIA, addCompany, emptyPlatform } from './seeding.ts';
import type { PlatformState, SalonUser } from './state.ts';
import { KYIV_TRADE, LONDON_TRADE, SAO_PAULO_TRADE } from './trades-languages.ts';
import { BEAUTY, BEAUTY_ABROAD } from './trades.ts';
import { VENDORS } from './vendors.ts';

/** The salons on YCLIENTS: the demo cabinet's two, and a free one. */
export function seedYclients(now: number): PlatformState {
  const state = emptyPlatform(
    [VENDORS.yclients.partnerToken],
    [
      {
        id: 123456,
        login: 'salon@example.test',
        password: 'salon-demo',
        token: 'user-demo-token',
        name: 'Наталья Ромашова',
        companyIds: [4564, 4565],
      },
      {
        id: 123457,
        login: 'lavanda@example.test',
        password: 'lavanda-demo',
        token: 'user-lavanda-token',
        name: 'Ольга Лаврова',
        companyIds: [4570],
      },
    ],
  );
  const russian = { country: RUSSIA, phone: '74950000000', trade: BEAUTY } as const;
  addCompany(state, now, {
    ...russian,
    id: 4564,
    title: 'Студия Ромашка, Покровка',
    timezone: 'Europe/Moscow',
    city: 'Москва',
    address: 'ул. Покровка, 14',
    masters: 5,
    guests: CAST,
  });
  addCompany(state, now, {
    ...russian,
    id: 4565,
    title: 'Студия Ромашка, Урал',
    timezone: 'Asia/Yekaterinburg',
    city: 'Екатеринбург',
    address: 'ул. Малышева, 51',
    masters: 3,
    guests: URAL_CAST,
  });
  addCompany(state, now, {
    ...russian,
    id: 4570,
    title: 'Студия Лаванда, Казань',
    timezone: 'Europe/Moscow',
    city: 'Казань',
    address: 'ул. Баумана, 9',
    masters: 3,
    guests: LAVANDA_CAST,
  });
  listApplication(state, { id: 7001, token: 'system-demo-token' });
  return state;
}

/** The salons of the demos in other languages: one branch each. */
const DEMO_SALONS: readonly { owner: Omit<SalonUser, 'companyIds'>; company: NewCompany }[] = [
  {
    owner: {
      id: 223_460,
      login: 'daisy@example.test',
      password: 'daisy-demo',
      token: 'user-daisy-token',
      name: 'Emily Clarke',
    },
    company: {
      id: 80_020,
      title: 'Daisy Studio, London',
      timezone: 'Europe/London',
      city: 'London',
      address: '14 Exmouth Market',
      phone: '442079460020',
      country: { id: 44, title: 'United Kingdom', currency: '£' },
      trade: LONDON_TRADE,
      masters: 6,
      guests: LONDON_CAST,
    },
  },
  {
    owner: {
      id: 223_461,
      login: 'margarida@example.test',
      password: 'margarida-demo',
      token: 'user-margarida-token',
      name: 'Ana Paula Ribeiro',
    },
    company: {
      id: 80_030,
      title: 'Estúdio Margarida, São Paulo',
      timezone: 'America/Sao_Paulo',
      city: 'São Paulo',
      address: 'Rua Augusta, 1508',
      phone: '551130000030',
      country: { id: 55, title: 'Brasil', currency: 'R$' },
      trade: SAO_PAULO_TRADE,
      masters: 6,
      guests: SAO_PAULO_CAST,
    },
  },
  {
    owner: {
      id: 223_462,
      login: 'voloshka@example.test',
      password: 'voloshka-demo',
      token: 'user-voloshka-token',
      name: 'Олена Марченко',
    },
    company: {
      id: 80_040,
      title: 'Студія Волошка, Київ',
      timezone: 'Europe/Kyiv',
      city: 'Київ',
      address: 'вул. Ярославів Вал, 21',
      phone: '380442000040',
      country: { id: 38, title: 'Україна', currency: '₴' },
      trade: KYIV_TRADE,
      masters: 6,
      guests: KYIV_CAST,
    },
  },
];

/** The free salon on Altegio, and those of the demos: two countries, two currencies; Larnaca turns its clocks in spring and autumn. */
export function seedAltegio(now: number): PlatformState {
  const state = emptyPlatform(
    [VENDORS.altegio.partnerToken],
    [
      {
        id: 223456,
        login: 'aurora@example.test',
        password: 'aurora-demo',
        token: 'user-aurora-token',
        name: 'Ana Dvali',
        companyIds: [80_010, 80_011],
      },
      ...DEMO_SALONS.map(({ owner, company }) => ({ ...owner, companyIds: [company.id] })),
    ],
  );
  addCompany(state, now, {
    id: 80_010,
    title: 'Aurora Beauty, Tbilisi',
    timezone: 'Asia/Tbilisi',
    city: 'Tbilisi',
    address: 'Rustaveli Ave 24',
    phone: '995322000010',
    country: { id: 187, title: 'Georgia', currency: '₾' },
    trade: BEAUTY_ABROAD,
    masters: 4,
    guests: TBILISI_CAST,
  });
  addCompany(state, now, {
    id: 80_011,
    title: 'Aurora Beauty, Larnaca',
    timezone: 'Asia/Nicosia',
    city: 'Larnaca',
    address: 'Finikoudes 7',
    phone: '35724000011',
    country: { id: 196, title: 'Cyprus', currency: '€' },
    trade: BEAUTY_ABROAD,
    masters: 3,
    guests: LARNACA_CAST,
  });
  for (const { company } of DEMO_SALONS) addCompany(state, now, company);
  listApplication(state, { id: 8001, token: 'altegio-system-demo-token' });
  return state;
}
