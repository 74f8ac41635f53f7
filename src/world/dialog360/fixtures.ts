import { stableNumber } from '../ids.ts';
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
const NUMBERS = [DEMO_NUMBER, LAVANDA_NUMBER, AURORA_NUMBER, SHAFRAN_NUMBER, UGLI_NUMBER];

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

type Texts = { reminder: string; created: string; moved: string; cancelled: string; confirm: string; cancel: string };

const TEXTS: Record<string, Texts> = {
  ru: {
    reminder: 'Здравствуйте, {{1}}! Напоминаем о визите: {{2}}, {{3}}. {{4}} ждёт вас.',
    created: 'Здравствуйте, {{1}}! Вы записаны на {{2}}: {{3}}. {{4}} ждёт вас.',
    moved: 'Здравствуйте, {{1}}! Ваш визит перенесён на {{2}}: {{3}}. {{4}} ждёт вас.',
    cancelled: 'Здравствуйте, {{1}}! Ваш визит {{2}} ({{3}}) отменён. {{4}} всегда ждёт вас.',
    confirm: 'Подтвердить',
    cancel: 'Отменить',
  },
  en: {
    reminder: 'Hello {{1}}, a reminder of your visit: {{2}}, {{3}}. See you at {{4}}.',
    created: 'Hello {{1}}, you are booked for {{2}}: {{3}}. See you at {{4}}.',
    moved: 'Hello {{1}}, your visit was moved to {{2}}: {{3}}. Yours, {{4}}.',
    cancelled: 'Hello {{1}}, your visit on {{2}} ({{3}}) was cancelled. We hope to see you again at {{4}}.',
    confirm: 'Confirm',
    cancel: 'Cancel visit',
  },
  pt_BR: {
    reminder: 'Olá, {{1}}! Lembrete da sua visita: {{2}}, {{3}}. Até logo em {{4}}.',
    created: 'Olá, {{1}}! Seu horário está marcado para {{2}}: {{3}}. Até logo em {{4}}.',
    moved: 'Olá, {{1}}! Sua visita mudou para {{2}}: {{3}}. Abraços, {{4}}.',
    cancelled: 'Olá, {{1}}! Sua visita de {{2}} ({{3}}) foi cancelada. Esperamos você em {{4}}.',
    confirm: 'Confirmar',
    cancel: 'Cancelar',
  },
  uk: {
    reminder: 'Вітаємо, {{1}}! Нагадуємо про візит: {{2}}, {{3}}. {{4}} чекає на вас.',
    created: 'Вітаємо, {{1}}! Вас записано на {{2}}: {{3}}. {{4}} чекає на вас.',
    moved: 'Вітаємо, {{1}}! Ваш візит перенесено на {{2}}: {{3}}. {{4}} чекає на вас.',
    cancelled: 'Вітаємо, {{1}}! Ваш візит {{2}} ({{3}}) скасовано. {{4}} завжди чекає на вас.',
    confirm: 'Підтвердити',
    cancel: 'Скасувати',
  },
};

/** Under a picture of the business. */
const BIRTHDAYS = {
  ru: 'Здравствуйте, {{1}}! С днём рождения! Дарим вам скидку 10 % на любую услугу. Всегда вам рады.',
  en: 'Hello {{1}}, happy birthday! Take 10% off any service. We are always glad to see you.',
  pt_BR: 'Olá, {{1}}! Feliz aniversário! Ganhe 10% de desconto em qualquer serviço. Esperamos você.',
  uk: 'Вітаємо, {{1}}! З днем народження! Даруємо вам знижку 10 % на будь-яку послугу. Завжди вам раді.',
};

/**
 * The approved templates a salon needs, in four languages, two of them with a picture or a document above the words;
 * one that waits and one that was refused.
 */
export function demoTemplates(wabaId: string): Template[] {
  const perLanguage = Object.entries(TEXTS).flatMap(([language, texts]) => [
    template(wabaId, 'visit_reminder', language, [body(texts.reminder), buttons(texts.confirm, texts.cancel)]),
    template(wabaId, 'visit_created', language, [body(texts.created)]),
    template(wabaId, 'visit_moved', language, [body(texts.moved)]),
    template(wabaId, 'visit_cancelled', language, [body(texts.cancelled)]),
  ]);
  const birthdays = Object.entries(BIRTHDAYS).map(([language, text]) => ({
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

const mediaHeader = (format: 'IMAGE' | 'DOCUMENT'): TemplateComponent => ({
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
