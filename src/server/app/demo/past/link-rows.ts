import type { Language } from '#contract/primitives.ts';
import { CLICK_DEVICES } from '#contract/links/values.ts';
import type { PastRows } from './rows.ts';
import type { Random } from './random.ts';
import type { Row, Setting } from './setting.ts';

type Words = { price: string; sale: string; map: string; mirror: string; greeting: string; note: string };

const WORDS: Readonly<Record<Language, Words>> = {
  ru: {
    price: 'Прайс в шапке профиля',
    sale: 'Скидка на уход',
    map: 'Как нас найти',
    mirror: 'Зеркало у окна',
    greeting: 'Здравствуйте! Хочу записаться',
    note: 'Напишите нам или запишитесь сами',
  },
  en: {
    price: 'Prices in the profile',
    sale: 'Treatment offer',
    map: 'How to find us',
    mirror: 'Mirror by the window',
    greeting: 'Hello! I would like to book',
    note: 'Write to us or book yourself',
  },
  pt_br: {
    price: 'Preços no perfil',
    sale: 'Oferta de tratamentos',
    map: 'Como chegar',
    mirror: 'Espelho da janela',
    greeting: 'Olá! Quero agendar',
    note: 'Escreva para nós ou agende você mesmo',
  },
  uk: {
    price: 'Прайс у профілі',
    sale: 'Знижка на догляд',
    map: 'Як нас знайти',
    mirror: 'Дзеркало біля вікна',
    greeting: 'Вітаю! Хочу записатися',
    note: 'Напишіть нам або запишіться самі',
  },
};

/** Days of clicks, and people on the first and the last of them. */
const DAYS = 60;
const SOURCES = ['Instagram', 'Instagram', 'qr', 'direct', 'VK', 'yandex.ru'] as const;
/** Previews and prefetches, as a share of the people. */
const PROGRAMS = 0.3;

/** Links to share and a page behind a QR code, with clicks of two months. @param prefix of the tenant's codes */
export function linkRows(
  prefix: string,
  { setting, random, now }: { setting: Setting; random: Random; now: Temporal.Instant },
): PastRows {
  const words = WORDS[setting.language];
  const madeAt = now.subtract({ hours: DAYS * 24 });
  const times = { created_at: madeAt.toString(), updated_at: madeAt.toString() };
  const links = [
    {
      ending: 'price',
      title: words.price,
      target: 'https://salon.example/price',
      utm: { source: 'instagram' },
      daily: 9,
    },
    { ending: 'sale', title: words.sale, target: 'https://salon.example/care', utm: { campaign: 'care' }, daily: 4 },
    { ending: 'map', title: words.map, target: 'https://salon.example/contacts', utm: {}, daily: 2 },
  ].map((link) => ({ ...link, code: `${prefix}-${link.ending}`, id: random.id(madeAt) }));
  const page = { code: `${prefix}mirror`, id: random.id(madeAt), daily: 3 };
  return new Map([
    [
      'short_links',
      links.map(({ id, code, title, target, utm }) => ({ id, code, title, target, utm, version: 1, ...times })),
    ],
    [
      'qr_pages',
      [
        {
          id: page.id,
          code: page.code,
          title: words.mirror,
          heading: '',
          note: words.note,
          channel_ids: setting.channels.map(({ id }) => id),
          greeting: words.greeting,
          booking_url: 'https://salon.example/book',
          version: 1,
          ...times,
        },
      ],
    ],
    ['link_clicks', [...links, page].flatMap((followed) => clicksOf(followed, { random, now, madeAt }))],
  ]);
}

function clicksOf(
  { code, daily }: { code: string; daily: number },
  { random, now, madeAt }: { random: Random; now: Temporal.Instant; madeAt: Temporal.Instant },
): Row[] {
  const count = DAYS * daily;
  const span = now.epochMilliseconds - madeAt.epochMilliseconds;
  return Array.from({ length: count }, (_, nth) => {
    // NOTE: the later of two moments, so that clicks grow with time.
    const share = Math.max(random.next(), random.next());
    const at = madeAt.add({ milliseconds: Math.floor(share * span) });
    const isProgram = random.chance(PROGRAMS);
    const hour = at.round({ smallestUnit: 'hour', roundingMode: 'floor' });
    return {
      code,
      verdict: isProgram ? 'preview' : 'click',
      hour: hour.toString(),
      visitor: `past-${nth}`,
      times: random.chance(0.15) ? 2 : 1,
      at: at.toString(),
      source: random.pick(SOURCES),
      device: random.chance(0.8) ? 'phone' : random.pick(CLICK_DEVICES),
    };
  });
}
