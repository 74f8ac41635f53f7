import { newSettings } from '#server/waitlist/settings/texts.ts';
import type { Random } from './random.ts';
import type { PastRows } from './rows.ts';
import type { Row, Setting } from './setting.ts';

const FREED = 24;
const DAYS = 60;
const WAITING = 6;
const HOLD_MINUTES = 30;
const STOP_MINUTES = 60;
/** Share of the freed slots that somebody took. */
const FILLED = 0.7;

/**
 * The waiting list and the freed slots of the last weeks: of cancelled visits most were taken by others.
 *
 * @param tables the rows of the year; rows of the waiting list are added
 */
export function addWaitlist(
  tables: PastRows,
  { setting, random, now }: { setting: Setting; random: Random; now: Temporal.Instant },
): void {
  const contacts = (tables.get('contacts') ?? []).filter((row) => row['phone'] !== null);
  const since = now.subtract({ hours: 24 * DAYS });
  const cancelled = (tables.get('visits') ?? []).filter(
    (row) => row['status'] === 'cancelled' && isBetween(String(row['starts_at']), since, now),
  );
  if (contacts.length === 0) return;
  const settings = { ...newSettings(setting.language), isOn: true };
  tables.set('waitlist_settings', [{ version: 1, settings, updated_at: String(since) }]);
  tables.set(
    'waitlist_entries',
    contacts.slice(0, WAITING).map((contact, nth) => entryRow(contact, nth, { setting, random, now })),
  );
  const made = cancelled.slice(0, FREED).map((visit, nth) => slotRows(visit, { nth, contacts, setting, random }));
  tables.set(
    'freed_slots',
    made.map(({ slot }) => slot),
  );
  tables.set(
    'slot_offers',
    made.flatMap(({ offers }) => offers),
  );
}

const isBetween = (at: string, since: Temporal.Instant, until: Temporal.Instant) =>
  at >= String(since) && at < String(until);

/** Evenings, mornings and any time in rotation. */
const HOURS = [
  [0, 24],
  [17, 24],
  [0, 12],
] as const;

function entryRow(
  contact: Row,
  nth: number,
  { setting, random, now }: { setting: Setting; random: Random; now: Temporal.Instant },
): Row {
  const [from, until] = HOURS[nth % HOURS.length] ?? HOURS[0];
  const joinedAt = now.subtract({ hours: 30 * (WAITING - nth) });
  return {
    id: random.id(joinedAt),
    contact_id: contact['id'],
    branch_id: setting.branches[nth % setting.branches.length]?.id ?? null,
    weekdays: nth % 2 === 0 ? [] : [5, 6, 7],
    from_hour: from,
    until_hour: until,
    source: nth % 3 === 0 ? 'site' : 'staff',
    status: 'waiting',
    created_at: String(joinedAt),
    updated_at: String(joinedAt),
  };
}

function slotRows(
  visit: Row,
  { nth, contacts, setting, random }: { nth: number; contacts: readonly Row[]; setting: Setting; random: Random },
): { slot: Row; offers: Row[] } {
  const startsAt = Temporal.Instant.from(String(visit['starts_at']));
  const freedAt = startsAt.subtract({ hours: 20 + (nth % 9) });
  const candidates = [0, 1, 2].slice(0, 1 + (nth % 3)).flatMap((place) => {
    const contact = contacts[(WAITING + nth * 3 + place) % contacts.length];
    return contact && contact['id'] !== visit['contact_id'] ? [contact] : [];
  });
  const isFilled = candidates.length > 0 && nth % 10 < FILLED * 10;
  const [slotId, closesAt] = [random.id(freedAt), startsAt.subtract({ minutes: STOP_MINUTES })];
  const offers = candidates.map((contact, place): Row => {
    const offeredAt = freedAt.add({ minutes: place * HOLD_MINUTES });
    const isWinner = isFilled && place === candidates.length - 1;
    return {
      id: random.id(offeredAt),
      slot_id: slotId,
      contact_id: contact['id'],
      place: place + 1,
      status: isWinner ? 'accepted' : 'lapsed',
      offered_at: String(offeredAt),
      ends_at: String(offeredAt.add({ minutes: HOLD_MINUTES })),
      answered_at: isWinner ? String(offeredAt.add({ minutes: 7 })) : null,
    };
  });
  const winner = isFilled ? offers.at(-1) : undefined;
  const branch = setting.branches.find(({ id }) => id === visit['branch_id']);
  const slot = {
    id: slotId,
    visit_id: visit['id'],
    contact_id: visit['contact_id'],
    branch_id: visit['branch_id'],
    master_id: visit['master_id'],
    service_ids: visit['service_ids'],
    service_titles: visit['service_titles'],
    starts_at: visit['starts_at'],
    duration_minutes: visit['duration_minutes'],
    price_minor: visit['total_minor'],
    currency: branch?.currency ?? 'RUB',
    mode: 'order',
    hold_minutes: HOLD_MINUTES,
    closes_at: String(closesAt),
    status: winner ? 'filled' : 'unfilled',
    freed_at: String(freedAt),
    closed_at: winner?.['answered_at'] ?? String(closesAt),
    winner_offer_id: winner?.['id'] ?? null,
    filled_at: winner?.['answered_at'] ?? null,
    booking: winner ? 'booked' : null,
  };
  return { slot, offers };
}
