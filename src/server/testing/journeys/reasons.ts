import type { FlowCondition } from '#contract/flow-conditions.ts';
import { addOptOuts } from '#contract/contacts.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { FlowCheck } from '#contract/flow-kind-entry.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { type Flow, type FlowSettings, pauseFlow } from '#contract/flows.ts';
import { bothWrite, type Change } from './journeys.ts';
import { booked, CUSTOMER_KINDS, type CustomerKind, held, STORIES, verb } from './stories.ts';
import type { JourneyWorld, Person } from './world.ts';

/** One way in which somebody does not get a message of a kind, and the rule she must be told it by. */
export type Reason = {
  kind: CustomerKind;
  rule: DecisionRule;
  /** What the owner sets beside the usual. */
  change?: Change;
  /** Before anything happens. */
  prepare?(journey: JourneyWorld, who: Person): Promise<unknown>;
  /** Instead of the story of the kind. */
  happen?(journey: JourneyWorld, who: Person, flow: Flow): Promise<unknown>;
  /** Nobody is in it: there is no phone to look the line up by. */
  isNobodys?: boolean;
};

const HOUR = 60;
const DAY = 24 * HOUR;

const timed =
  (timing: Partial<FlowSettings['timing']>): Change =>
  (settings) => ({ ...settings, timing: { ...settings.timing, ...timing } });

const asking =
  (condition: FlowCondition): Change =>
  (settings) => {
    const group = { match: 'all' as const, conditions: [condition] };
    return { ...settings, conditions: { ...settings.conditions, groups: [...settings.conditions.groups, group] } };
  };

/** What a question of a kind refuses by. */
export const RULE_OF_CHECK: Readonly<Record<FlowCheck, DecisionRule>> = {
  no_visit_ahead: 'visit_ahead',
  not_come_again: 'came_again',
  first_of_hers: 'first_visit_only',
  not_bought: 'bought_already',
  crosses_threshold: 'threshold_not_crossed',
  /** NOTE: the next status takes the place of what waits for the last one, so that this is met in a race alone. */
  same_status: 'order_status_differs',
};

/** Reasons that every kind has, or every one of a sort. */
function commonReasons(kind: CustomerKind): Reason[] {
  const { isMarketing, conditions, subject, checks } = FLOW_CATALOGUE[kind];
  const isOnce = subject === 'contact' || checks.includes('first_of_hers') || checks.includes('crosses_threshold');
  const condition: FlowCondition = conditions.includes('visits_count')
    ? { field: 'visits_count', from: 50, to: 60 }
    : { field: 'total', from: 1, to: 2 };
  return [
    { kind, rule: 'opted_out', prepare: optOut },
    {
      kind,
      rule: 'control_group',
      change: (settings) => ({ ...settings, options: { ...settings.options, controlPercent: 10 } }),
    },
    { kind, rule: condition.field === 'total' ? 'total_differs' : 'visits_count_differs', change: asking(condition) },
    ...(isMarketing
      ? [
          {
            kind,
            rule: 'refuses_mailings',
            prepare: ({ place }, who) => verb(place.refusesMailings)(who),
          } satisfies Reason,
        ]
      : []),
    ...(isOnce
      ? []
      : [
          {
            kind,
            rule: 'written_lately',
            change: timed({ intervalMinutes: 90 * DAY }),
            happen: twice(kind),
          } satisfies Reason,
        ]),
  ];
}

const optOut = ({ server, owner }: JourneyWorld, { phone }: Person) =>
  server.call(addOptOuts, { token: owner.token, body: { phones: [phone] } });

/** The second time she has just been written to. */
function twice(kind: CustomerKind): Reason['happen'] {
  return async (journey, who) => {
    await bothWrite(journey, who);
    await STORIES[kind].happen(journey, who);
    const minutes = Math.max(STORIES[kind].delayMinutes % (30 * DAY), 0);
    const isLater = FLOW_CATALOGUE[kind].triggers.length === 0 && minutes === 0 && STORIES[kind].delayMinutes > 0;
    await journey.pass({ minutes: isLater ? 2 * DAY - 3 * HOUR : minutes });
    await bothWrite(journey, who);
    await journey.pass({ hours: 2 });
    await STORIES[kind].happen(journey, who);
  };
}

const later = timed({ delayMinutes: HOUR });
const noCustomer = (
  happen: (journey: JourneyWorld) => Promise<unknown>,
): Pick<Reason, 'rule' | 'happen' | 'isNobodys'> => ({
  rule: 'no_contact',
  happen,
  isNobodys: true,
});

/** She comes a second time after the visit the flow is about. */
async function cameAgain(journey: JourneyWorld, who: Person): Promise<void> {
  await held(journey, who, 'arrived');
  await journey.pass({ hours: 24 * 5 });
  await held(journey, who, 'arrived');
  await journey.pass({ hours: 24 * 23 });
}

async function heldAndBooked(journey: JourneyWorld, who: Person, status: 'arrived' | 'no_show', days: number) {
  await held(journey, who, status);
  await booked(journey, who, 24 * 60);
  await journey.pass({ hours: 24 * days });
}

/** Of each kind, what no other has. */
const OWN: Readonly<Record<CustomerKind, readonly Omit<Reason, 'kind'>[]>> = {
  visit_created: [
    { rule: 'visit_cancelled', change: later, happen: cancelledMeanwhile },
    { rule: 'visit_finished', change: later, happen: (journey, who) => held(journey, who, 'arrived') },
    noCustomer((journey) => booked(journey, null, 48)),
    { rule: 'flow_paused', change: later, happen: pausedMeanwhile },
  ],
  visit_changed: [
    { rule: 'change_differs', change: asking({ field: 'change', isNot: false, values: ['master'] }) },
    { rule: 'shift_too_small', change: asking({ field: 'shift_minutes', from: 300, to: 600 }) },
  ],
  visit_cancelled: [
    { rule: 'source_differs', change: asking({ field: 'source', isNot: false, values: ['yclients'] }) },
  ],
  visit_reminder: [
    { rule: 'too_late', happen: (journey, who) => booked(journey, who, 5) },
    { rule: 'visit_cancelled', happen: cancelledMeanwhile },
  ],
  review_request: [
    { rule: 'too_late', happen: cameLate },
    { rule: 'status_differs', happen: cameAndDidNot },
  ],
  first_visit: [{ rule: 'first_visit_only', happen: secondVisit }],
  no_show_retry: [{ rule: 'visit_ahead', happen: (journey, who) => heldAndBooked(journey, who, 'no_show', 1) }],
  repeat_visit: [
    { rule: 'visit_ahead', happen: (journey, who) => heldAndBooked(journey, who, 'arrived', 28) },
    { rule: 'came_again', happen: cameAgain },
  ],
  lost_client: [
    { rule: 'visit_ahead', happen: (journey, who) => heldAndBooked(journey, who, 'arrived', 28) },
    { rule: 'came_again', happen: cameAgain },
  ],
  cross_selling: [{ rule: 'bought_already', happen: boughtBefore }],
  threshold: [{ rule: 'threshold_not_crossed', happen: secondVisit }],
  birthday: [{ rule: 'spent_differs', change: asking({ field: 'spent', from: 1_000, to: 2_000 }) }],
  order_status: [
    { rule: 'order_status_differs', happen: ({ place }, who) => verb(place.order)(who) },
    {
      rule: 'delivery_kind_differs',
      change: asking({ field: 'delivery_kind', isNot: false, values: ['DeliveryByClient'] }),
    },
    noCustomer(async (journey) => verb(journey.place.moveOrder)(await verb(journey.place.order)(null), 'OnWay')),
  ],
  abandoned_cart: [
    { rule: 'cart_ordered', happen: orderedMeanwhile },
    noCustomer(({ place }) => verb(place.fillCart)(null)),
  ],
  api_event: [
    { rule: 'event_name_differs', change: asking({ field: 'event_name', isNot: false, values: ['other'] }) },
    noCustomer(({ place }) => verb(place.happen)(null, 'bonus_expiring')),
  ],
};

/** Kinds whose reasons are lived whole: what a program or a restaurant tells. */
export const LIVED_KINDS = CUSTOMER_KINDS.filter((kind) =>
  ['order', 'cart', 'api_event'].includes(FLOW_CATALOGUE[kind].subject),
);

export const REASONS: readonly Reason[] = LIVED_KINDS.flatMap((kind) => [
  ...commonReasons(kind),
  ...OWN[kind].map((own) => ({ kind, ...own })),
]);

async function cancelledMeanwhile(journey: JourneyWorld, who: Person): Promise<void> {
  const { visit } = await booked(journey, who, 48);
  await verb(journey.place.cancel)(visit);
  await journey.pass({ seconds: 5 });
}

async function pausedMeanwhile(journey: JourneyWorld, who: Person, { id }: Flow): Promise<void> {
  await booked(journey, who, 48);
  const { server, owner } = journey;
  await server.call(pauseFlow, { token: owner.token, params: { flowId: id } });
}

async function cameLate(journey: JourneyWorld, who: Person): Promise<void> {
  const { visit } = await booked(journey, who, 1);
  await journey.pass({ hours: 24 * 5 });
  await verb(journey.place.setStatus)(visit, 'arrived');
  await journey.pass({ seconds: 5 });
}

async function cameAndDidNot(journey: JourneyWorld, who: Person): Promise<void> {
  const { visit } = await held(journey, who, 'arrived');
  await verb(journey.place.setStatus)(visit, 'no_show');
  await journey.pass({ seconds: 5 });
}

async function secondVisit(journey: JourneyWorld, who: Person): Promise<void> {
  await held(journey, who, 'arrived');
  await journey.pass({ hours: 24 });
  await held(journey, who, 'arrived');
}

async function boughtBefore(journey: JourneyWorld, who: Person): Promise<void> {
  const { visit } = await booked(journey, who, 1, 1);
  await journey.pass({ hours: 2 });
  await verb(journey.place.setStatus)(visit, 'arrived');
  await held(journey, who, 'arrived');
}

async function orderedMeanwhile(journey: JourneyWorld, who: Person): Promise<void> {
  const cart = await verb(journey.place.fillCart)(who);
  await journey.pass({ seconds: 5 });
  await verb(journey.place.orderCart)(cart);
  await journey.pass({ seconds: 5 });
}
