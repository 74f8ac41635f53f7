import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCaller } from '../testing/caller.ts';
import { startProduct, type Product } from '../testing/product.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
let product: Product;
beforeAll(async () => {
  product = await startProduct();
  world = await startWorld({ seed: 'test', now: '2026-11-21T09:00:00Z' });
});
afterAll(async () => {
  await world.close();
  await product.close();
});

/** The other demos: salons in other languages, clinics, and restaurants. */
const OTHER_DEMOS = [
  { name: 'Daisy Studio', altegio: { login: 'daisy@example.test' }, dialog360: { key: 'd360-daisy-key' } },
  {
    name: 'Estúdio Margarida',
    altegio: { login: 'margarida@example.test' },
    telegram: { username: 'estudio_margarida_bot' },
  },
  { name: 'Студія Волошка', altegio: { login: 'voloshka@example.test' }, dialog360: { phone: '+380671230040' } },
  ...(
    [
      ['Клиника Рябина', 'medflex-ryabina-token'],
      ['Rowan Clinic', 'medflex-rowan-token'],
      ['Clínica Ipê', 'medflex-ipe-token'],
      ['Клініка Калина', 'medflex-kalyna-token'],
    ] as const
  ).map(([name, value]) => ({ name, yclients: null, others: [{ label: 'MedFlex: токен', value }] })),
  { name: 'Ember & Crust', altegio: null, iiko: { apiLogin: 'iiko-ember-login' } },
  { name: 'Massa e Brasa', iiko: { apiLogin: 'iiko-brasa-login' } },
  { name: 'Тісто і жар', iiko: { apiLogin: 'iiko-zhar-login' } },
];

test('every business may be connected, and it is seen which ones are free', async () => {
  const keys = async () => (await createCaller(world.url)('GET', '/_sim/keys')).body.businesses;
  expect(await keys()).toMatchObject([
    {
      name: 'Студия Ромашка',
      yclients: { login: 'salon@example.test', branches: ['Студия Ромашка, Покровка', 'Студия Ромашка, Урал'] },
      dialog360: { key: 'd360-demo-key', phone: '+79990000001' },
      telegram: { token: '700000001:DEMO-bot-token' },
      isTaken: false,
    },
    {
      name: 'Студия Лаванда',
      yclients: { login: 'lavanda@example.test', branches: ['Студия Лаванда, Казань'] },
      dialog360: { key: 'd360-lavanda-key', phone: '+79990000010' },
      telegram: { token: '700000002:LAVANDA-bot-token' },
      isTaken: false,
    },
    {
      name: 'Aurora Beauty',
      yclients: null,
      altegio: { login: 'aurora@example.test', branches: ['Aurora Beauty, Tbilisi', 'Aurora Beauty, Larnaca'] },
      dialog360: { key: 'd360-aurora-key', phone: '+995590000020' },
      telegram: { token: '700000003:AURORA-bot-token' },
      isTaken: false,
    },
    {
      name: 'Чайхана Шафран',
      yclients: null,
      iiko: {
        apiLogin: 'iiko-shafran-login',
        apiKey: 'iiko-shafran-api-key',
        organizations: ['Чайхана Шафран, Казань'],
      },
      dialog360: { key: 'd360-shafran-key', phone: '+79990000030' },
      telegram: { token: '700000004:SHAFRAN-bot-token' },
      isTaken: false,
    },
    {
      name: 'Тесто и угли',
      iiko: { apiLogin: 'iiko-demo-login', organizations: ['Тесто и угли, Пятницкая', 'Тесто и угли, Урал'] },
      dialog360: { key: 'd360-ugli-key', phone: '+79990000031' },
      telegram: { token: '700000005:UGLI-bot-token' },
      isTaken: false,
    },
    ...OTHER_DEMOS,
  ]);
  const number = createCaller(`${world.url}/d360`, { 'D360-API-KEY': 'd360-demo-key' });
  await number('POST', '/v1/configs/webhook', { url: product.url });
  const taken = (await keys()).filter(({ isTaken }: { isTaken: boolean }) => isTaken);
  expect(taken.map(({ name }: { name: string }) => name)).toEqual(['Студия Ромашка']);
});
