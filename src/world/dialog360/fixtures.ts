import { stableNumber } from '../values/ids.ts';
import { ANSWERS, BIRTHDAY_CARDS, TEMPLATE_TEXTS } from './template-texts.ts';
import type { D360State, Template, TemplateComponent, WabaNumber } from './state.ts';

export const DEMO_NUMBER: WabaNumber = {
  key: 'd360-demo-key',
  phone: '79990000001',
  phoneNumberId: '106540352242922',
  wabaId: 'WABA_DEMO',
  name: 'Студия Ромашка',
  platformSecret: 'd360-demo-platform-secret',
  graphToken: 'graph-demo-token',
  appSecret: 'graph-demo-app-secret',
  coexistence: false,
  disabled: null,
  webhook: null,
  destinations: [],
  meta: null,
};

/** Number of the second business; free, for a cabinet of one's own. */
const LAVANDA_NUMBER: WabaNumber = {
  ...DEMO_NUMBER,
  key: 'd360-lavanda-key',
  phone: '79990000010',
  phoneNumberId: '106540352242930',
  wabaId: 'WABA_LAVANDA',
  name: 'Студия Лаванда',
  platformSecret: 'd360-lavanda-platform-secret',
  graphToken: 'graph-lavanda-token',
  appSecret: 'graph-lavanda-app-secret',
};

/** The third business's, abroad: free as well. */
const AURORA_NUMBER: WabaNumber = {
  ...DEMO_NUMBER,
  key: 'd360-aurora-key',
  phone: '995590000020',
  phoneNumberId: '106540352242940',
  wabaId: 'WABA_AURORA',
  name: 'Aurora Beauty',
  platformSecret: 'd360-aurora-platform-secret',
  graphToken: 'graph-aurora-token',
  appSecret: 'graph-aurora-app-secret',
};
/** The restaurants': free as well. */
const SHAFRAN_NUMBER: WabaNumber = {
  ...DEMO_NUMBER,
  key: 'd360-shafran-key',
  phone: '79990000030',
  phoneNumberId: '106540352242950',
  wabaId: 'WABA_SHAFRAN',
  name: 'Чайхана Шафран',
  platformSecret: 'd360-shafran-platform-secret',
  graphToken: 'graph-shafran-token',
  appSecret: 'graph-shafran-app-secret',
};
const UGLI_NUMBER: WabaNumber = {
  ...DEMO_NUMBER,
  key: 'd360-ugli-key',
  phone: '79990000031',
  phoneNumberId: '106540352242951',
  wabaId: 'WABA_UGLI',
  name: 'Тесто и угли',
  platformSecret: 'd360-ugli-platform-secret',
  graphToken: 'graph-ugli-token',
  appSecret: 'graph-ugli-app-secret',
};
/** The numbers of the other demos: salons, and clinics on MedFlex. */
const OTHER_DEMOS = [
  ['daisy', '447700900020', 60, 'Daisy Studio'],
  ['margarida', '5511987650030', 61, 'Estúdio Margarida'],
  ['voloshka', '380671230040', 62, 'Студія Волошка'],
  ['ryabina', '79990000050', 63, 'Клиника Рябина'],
  ['rowan', '447700900050', 64, 'Rowan Clinic'],
  ['ipe', '5511987650050', 65, 'Clínica Ipê'],
  ['kalyna', '380671230050', 66, 'Клініка Калина'],
] as const;
const OTHER_NUMBERS = OTHER_DEMOS.map(([key, phone, nth, name]): WabaNumber => ({
  ...DEMO_NUMBER,
  key: `d360-${key}-key`,
  phone,
  phoneNumberId: `1065403522429${nth}`,
  wabaId: `WABA_${key.toUpperCase()}`,
  name,
  platformSecret: `d360-${key}-platform-secret`,
  graphToken: `graph-${key}-token`,
  appSecret: `graph-${key}-app-secret`,
}));
const NUMBERS = [DEMO_NUMBER, LAVANDA_NUMBER, AURORA_NUMBER, SHAFRAN_NUMBER, UGLI_NUMBER, ...OTHER_NUMBERS];

export function seedDialog360(): D360State {
  return {
    numbers: NUMBERS.map((number) => ({ ...number })),
    templates: NUMBERS.flatMap(({ wabaId }) => demoTemplates(wabaId)),
    wabaWebhooks: {},
    messages: {},
    chats: {},
    media: {},
    hubTokens: [],
    reorder: false,
    syncWindowErrors: false,
  };
}

/**
 * The approved templates a business needs, one for each kind of message in four languages, two more with a picture or a
 * document above the words; one that waits and one that was refused.
 */
export function demoTemplates(wabaId: string): Template[] {
  const perLanguage = Object.entries(TEMPLATE_TEXTS).flatMap(([name, { category, requestsAnswer, texts }]) =>
    Object.entries(texts).map(([language, text]) => {
      const answers = requestsAnswer ? [buttons(...(ANSWERS[language] ?? []))] : [];
      return { ...template(wabaId, name, language, [body(text), ...answers]), category };
    }),
  );
  const birthdays = Object.entries(BIRTHDAY_CARDS).map(([language, text]) => ({
    ...template(wabaId, 'birthday_photo', language, [mediaHeader('IMAGE'), body(text)]),
    category: 'MARKETING',
  }));
  const memo = template(wabaId, 'visit_memo', 'ru', [
    mediaHeader('DOCUMENT'),
    body('Здравствуйте, {{1}}! Памятка к визиту {{2}} ({{3}}). Ждём вас, {{4}}.'),
  ]);
  const review = template(wabaId, 'visit_review', 'ru', [
    { type: 'BODY', text: '{{1}}, как прошёл ваш визит?', example: { body_text: [['Анна']] } },
  ]);
  const promo = template(wabaId, 'visit_promo', 'ru', [{ type: 'BODY', text: 'Скидка 30 % на всё!!!' }]);
  return [
    ...perLanguage,
    ...birthdays,
    memo,
    { ...review, status: 'PENDING' },
    { ...promo, category: 'MARKETING', status: 'REJECTED', rejectedReason: 'PROMOTIONAL' },
  ];
}

function template(wabaId: string, name: string, language: string, components: TemplateComponent[]): Template {
  return {
    id: String(1e14 + stableNumber(`${wabaId}:${name}:${language}`, 9e14)),
    wabaId,
    name,
    language,
    category: 'UTILITY',
    status: 'APPROVED',
    rejectedReason: 'NONE',
    components,
  };
}

const mediaHeader = (format: 'IMAGE' | 'DOCUMENT' | 'VIDEO'): TemplateComponent => ({
  type: 'HEADER',
  format,
  example: { header_handle: ['4::aW1hZ2U='] },
});

const body = (text: string): TemplateComponent => ({
  type: 'BODY',
  text,
  example: { body_text: [['Анна', '21.11 12:00', 'Стрижка', 'Студия Ромашка']] },
});

const buttons = (...texts: string[]): TemplateComponent => ({
  type: 'BUTTONS',
  buttons: texts.map((text) => ({ type: 'QUICK_REPLY', text })),
});
