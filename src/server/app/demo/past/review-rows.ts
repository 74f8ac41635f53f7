import type { Language } from '#contract/primitives.ts';
import { DEFAULT_HINTS, classOfStars, type ReviewClass } from '#contract/reviews/values.ts';
import type { Random } from './random.ts';
import type { PastRows } from './rows.ts';
import type { Row, Setting } from './setting.ts';

const REVIEWS = 64;
/** Reviews are of the visits of so many days. */
const DAYS = 200;
/** Percent of reviews with 1, 2, 3, 4 and 5 stars. */
const SHARES = [3, 6, 9, 22, 60] as const;
const WRITTEN = 0.6;
const OPENED_MAP = 0.45;

const TEXTS: Readonly<Record<Language, Readonly<Record<ReviewClass, readonly string[]>>>> = {
  ru: {
    negative: [
      'Ждала двадцать минут, никто не предупредил.',
      'Результат не тот, о котором договаривались.',
      'Администратор разговаривала грубо.',
    ],
    neutral: ['В целом нормально, но начали позже.', 'Сделали хорошо, дороговато.'],
    positive: [
      'Очень довольна, приду ещё!',
      'Мастер золотые руки.',
      'Всё чисто, приветливо и вовремя.',
      'Лучший салон в районе.',
      'Спасибо, получилось красиво.',
    ],
  },
  en: {
    negative: ['Waited twenty minutes without a word.', 'Not the result we agreed on.', 'The front desk was rude.'],
    neutral: ['Fine overall, but started late.', 'Good work, a bit expensive.'],
    positive: [
      'Very happy, I will be back.',
      'A true professional.',
      'Clean, friendly and on time.',
      'The best salon around.',
      'Thank you, it looks great.',
    ],
  },
  pt_br: {
    negative: ['Esperei vinte minutos sem aviso.', 'Não foi o combinado.', 'A recepção foi grosseira.'],
    neutral: ['No geral bom, mas começou atrasado.', 'Bom trabalho, um pouco caro.'],
    positive: [
      'Adorei, vou voltar!',
      'Profissional de verdade.',
      'Limpo, simpático e pontual.',
      'O melhor salão da região.',
      'Obrigada, ficou lindo.',
    ],
  },
  uk: {
    negative: ['Чекала двадцять хвилин, ніхто не попередив.', 'Результат не той.', 'Адміністраторка грубила.'],
    neutral: ['Загалом нормально, але почали пізніше.', 'Зробили добре, дорогувато.'],
    positive: [
      'Дуже задоволена, прийду ще!',
      'Майстриня — золоті руки.',
      'Чисто, привітно й вчасно.',
      'Найкращий салон у районі.',
      'Дякую, вийшло гарно.',
    ],
  },
};

/** Adds reviews of visits that were attended, of one contact each. */
export function addReviews(
  tables: PastRows,
  { setting, random, now }: { setting: Setting; random: Random; now: Temporal.Instant },
): void {
  const [since, until] = [DAYS, 1].map((days) => now.subtract({ hours: 24 * days }).toString());
  if (!since || !until) return;
  const attended = (tables.get('visits') ?? []).filter(
    ({ status, contact_id: contactId, starts_at: at }) =>
      status === 'arrived' && contactId !== null && String(at) > since && String(at) < until,
  );
  const reviewed = new Map<unknown, Row>();
  for (let left = REVIEWS * 3; left > 0 && reviewed.size < REVIEWS && attended.length > 0; left -= 1) {
    const visit = random.pick(attended);
    reviewed.set(visit['contact_id'], visit);
  }
  tables.set(
    'reviews',
    [...reviewed.values()].map((visit) => reviewRow(visit, { setting, random })),
  );
}

function reviewRow(visit: Row, { setting: { language, maps }, random }: { setting: Setting; random: Random }): Row {
  // NOTE: visits end in the evening, and nobody is asked at night.
  const at = Temporal.Instant.from(String(visit['starts_at'])).add({ minutes: 70 + random.below(110) });
  const stars = starsOf(random.below(100));
  const ofClass = classOfStars(stars);
  const isHappy = ofClass === 'positive';
  const isOpened = isHappy && maps.length > 0 && random.chance(OPENED_MAP);
  const map = isOpened ? random.pick(maps) : null;
  return {
    id: random.id(at),
    subject_key: `visit:${String(visit['id'])}`,
    branch_id: visit['branch_id'],
    visit_id: visit['id'],
    contact_id: visit['contact_id'],
    master_id: visit['master_id'],
    service_ids: visit['service_ids'],
    service_titles: visit['service_titles'],
    stars,
    tags: DEFAULT_HINTS[ofClass].filter((hint) => hint !== 'late_delivery' && random.chance(0.3)),
    body: random.chance(WRITTEN) ? random.pick(TEXTS[language][ofClass]) : '',
    comes_again: random.chance(0.7) ? isHappy || random.chance(0.3) : null,
    map_chosen: map,
    map_clicks: map === null ? {} : { [map]: 1 },
    language,
    is_counted: true,
    alerted_at: isHappy ? null : at.add({ minutes: 1 }),
    created_at: at,
    updated_at: at,
  };
}

function starsOf(percentile: number): number {
  let sum = 0;
  const index = SHARES.findIndex((share) => (sum += share) > percentile);
  return index + 1;
}
