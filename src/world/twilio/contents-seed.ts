import type { Content } from './state.ts';

type Seed = Pick<Content, 'language' | 'types'> & {
  name: string;
  category: string;
  status: Content['approval']['status'];
};

/** Templates of bookings, as an agency makes them for an owner; the last one waits for its review. */
export function seedContents(accountSid: string, account: number): Content[] {
  return TEMPLATES.map(({ name, category, status, language, types }, index) => ({
    sid: `HX${String((account + 1) * 100 + index).padStart(32, '0')}`,
    accountSid,
    friendlyName: name,
    language,
    variables: EXAMPLES,
    types,
    approval: { name, category, status, reason: '' },
  }));
}

const EXAMPLES = { 1: 'Анна', 2: '4 марта, 15:00', 3: 'Стрижка', 4: 'Студия', 5: 'confirm', 6: 'cancel' };

const reminder = (language: string, body: string, [confirm, cancel]: [string, string]): Seed => {
  const actions = [
    { type: 'QUICK_REPLY', title: confirm, id: '{{5}}' },
    { type: 'QUICK_REPLY', title: cancel, id: '{{6}}' },
  ];
  const types = { 'twilio/quick-reply': { body, actions } };
  return { name: 'visit_reminder', category: 'UTILITY', status: 'approved', language, types };
};

const created = (language: string, body: string): Seed => {
  return {
    name: 'visit_created',
    category: 'UTILITY',
    status: 'approved',
    language,
    types: { 'twilio/text': { body } },
  };
};

const TEMPLATES: readonly Seed[] = [
  reminder('ru', 'Здравствуйте, {{1}}! Ждём вас {{2}}: {{3}}. {{4}}, до встречи!', ['Подтвердить', 'Отменить']),
  reminder('en', 'Hello {{1}}! We expect you on {{2}}: {{3}}. See you at {{4}}!', ['Confirm', 'Cancel']),
  reminder('pt_BR', 'Olá, {{1}}! Esperamos você em {{2}}: {{3}}. Até logo, {{4}}!', ['Confirmar', 'Cancelar']),
  reminder('uk', 'Вітаємо, {{1}}! Чекаємо на вас {{2}}: {{3}}. {{4}}, до зустрічі!', ['Підтвердити', 'Скасувати']),
  created('ru', '{{1}}, вы записаны на {{2}}: {{3}}. {{4}}, до встречи!'),
  created('en', '{{1}}, you are booked for {{2}}: {{3}}. See you at {{4}}!'),
  created('pt_BR', '{{1}}, sua reserva é em {{2}}: {{3}}. Até logo, {{4}}!'),
  created('uk', '{{1}}, ви записані на {{2}}: {{3}}. {{4}}, до зустрічі!'),
  {
    name: 'spring_offer',
    category: 'MARKETING',
    status: 'pending',
    language: 'ru',
    types: { 'twilio/text': { body: '{{1}}, весной маникюр со скидкой. Запишитесь!' } },
  },
];
