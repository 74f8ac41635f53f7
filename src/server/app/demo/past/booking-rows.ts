import type { Language } from '#contract/primitives.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { NAMES } from './names.ts';
import type { Random } from './random.ts';
import type { PastRows } from './rows.ts';
import type { Row, Setting, SettingPlace } from './setting.ts';

type Making = { setting: Setting; random: Random; now: Temporal.Instant };

const DAYS = 30;
/** The share of visits about which the contact answered on the page. */
const ANSWERED = 0.12;
const REQUESTS = 14;
/** Places of the demo's branches are near each other, in the city of its salon: Moscow, London, São Paulo, Kyiv. */
const CENTRES: Readonly<Record<Language, { latitude: number; longitude: number }>> = {
  ru: { latitude: 55.7597, longitude: 37.6458 },
  en: { latitude: 51.5263, longitude: -0.1094 },
  pt_br: { latitude: -23.5614, longitude: -46.6565 },
  uk: { latitude: 50.4531, longitude: 30.5145 },
};
/** Maps copy as many digits. */
const PLACE_DIGITS = 6;

const LABELS: Readonly<Record<Language, { visit: string; table: string }>> = {
  ru: { visit: 'Записаться онлайн', table: 'Забронировать стол' },
  en: { visit: 'Book online', table: 'Book a table' },
  pt_br: { visit: 'Agendar online', table: 'Reservar mesa' },
  uk: { visit: 'Записатися онлайн', table: 'Забронювати стіл' },
};

/** Adds a button of each kind, requests for tables, places of branches, and answers on pages of visits. */
export function addBooking(tables: PastRows, { setting, random, now }: Making): void {
  const createdAt = now.subtract({ hours: 24 * 60 });
  const [salon] = setting.branches;
  const [restaurant] = setting.restaurants;
  const buttons = [
    salon && buttonRow(salon, 'visit', { setting, id: random.id(createdAt), createdAt }),
    restaurant && buttonRow(restaurant, 'table', { setting, id: random.id(createdAt), createdAt }),
  ].filter((row) => row !== undefined);
  tables.set('booking_buttons', buttons);
  tables.set(
    'branch_places',
    [...setting.branches, ...setting.restaurants].map((branch, nth) =>
      placeRow(branch, CENTRES[setting.language], nth),
    ),
  );
  const ofTables = buttons.find(({ opens }) => opens === 'table');
  const requests = Array.from({ length: REQUESTS }, (_, nth) =>
    ofTables && restaurant ? requestRow(ofTables, nth, { restaurant, setting, random, now }) : undefined,
  );
  tables.set(
    'table_requests',
    requests.filter((row) => row !== undefined),
  );
  tables.set('visit_page_answers', answerRows(tables, random, now));
}

function buttonRow(
  branch: SettingPlace,
  opens: 'visit' | 'table',
  { setting, id, createdAt }: { setting: Setting; id: string; createdAt: Temporal.Instant },
) {
  return {
    id,
    branch_id: branch.id,
    opens,
    target_url: null,
    label: LABELS[setting.language][opens],
    accent: null,
    position: 'bottom_right',
    opens_at: '12:00',
    closes_at: '22:30',
    most_guests: 8,
    days_ahead: 30,
    lead_minutes: 60,
    created_at: createdAt.toString(),
  };
}

const placeRow = ({ id }: SettingPlace, centre: { latitude: number; longitude: number }, nth: number): Row => ({
  branch_id: id,
  latitude: Number((centre.latitude + nth / 200).toFixed(PLACE_DIGITS)),
  longitude: Number((centre.longitude - nth / 150).toFixed(PLACE_DIGITS)),
});

/** The newest request waits for an answer. */
function requestRow(
  button: Row,
  nth: number,
  { restaurant, setting, random, now }: Making & { restaurant: SettingPlace },
): Row {
  const createdAt = now.subtract({ hours: nth * 40 + 1 + random.below(6) });
  const evening = createdAt.add({ hours: 24 * (1 + random.below(4)) }).toZonedDateTimeISO(restaurant.timeZone);
  const startsAt = evening.with({ hour: 18 + random.below(4), minute: 0, second: 0, millisecond: 0 }).toInstant();
  const status = statusOf(nth, random);
  return {
    id: random.id(createdAt),
    button_id: button['id'],
    branch_id: restaurant.id,
    form_key: random.id(createdAt),
    starts_at: startsAt.toString(),
    guests: 2 + random.below(5),
    name: random.pick(GUESTS[setting.language]),
    phone: phoneOf(setting.language, random),
    comment: '',
    language: setting.language,
    status,
    reserve: RESERVES[status],
    created_at: createdAt.toString(),
    decided_at: status === 'new' ? null : createdAt.add({ minutes: 2 }).toString(),
  };
}

const RESERVES = { new: 'refused', confirmed: 'held', declined: 'refused', cancelled: 'cancelled' } as const;

const GUESTS: Readonly<Record<Language, readonly string[]>> = {
  ru: ['Мария', 'Олег', 'Екатерина', 'Павел', 'Дарья', 'Игорь'],
  en: ['Mary', 'Oliver', 'Kate', 'Paul', 'Diana', 'George'],
  pt_br: ['Maria', 'Otávio', 'Camila', 'Paulo', 'Daniela', 'Jorge'],
  uk: ['Марія', 'Олег', 'Катерина', 'Павло', 'Дарина', 'Ігор'],
};

function phoneOf(language: Language, random: Random): string {
  const { phones, phoneDigits } = NAMES[language];
  const least = 10 ** (phoneDigits - 1);
  return `${random.pick(phones)}${least + random.below(9 * least)}`;
}

function statusOf(nth: number, random: Random): 'new' | 'confirmed' | 'declined' | 'cancelled' {
  if (nth === 0) return 'new';
  if (random.chance(0.8)) return 'confirmed';
  return random.chance(0.6) ? 'declined' : 'cancelled';
}

/** Answers about visits of the last days, the evening before. */
function answerRows(tables: PastRows, random: Random, now: Temporal.Instant): Row[] {
  const since = now.subtract({ hours: 24 * DAYS });
  return (tables.get('visits') ?? []).flatMap((visit): Row[] => {
    const startsAt = Temporal.Instant.from(String(visit['starts_at']));
    if (isBefore(startsAt, since) || !isBefore(startsAt, now) || !random.chance(ANSWERED)) return [];
    const lasting = random.chance(0.9) ? 'confirm' : 'move';
    const answer = visit['status'] === 'cancelled' ? 'cancel' : lasting;
    const answeredAt = startsAt.subtract({ hours: 16 }).toString();
    return [{ visit_id: visit['id'], answer, starts_at: startsAt.toString(), answered_at: answeredAt }];
  });
}
