import type { IgnoreLink, optOutByLink } from '#contract/contacts.ts';
import type { Language } from '#contract/primitives.ts';
import { apiBase, brand } from '#web/lib/brand.ts';
import { LOCALE_TAGS, languageOf } from '#web/lib/language.ts';
import './ignore-page.css';

/**
 * Route: /il/{encUserGuid}
 *
 * Where a customer stops messages, or allows them again. An entry of its own without React: it is opened once,
 * on a phone, over a bad line, by somebody who wants to be left alone.
 */
const TEXTS = {
  ru: {
    title: 'Сообщения от «{{name}}»',
    ask: 'Больше не получать сообщений на {{phone}}?',
    ask_without_phone: 'Больше не получать сообщений?',
    note: 'Напоминаний о записях тоже не будет.',
    stop: 'Не писать мне',
    stopped: 'Вам больше не пишут.',
    allow: 'Снова получать сообщения',
    invalid: 'Ссылка не подошла',
    invalid_note: 'Откройте её прямо из сообщения. Или ответьте на сообщение словом «Стоп».',
    failed: 'Нет связи',
    failed_note: 'Проверьте интернет и попробуйте ещё раз.',
    retry: 'Попробовать ещё раз',
  },
  en: {
    title: 'Messages from {{name}}',
    ask: 'Stop messages to {{phone}}?',
    ask_without_phone: 'Stop messages?',
    note: 'Reminders of your visits will stop too.',
    stop: 'Do not write to me',
    stopped: 'You get no more messages.',
    allow: 'Get messages again',
    invalid: 'This link does not work',
    invalid_note: 'Open it right from the message. Or answer the message with “Stop”.',
    failed: 'No connection',
    failed_note: 'Check your internet and try again.',
    retry: 'Try again',
  },
  pt_br: {
    title: 'Mensagens de {{name}}',
    ask: 'Parar as mensagens para {{phone}}?',
    ask_without_phone: 'Parar as mensagens?',
    note: 'Os lembretes das suas visitas também param.',
    stop: 'Não me escrevam',
    stopped: 'Você não recebe mais mensagens.',
    allow: 'Voltar a receber mensagens',
    invalid: 'Este link não funciona',
    invalid_note: 'Abra-o direto da mensagem. Ou responda à mensagem com “Parar”.',
    failed: 'Sem conexão',
    failed_note: 'Confira a internet e tente de novo.',
    retry: 'Tentar de novo',
  },
  uk: {
    title: 'Повідомлення від «{{name}}»',
    ask: 'Більше не отримувати повідомлень на {{phone}}?',
    ask_without_phone: 'Більше не отримувати повідомлень?',
    note: 'Нагадувань про записи теж не буде.',
    stop: 'Не писати мені',
    stopped: 'Вам більше не пишуть.',
    allow: 'Знову отримувати повідомлення',
    invalid: 'Посилання не підійшло',
    invalid_note: 'Відкрийте його прямо з повідомлення. Або дайте відповідь «Стоп».',
    failed: 'Немає зв’язку',
    failed_note: 'Перевірте інтернет і спробуйте ще раз.',
    retry: 'Спробувати ще раз',
  },
} as const satisfies Record<Language, Record<string, string>>;

type Word = keyof (typeof TEXTS)['ru'];
type Answer =
  | { kind: 'link'; link: IgnoreLink }
  | { kind: 'invalid' }
  /** With what was asked, to ask it again. */
  | { kind: 'failed'; isOptedOut?: boolean };

const PATH: (typeof optOutByLink)['path'] = '/api/v1/il/:encUserGuid';

const page = document.querySelector('#page');
const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');
let language = languageOf(navigator.languages);

document.documentElement.style.setProperty('--accent', brand.accent);
void show(await ask());

async function ask(isOptedOut?: boolean): Promise<Answer> {
  const url = `${apiBase}${PATH.replace(':encUserGuid', encodeURIComponent(token))}`;
  const change = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isOptedOut }),
  };
  try {
    const response = await fetch(url, isOptedOut === undefined ? {} : change);
    if (response.status === 404) return { kind: 'invalid' };
    return response.ok ? { kind: 'link', link: await response.json() } : { kind: 'failed', isOptedOut };
  } catch {
    return { kind: 'failed', isOptedOut };
  }
}

function show(answer: Answer): void {
  if (answer.kind === 'link') language = answer.link.language;
  document.documentElement.lang = LOCALE_TAGS[language];
  page?.replaceChildren(...contentOf(answer));
  document.title = page?.querySelector('h1')?.textContent ?? '';
}

function contentOf(answer: Answer): HTMLElement[] {
  if (answer.kind === 'invalid') return [element('h1', text('invalid')), element('p', text('invalid_note'))];
  if (answer.kind === 'failed') {
    const again = button(text('retry'), () => ask(answer.isOptedOut));
    return [element('h1', text('failed')), element('p', text('failed_note')), again];
  }
  const { businessName, maskedPhone, isOptedOut } = answer.link;
  const title = element('h1', text('title', { name: businessName }));
  if (isOptedOut) {
    return [title, element('p', text('stopped'), 'state'), button(text('allow'), () => ask(false), 'second')];
  }
  const question = maskedPhone ? text('ask', { phone: unbroken(maskedPhone) }) : text('ask_without_phone');
  return [title, element('p', question), element('p', text('note')), button(text('stop'), () => ask(true))];
}

/** A number stays on one line. */
function unbroken(phone: string): string {
  return phone.replaceAll(' ', '\u00A0').replaceAll('-', '\u2060-\u2060');
}

function text(word: Word, values: Record<string, string> = {}): string {
  return TEXTS[language][word].replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
}

function element(tag: 'h1' | 'p', words: string, className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = words;
  made.className = className;
  return made;
}

function button(words: string, act: () => Promise<Answer>, className = ''): HTMLElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
  made.className = className;
  made.addEventListener('click', async () => {
    made.setAttribute('aria-busy', 'true');
    show(await act());
  });
  return made;
}
