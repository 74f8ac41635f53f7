import type { ConnectionKind } from '#contract/connections.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { FlowKind } from '#contract/flows.ts';
import type { JourneyWorld, Person } from './world.ts';

/** The events that lead to a message of one kind, in any source. */
export type Scenario = {
  /** The flow's delay: minutes from the event or the subject's start. */
  delayMinutes: number;
  /**
   * Does everything up to the moment at which the message is planned.
   * @returns words that the message must contain
   */
  happen(journey: JourneyWorld, person: Person | null): Promise<string[]>;
};

/** Kinds that write to customers; reports to the owner have no customer. */
export type CustomerKind = Exclude<FlowKind, 'daily_report' | 'weekly_report'>;

export const CUSTOMER_KINDS = FlowKind.options.filter(
  (kind): kind is CustomerKind => FLOW_CATALOGUE[kind].recipient === 'customer',
);

/** Kinds that a source supports; an added kind or source is included by itself. */
export const kindsOf = (source: ConnectionKind) =>
  CUSTOMER_KINDS.filter((kind) => FLOW_CATALOGUE[kind].sources.includes(source));

const DAY = 1_440;

/** A new kind needs an entry here to get journeys. */
export const SCENARIOS: Readonly<Record<CustomerKind, Scenario>> = {
  visit_created: {
    delayMinutes: 0,
    async happen(journey, person) {
      const { startsAt } = await booked(journey, person, 48);
      return ['вы записаны', ...visitWords(journey, startsAt)];
    },
  },
  visit_changed: {
    delayMinutes: 0,
    async happen(journey, person) {
      const { visit, startsAt } = await booked(journey, person, 48);
      const moved = startsAt.add({ hours: 3 });
      await verb(journey.place.move)(visit, moved);
      await journey.pass({ seconds: 5 });
      return ['ваша запись изменилась', 'Раньше было', ...timeWords(journey, startsAt), ...visitWords(journey, moved)];
    },
  },
  visit_cancelled: {
    delayMinutes: 0,
    async happen(journey, person) {
      const { visit, startsAt } = await booked(journey, person, 48);
      await verb(journey.place.cancel)(visit);
      await journey.pass({ seconds: 5 });
      return ['отменена', ...visitWords(journey, startsAt)];
    },
  },
  visit_reminder: {
    delayMinutes: -DAY,
    async happen(journey, person) {
      const { startsAt } = await booked(journey, person, 26);
      return ['ждём вас', ...visitWords(journey, startsAt)];
    },
  },
  review_request: { delayMinutes: 60, happen: came('спасибо, что были у нас') },
  first_visit: { delayMinutes: 60, happen: came('рады знакомству') },
  cross_selling: { delayMinutes: 60, happen: came('после услуги', 1) },
  threshold: { delayMinutes: 60, happen: came('Это ваш визит номер 1') },
  no_show_retry: {
    delayMinutes: DAY,
    async happen(journey, person) {
      await held(journey, person, 'no_show');
      return ['встретиться не получилось', service(journey, 0)];
    },
  },
  repeat_visit: { delayMinutes: 30 * DAY, happen: long('Пора повторить') },
  lost_client: { delayMinutes: 30 * DAY, happen: long('давно вас не видели') },
  birthday: {
    delayMinutes: 600,
    async happen(journey, person) {
      const today = journey.now().toZonedDateTimeISO(journey.place.timeZone).toPlainDate();
      if (!person) throw new Error('Nobody has no birthday');
      await verb(journey.place.isBornOn)(person, String(today.add({ days: 3 }).with({ year: 1990 })));
      await journey.pass({ seconds: 5 });
      await journey.pass({ hours: 54 });
      return ['с днём рождения'];
    },
  },
  order_status: {
    delayMinutes: 0,
    async happen(journey, person) {
      const order = await verb(journey.place.order)(person);
      await journey.pass({ seconds: 5 });
      await verb(journey.place.moveOrder)(order, 'OnWay');
      await journey.pass({ seconds: 5 });
      return ['ваш заказ', 'в пути'];
    },
  },
  abandoned_cart: {
    delayMinutes: 30,
    async happen(journey, person) {
      await verb(journey.place.fillCart)(person);
      await journey.pass({ seconds: 5 });
      return ['вы не закончили заказ', 'Букет «Утро»', 'https://shop.example.com/cart/55'];
    },
  },
  api_event: {
    delayMinutes: 0,
    async happen(journey, person) {
      await verb(journey.place.happen)(person, 'bonus_expiring');
      await journey.pass({ seconds: 5 });
      return ['у нас для вас новость'];
    },
  },
};

/** A visit that was held; its message is due an hour later. */
function came(words: string, offered?: number): Scenario['happen'] {
  return async (journey, person) => {
    await held(journey, person, 'arrived');
    return [words, ...(offered === undefined ? [] : [service(journey, offered)])];
  };
}

/** A visit of long ago, whose message is planned two days before it is due. */
function long(words: string): Scenario['happen'] {
  return async (journey, person) => {
    await held(journey, person, 'arrived');
    await journey.pass({ hours: 24 * 28 });
    return [words];
  };
}

/** A visit in an hour, whose status is set after it. */
export async function held(
  journey: JourneyWorld,
  person: Person | null,
  status: 'arrived' | 'no_show',
): Promise<{ visit: string; startsAt: Temporal.Instant }> {
  const { visit, startsAt } = await booked(journey, person, 1);
  await journey.pass({ hours: 2 });
  await verb(journey.place.setStatus)(visit, status);
  await journey.pass({ seconds: 5 });
  return { visit, startsAt };
}

/** A visit so many hours ahead, at a full minute. */
export async function booked(
  journey: JourneyWorld,
  person: Person | null,
  hours: number,
  service?: number,
): Promise<{ visit: string; startsAt: Temporal.Instant }> {
  const startsAt = journey.now().add({ hours }).round({ smallestUnit: 'minute', roundingMode: 'floor' });
  const visit = await verb(journey.place.book)(person, { startsAt, ...(service !== undefined && { service }) });
  await journey.pass({ seconds: 5 });
  return { visit, startsAt };
}

/** @throws when the source does not support the action: then the catalogue must not list it */
export function verb<Verb>(known: Verb | undefined): Verb {
  if (!known) throw new Error('The source cannot do this');
  return known;
}

function visitWords(journey: JourneyWorld, startsAt: Temporal.Instant): string[] {
  return [...timeWords(journey, startsAt), service(journey, 0)];
}

/** Date and time as a customer reads them: by the clock of the branch. */
function timeWords({ place }: JourneyWorld, startsAt: Temporal.Instant): string[] {
  const wall = startsAt.toZonedDateTimeISO(place.timeZone);
  const day = wall.toPlainDate().toLocaleString('ru-RU', { day: 'numeric', month: 'long' });
  return [day, wall.toPlainTime().toString({ smallestUnit: 'minute' })];
}

function service({ place }: JourneyWorld, nth: number): string {
  return place.services[nth] ?? '';
}
