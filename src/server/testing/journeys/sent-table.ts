import type { RfmGroup } from '#contract/audiences/values.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { FlowKind } from '#contract/flows/calls.ts';
import { attend, book, deal, DEAL_STAGES, end, move, moveDeal, order, task } from './events.ts';
import { aDashboard, moveToGroup } from '#server/testing/rows/group-moves.ts';
import type { Person } from './place.ts';
import type { JourneyWorld } from './world.ts';

/** How the message of one kind is sent, in any source. */
export type SentJourney = {
  /** The flow's delay: minutes from the event or the subject's start. */
  delayMinutes: number;
  /** The event that triggers the flow, as the trace names it; kinds triggered by the clock have none. */
  trigger?: string;
  /**
   * Does everything up to the moment at which the message is planned.
   * @returns words that the message must contain
   */
  act(journey: JourneyWorld, person: Person | null): Promise<string[]>;
};

/** Kinds that write to contacts; reports to the owner have no contact. */
export type CustomerKind = Exclude<FlowKind, 'daily_report' | 'weekly_report'>;

export const CUSTOMER_KINDS = FlowKind.options.filter(
  (kind): kind is CustomerKind => flowKind(kind).recipient === 'customer',
);

/** Kinds that a source supports; an added kind or source is included by itself. */
export const kindsOf = (source: ConnectionKind) =>
  CUSTOMER_KINDS.filter((kind) => flowKind(kind).sources.includes(source));

const DAY = 1_440;

/** A new kind needs a row here to get journeys. */
export const SENT: Readonly<Record<CustomerKind, SentJourney>> = {
  visit_created: {
    delayMinutes: 0,
    trigger: 'visit.created',
    async act(journey, person) {
      const { startsAt } = await book(journey, person, 48);
      return ['вы записаны', ...visitWords(journey, startsAt)];
    },
  },
  visit_changed: {
    delayMinutes: 0,
    trigger: 'visit.moved',
    async act(journey, person) {
      const { visit, startsAt } = await book(journey, person, 48);
      const moved = startsAt.add({ hours: 3 });
      await move(journey, visit, moved);
      return ['ваша запись изменена', 'Раньше было', ...timeWords(journey, startsAt), ...visitWords(journey, moved)];
    },
  },
  visit_cancelled: {
    delayMinutes: 0,
    trigger: 'visit.cancelled',
    async act(journey, person) {
      const { visit, startsAt } = await book(journey, person, 48);
      await end(journey, visit, 'cancelled');
      return ['отменена', ...visitWords(journey, startsAt)];
    },
  },
  visit_reminder: {
    delayMinutes: -DAY,
    async act(journey, person) {
      const { startsAt } = await book(journey, person, 26);
      return ['ждём вас', ...visitWords(journey, startsAt)];
    },
  },
  review_request: { delayMinutes: 60, trigger: 'arrived', act: attended('спасибо, что были у нас') },
  first_visit: { delayMinutes: 60, trigger: 'arrived', act: attended('рады знакомству') },
  cross_selling: { delayMinutes: 60, trigger: 'arrived', act: attended('после услуги', 1) },
  threshold: { delayMinutes: 60, trigger: 'arrived', act: attended('Это ваш визит номер 1') },
  no_show_retry: {
    delayMinutes: DAY,
    async act(journey, person) {
      await attend(journey, person, 'no_show');
      return ['встретиться не получилось', service(journey, 0)];
    },
  },
  repeat_visit: { delayMinutes: 30 * DAY, act: attendedLongAgo('Пора повторить') },
  lost_client: { delayMinutes: 30 * DAY, act: attendedLongAgo('давно вас не видели') },
  group_moved: {
    delayMinutes: 30,
    trigger: 'client.group_moved',
    async act(journey, person) {
      if (!person) throw new Error('A move between groups needs a client');
      await moveTo(journey, person, { from: 'loyal', to: 'sleeping' });
      return ['давно вас не видели'];
    },
  },
  birthday: {
    delayMinutes: 600,
    async act(journey, person) {
      const today = journey.now().toZonedDateTimeISO(journey.place.timeZone).toPlainDate();
      if (!person) throw new Error('A birthday needs a person');
      await journey.place.setBirthday(person, String(today.add({ days: 3 }).with({ year: 1990 })));
      await journey.pass({ seconds: 5 });
      await journey.pass({ hours: 54 });
      return ['с днём рождения'];
    },
  },
  order_status: {
    delayMinutes: 0,
    trigger: 'OnWay',
    async act(journey, person) {
      await order(journey, person, 'OnWay');
      return ['ваш заказ', 'в пути'];
    },
  },
  deal_created: {
    delayMinutes: 0,
    trigger: 'deal.created',
    async act(journey, person) {
      await deal(journey, person);
      return ['спасибо за обращение'];
    },
  },
  deal_stage: {
    delayMinutes: 0,
    trigger: 'deal.stage_changed',
    async act(journey, person) {
      await moveDeal(journey, await deal(journey, person), DEAL_STAGES.next);
      return ['новости по заявке', DEAL_STAGES.next];
    },
  },
  deal_task: {
    delayMinutes: -60,
    async act(journey, person) {
      await task(journey, await deal(journey, person), 26);
      return ['напоминаем'];
    },
  },
  abandoned_cart: {
    delayMinutes: 30,
    trigger: 'cart.updated',
    async act(journey, person) {
      await journey.place.fillCart(person);
      await journey.pass({ seconds: 5 });
      return ['вы не закончили заказ', 'Букет «Утро»', 'https://shop.example.com/cart/55'];
    },
  },
  api_event: {
    delayMinutes: 0,
    trigger: 'api.event',
    async act(journey, person) {
      await journey.place.postEvent(person, 'bonus_expiring');
      await journey.pass({ seconds: 5 });
      return ['у нас для вас новость'];
    },
  },
};

/** Moves a client of the source to a group of the usual dashboard. */
async function moveTo(
  journey: JourneyWorld,
  person: Person,
  { from, to }: { from: RfmGroup; to: RfmGroup },
): Promise<void> {
  const { server, owner } = journey;
  await journey.place.setBirthday(person, '1990-06-15');
  await journey.pass({ seconds: 5 });
  const query = 'select id from contacts where tenant_id = $1 and phone = $2';
  const { rows } = await server.owner.query<{ id: string }>(query, [owner.tenantId, person.phone]);
  const contactId = rows[0]?.id ?? '';
  const dashboardId = await aDashboard(server, owner.tenantId);
  await moveToGroup(server, owner.tenantId, { dashboardId, contactId, from, to });
  await journey.pass({ seconds: 5 });
}

/** Moves a client from the group of the journey to another. */
export const moveOn = (journey: JourneyWorld, person: Person) =>
  moveTo(journey, person, { from: 'sleeping', to: 'promising' });

/** A visit that was attended; its message is due an hour later. */
function attended(words: string, offered?: number): SentJourney['act'] {
  return async (journey, person) => {
    await attend(journey, person, 'arrived');
    return [words, ...(offered === undefined ? [] : [service(journey, offered)])];
  };
}

/** A visit four weeks ago, whose message is planned two days before it is due. */
function attendedLongAgo(words: string): SentJourney['act'] {
  return async (journey, person) => {
    await attend(journey, person, 'arrived');
    await journey.pass({ hours: 24 * 28 });
    return [words];
  };
}

function visitWords(journey: JourneyWorld, startsAt: Temporal.Instant): string[] {
  return [...timeWords(journey, startsAt), service(journey, 0)];
}

/** Date and time as a contact reads them: by the clock of the branch. */
function timeWords({ place }: JourneyWorld, startsAt: Temporal.Instant): string[] {
  const wall = startsAt.toZonedDateTimeISO(place.timeZone);
  const day = wall.toPlainDate().toLocaleString('ru-RU', { day: 'numeric', month: 'long' });
  return [day, wall.toPlainTime().toString({ smallestUnit: 'minute' })];
}

function service({ place }: JourneyWorld, nth: number): string {
  return place.services[nth] ?? '';
}
