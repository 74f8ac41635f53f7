import type { ConnectionKind } from '#contract/connections.ts';
import { addOptOuts } from '#contract/contacts.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { bothWrite, untilSent } from './journeys.ts';
import type { Reason } from './reasons.ts';
import { later, timed } from './setting-reasons.ts';
import { booked, type CustomerKind, held, SCENARIOS, verb } from './scenarios.ts';
import type { JourneyWorld, Person } from './world.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

type Own = Omit<Reason, 'kind'>;
type Happen = NonNullable<Reason['happen']>;

/** Reasons that lie with a customer, or with the events about them. */
export function personalReasons(kind: CustomerKind): Reason[] {
  const { isMarketing, subject, checks } = FLOW_CATALOGUE[kind];
  const isOnce = subject === 'contact' || checks.includes('first_of_hers') || checks.includes('crosses_threshold');
  const reasons: Own[] = [
    { rule: 'opted_out', prepare: optOut },
    {
      rule: 'control_group',
      change: (settings) => ({ ...settings, options: { ...settings.options, controlPercent: 10 } }),
      prepare: bothWrite,
    },
    ...(isMarketing ? [{ rule: 'refuses_mailings', prepare: refuses } satisfies Own] : []),
    ...(isOnce
      ? []
      : [{ rule: 'written_lately', change: timed({ intervalMinutes: 90 * DAY }), happen: twice(kind) } satisfies Own]),
    ...OWN[kind],
  ];
  return reasons.map((own) => ({ kind, ...own }));
}

const optOut = ({ server, owner }: JourneyWorld, { phone }: Person) =>
  server.call(addOptOuts, { token: owner.token, body: { phones: [phone] } });

const refuses = ({ place }: JourneyWorld, person: Person) => verb(place.refusesMailings)(person);

/** Reasons for kinds triggered by a visit's events when the visit is long over. */
export function lateReasons(kind: CustomerKind): Reason[] {
  const { triggers, statuses, usefulHours, subject } = FLOW_CATALOGUE[kind];
  if (subject !== 'visit' || triggers.length === 0 || usefulHours === null || !statuses.includes('arrived')) return [];
  return [
    { kind, rule: 'too_late', happen: cameLate },
    { kind, rule: 'status_differs', happen: ended('arrived', 0, 'no_show') },
    { kind, rule: 'visit_cancelled', happen: ended('arrived', 0, 'cancelled') },
  ];
}

/**
 * Reasons for a visit without a name, or an order without a phone; iiko knows the guest of an order in any case. A flow triggered by the
 * clock long after its subjects records no verdict without a contact.
 */
export function noContactReason(kind: CustomerKind, source: ConnectionKind): Reason[] {
  const { subject, triggers, usefulHours } = FLOW_CATALOGUE[kind];
  if (subject === 'contact' || (triggers.length === 0 && usefulHours !== null)) return [];
  return [{ kind, rule: source === 'iiko' ? 'no_channel' : 'no_contact', hasNoContact: true }];
}

/** Reasons that only one kind has. */
const OWN: Readonly<Record<CustomerKind, readonly Own[]>> = {
  visit_created: [
    { rule: 'visit_cancelled', change: later('visit_created'), happen: bookedThen('cancelled') },
    { rule: 'visit_finished', change: later('visit_created'), happen: bookedThen('arrived') },
    { rule: 'visit_past', happen: (journey, person) => booked(journey, person, -1) },
  ],
  visit_changed: [
    { rule: 'visit_cancelled', change: later('visit_changed'), happen: movedThen('cancelled') },
    { rule: 'visit_finished', change: later('visit_changed'), happen: movedThen('arrived') },
    {
      rule: 'visit_past',
      happen: afterStart(({ place, now }, visit) => verb(place.move)(visit, now().subtract(SOON))),
    },
  ],
  visit_cancelled: [{ rule: 'visit_past', happen: afterStart(({ place }, visit) => verb(place.cancel)(visit)) }],
  visit_reminder: [
    { rule: 'too_late', happen: (journey, person) => booked(journey, person, 5) },
    { rule: 'visit_past', happen: (journey, person) => booked(journey, person, -1) },
    { rule: 'visit_cancelled', happen: bookedThen('cancelled') },
    { rule: 'visit_finished', happen: bookedThen('arrived') },
    { rule: 'visit_moved', happen: broughtForward },
  ],
  review_request: [],
  first_visit: [{ rule: 'first_visit_only', happen: secondVisit }],
  no_show_retry: [
    { rule: 'visit_ahead', happen: heldAndBooked('no_show', 0) },
    { rule: 'came_again', happen: walkedIn },
    { rule: 'status_differs', happen: ended('no_show', 0, 'arrived') },
    { rule: 'visit_cancelled', happen: ended('no_show', 0, 'cancelled') },
  ],
  repeat_visit: returning(),
  lost_client: returning(),
  cross_selling: [{ rule: 'bought_already', happen: boughtBefore }],
  threshold: [{ rule: 'threshold_not_crossed', happen: secondVisit }],
  birthday: [],
  order_status: [
    { rule: 'order_status_differs', happen: ({ place }, person) => verb(place.order)(person) },
    { rule: 'order_status_differs', change: later('order_status'), happen: wentOn },
  ],
  abandoned_cart: [{ rule: 'cart_ordered', happen: orderedMeanwhile }],
  api_event: [],
};

function returning(): Own[] {
  return [
    { rule: 'visit_ahead', happen: heldAndBooked('arrived', 28) },
    { rule: 'came_again', happen: cameAgain },
    { rule: 'status_differs', happen: ended('arrived', 28, 'no_show') },
    { rule: 'visit_cancelled', happen: ended('arrived', 28, 'cancelled') },
  ];
}

const SOON = { minutes: 30 };

/** Repeats the scenario for a customer who has just got a message. */
function twice(kind: CustomerKind): Happen {
  return async (journey, person, { flow }) => {
    await bothWrite(journey, person);
    await SCENARIOS[kind].happen(journey, person);
    await untilSent(journey, flow, person);
    await SCENARIOS[kind].happen(journey, person);
  };
}

type Ending = 'arrived' | 'no_show' | 'cancelled';

async function end(journey: JourneyWorld, visit: string, ending: Ending): Promise<void> {
  const { place } = journey;
  await (ending === 'cancelled' ? verb(place.cancel)(visit) : verb(place.setStatus)(visit, ending));
  await journey.pass({ seconds: 5 });
}

function bookedThen(ending: Ending): Happen {
  return async (journey, person) => {
    const { visit } = await booked(journey, person, 48);
    await end(journey, visit, ending);
  };
}

function movedThen(ending: Ending): Happen {
  return async (journey, person) => {
    const { visit, startsAt } = await booked(journey, person, 48);
    await verb(journey.place.move)(visit, startsAt.add({ hours: 3 }));
    await journey.pass({ seconds: 5 });
    await end(journey, visit, ending);
  };
}

/** Runs an event of a visit after its start. */
function afterStart(happen: (journey: JourneyWorld, visit: string) => Promise<unknown>): Happen {
  return async (journey, person) => {
    const { visit } = await booked(journey, person, 1);
    await journey.pass({ hours: 2 });
    await happen(journey, visit);
    await journey.pass({ seconds: 5 });
  };
}

/** Moves a visit to an earlier time at which its reminder would have been due yesterday. */
async function broughtForward(journey: JourneyWorld, person: Person): Promise<void> {
  const { visit } = await booked(journey, person, 48);
  await verb(journey.place.move)(visit, journey.now().add({ hours: 5 }));
  await journey.pass({ seconds: 5 });
}

/** Changes the state of a visit while its message waits. */
function ended(before: 'arrived' | 'no_show', days: number, after: Ending): Happen {
  return async (journey, person) => {
    const { visit } = await held(journey, person, before);
    if (days > 0) await journey.pass({ hours: 24 * days });
    await end(journey, visit, after);
  };
}

async function cameLate(journey: JourneyWorld, person: Person): Promise<void> {
  const { visit } = await booked(journey, person, 1);
  await journey.pass({ hours: 24 * 5 });
  await end(journey, visit, 'arrived');
}

/** Adds another visit of the customer after the one that the flow is about. */
async function cameAgain(journey: JourneyWorld, person: Person): Promise<void> {
  await held(journey, person, 'arrived');
  await journey.pass({ hours: 24 * 5 });
  await held(journey, person, 'arrived');
  await journey.pass({ hours: 24 * 23 });
}

/** Adds a visit without a booking, recorded afterwards. */
async function walkedIn(journey: JourneyWorld, person: Person): Promise<void> {
  await held(journey, person, 'no_show');
  await journey.pass({ hours: 2 });
  await booked(journey, person, -1);
}

function heldAndBooked(status: 'arrived' | 'no_show', days: number): Happen {
  return async (journey, person) => {
    await held(journey, person, status);
    await booked(journey, person, 24 * 60);
    if (days > 0) await journey.pass({ hours: 24 * days });
  };
}

async function secondVisit(journey: JourneyWorld, person: Person): Promise<void> {
  await held(journey, person, 'arrived');
  await journey.pass({ hours: 24 });
  await held(journey, person, 'arrived');
}

async function boughtBefore(journey: JourneyWorld, person: Person): Promise<void> {
  const { visit } = await booked(journey, person, 1, 1);
  await journey.pass({ hours: 2 });
  await end(journey, visit, 'arrived');
  await held(journey, person, 'arrived');
}

async function orderedMeanwhile(journey: JourneyWorld, person: Person): Promise<void> {
  const cart = await verb(journey.place.fillCart)(person);
  await journey.pass({ seconds: 5 });
  await verb(journey.place.orderCart)(cart);
  await journey.pass({ seconds: 5 });
}

/** Moves the order to a status without a flow while the message of the last status waits. */
async function wentOn(journey: JourneyWorld, person: Person): Promise<void> {
  const order = await verb(journey.place.order)(person);
  await journey.pass({ seconds: 5 });
  await verb(journey.place.moveOrder)(order, 'OnWay');
  await journey.pass({ seconds: 5 });
  await verb(journey.place.moveOrder)(order, 'Closed');
  await journey.pass({ seconds: 5 });
}
