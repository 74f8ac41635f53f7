import { CAST, type Role } from '../cast/cast.ts';
import { LONDON_CAST } from '../cast/cast-languages.ts';
import type { Account } from './state.ts';

const DAY_S = 86_400;
const LEADS = 30;

const RUSSIAN: Facts = {
  id: 500_501,
  name: 'Студия Ромашка',
  subdomain: 'romashka',
  currency: 'RUB',
  timezone: 'Europe/Moscow',
  cast: CAST,
  users: ['Елена Орлова', 'Павел Зимин'],
  stages: ['Новая заявка', 'Консультация', 'Записан', 'Ждём оплату', 'Успешно реализовано', 'Закрыто и не реализовано'],
  pipelines: ['Воронка', 'Повторные продажи'],
  words: { lead: 'Сделка', field: 'Источник', site: 'Сайт', task: 'Перезвонить' },
};

/** Two accounts: one in Russian, one in English. */
export const seedAccounts = (now: number): Account[] => [
  anAccount(now, RUSSIAN),
  anAccount(now, {
    id: 500_502,
    name: 'Ember Studio',
    subdomain: 'ember',
    currency: 'GBP',
    timezone: null,
    cast: LONDON_CAST,
    users: ['Emma Hughes', 'Oliver Grant'],
    stages: ['New request', 'Consultation', 'Booked', 'Awaiting payment', 'Won', 'Lost'],
    pipelines: ['Sales', 'Returning clients'],
    words: { lead: 'Deal', field: 'Source', site: 'Site', task: 'Call back' },
  }),
];

/** One more account, without deals and people. */
export const emptyAccount = (now: number, id: number, subdomain: string): Account => ({
  ...anAccount(now, { ...RUSSIAN, id, name: subdomain, subdomain }),
  leads: [],
  contacts: [],
  tasks: [],
});

type Facts = Pick<Account, 'id' | 'name' | 'subdomain' | 'currency' | 'timezone'> & {
  cast: readonly Role[];
  users: string[];
  stages: string[];
  pipelines: string[];
  words: { lead: string; field: string; site: string; task: string };
};

function anAccount(now: number, { cast, users, stages, pipelines, words, ...about }: Facts): Account {
  const base = (about.id % 1000) * 10_000;
  const people = cast.filter(({ phone }) => phone !== '');
  const lines = pipelines.map((name, at) => ({
    id: base + 10 * (at + 1),
    name,
    is_main: at === 0,
    statuses: stages.map((title, index) => ({
      id: index >= 4 ? 138 + index : base + 100 * (at + 1) + index,
      name: title,
      sort: 10 * (index + 1),
    })),
  }));
  const contacts = people.map(({ name, surname, phone, email }, at) => ({
    id: base + 1_000 + at,
    name: `${name} ${surname}`.trim(),
    first_name: name,
    last_name: surname,
    updated_at: now - DAY_S,
    custom_fields_values: [
      { field_id: 1, field_name: 'Телефон', field_code: 'PHONE', values: [{ value: `+${phone}`, enum_code: 'WORK' }] },
      ...(email
        ? [{ field_id: 2, field_name: 'Email', field_code: 'EMAIL', values: [{ value: email, enum_code: 'WORK' }] }]
        : []),
    ],
  }));
  const leads = Array.from({ length: LEADS }, (_, at) => {
    const line = pick(lines, at % 5 === 4 ? 1 : 0);
    const status = pick(line.statuses, at);
    const changed = now - DAY_S * (1 + (at % 20));
    return {
      id: base + 2_000 + at,
      name: `${words.lead} ${at + 1}`,
      price: 1_500 + 500 * (at % 12),
      responsible_user_id: base + 1 + (at % users.length),
      status_id: status.id,
      pipeline_id: line.id,
      created_at: changed - DAY_S * 3,
      updated_at: changed,
      closed_at: status.id === 142 || status.id === 143 ? changed : null,
      is_deleted: false,
      custom_fields_values: [
        { field_id: 3, field_name: words.field, field_code: null, values: [{ value: words.site }] },
      ],
      tags: at % 4 === 0 ? ['vip'] : [],
      contacts: [pick(contacts, at).id],
    };
  });
  return {
    ...about,
    users: users.map((name, at) => ({ id: base + 1 + at, name })),
    pipelines: lines,
    leads,
    contacts,
    tasks: leads.slice(0, 6).map((lead, at) => ({
      id: base + 3_000 + at,
      text: words.task,
      complete_till: now + DAY_S * (at - 1),
      entity_id: lead.id,
      entity_type: 'leads',
      is_completed: false,
      responsible_user_id: lead.responsible_user_id,
      updated_at: lead.updated_at,
    })),
    notes: [],
    formerHosts: [],
    webhooks: [],
    tokens: [],
    hasWebhooks: true,
    isAdmin: true,
    isPaid: true,
    isMute: false,
  };
}

function pick<Item>(all: readonly Item[], at: number): Item {
  const item = all[at % all.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
