import { LARNACA_CAST, TBILISI_CAST } from '../cast-abroad.ts';
import { CAST, LAVANDA_CAST, URAL_CAST } from '../cast.ts';
import { listApplication } from '../marketplace/fixtures.ts';
import { RUSSIA, addCompany, emptyPlatform } from './seeding.ts';
import type { PlatformState } from './state.ts';
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

/** The free salon on Altegio: two countries, two currencies; Larnaca turns its clocks in spring and autumn. */
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
  listApplication(state, { id: 8001, token: 'altegio-system-demo-token' });
  return state;
}
