import type { Flow } from '#contract/flows/calls.ts';
import type { Person } from './place.ts';
import type { JourneyWorld } from './world.ts';

/** Everything that happens in a journey, up to the moment at which the message of its flow is planned or refused. */
export type Act = (
  journey: JourneyWorld,
  person: Person,
  flows: { flow: Flow; otherFlow: Flow | undefined },
) => Promise<unknown>;

type Visit = { visit: string; startsAt: Temporal.Instant };
export type Ending = 'arrived' | 'no_show' | 'cancelled';

/** Books a visit so many hours ahead, at a full minute. */
export async function book(
  journey: JourneyWorld,
  person: Person | null,
  hours: number,
  service?: number,
): Promise<Visit> {
  const startsAt = journey.now().add({ hours }).round({ smallestUnit: 'minute', roundingMode: 'floor' });
  const visit = await journey.place.book(person, { startsAt, ...(service !== undefined && { service }) });
  await journey.pass({ seconds: 5 });
  return { visit, startsAt };
}

/** Books a visit in an hour and sets its status after it. */
export async function attend(
  journey: JourneyWorld,
  person: Person | null,
  status: 'arrived' | 'no_show',
  service?: number,
): Promise<Visit> {
  const booked = await book(journey, person, 1, service);
  await journey.pass({ hours: 2 });
  await end(journey, booked.visit, status);
  return booked;
}

export async function end(journey: JourneyWorld, visit: string, ending: Ending): Promise<void> {
  const { place } = journey;
  await (ending === 'cancelled' ? place.cancel(visit) : place.setStatus(visit, ending));
  await journey.pass({ seconds: 5 });
}

export async function move(journey: JourneyWorld, visit: string, startsAt: Temporal.Instant): Promise<void> {
  await journey.place.move(visit, startsAt);
  await journey.pass({ seconds: 5 });
}

/** Places an order and moves it through statuses. */
export async function order(
  journey: JourneyWorld,
  person: Person | null,
  ...statuses: ('OnWay' | 'Closed')[]
): Promise<void> {
  const { place, pass } = journey;
  const placed = await place.order(person);
  await pass({ seconds: 5 });
  for (const status of statuses) {
    await place.moveOrder(placed, status);
    await pass({ seconds: 5 });
  }
}

export const placeOrder =
  (...statuses: ('OnWay' | 'Closed')[]): Act =>
  (journey, person) =>
    order(journey, person, ...statuses);

export const bookAhead =
  (hours: number): Act =>
  (journey, person) =>
    book(journey, person, hours);

export const bookThen =
  (ending: Ending): Act =>
  async (journey, person) => {
    const { visit } = await book(journey, person, 48);
    await end(journey, visit, ending);
  };

export const moveThen =
  (ending: Ending): Act =>
  async (journey, person) => {
    const { visit, startsAt } = await book(journey, person, 48);
    await move(journey, visit, startsAt.add({ hours: 3 }));
    await end(journey, visit, ending);
  };

/** Moves a visit to half an hour ago, after its start. */
export const moveAfterStart: Act = async (journey, person) => {
  const { visit } = await book(journey, person, 1);
  await journey.pass({ hours: 2 });
  await move(journey, visit, journey.now().subtract({ minutes: 30 }));
};

export const cancelAfterStart: Act = async (journey, person) => {
  const { visit } = await book(journey, person, 1);
  await journey.pass({ hours: 2 });
  await end(journey, visit, 'cancelled');
};

/** Moves a visit to an earlier time at which its reminder would have been due yesterday. */
export const bringForward: Act = async (journey, person) => {
  const { visit } = await book(journey, person, 48);
  await move(journey, visit, journey.now().add({ hours: 5 }));
};

/** Changes the status of a visit while its message waits. */
export const changeStatus =
  (before: 'arrived' | 'no_show', days: number, after: Ending): Act =>
  async (journey, person) => {
    const { visit } = await attend(journey, person, before);
    if (days > 0) await journey.pass({ hours: 24 * days });
    await end(journey, visit, after);
  };

/** Marks a visit as attended five days after it. */
export const arriveLate: Act = async (journey, person) => {
  const { visit } = await book(journey, person, 1);
  await journey.pass({ hours: 24 * 5 });
  await end(journey, visit, 'arrived');
};

/** Adds another visit of the contact after the one that the flow is about. */
export const bookAgain: Act = async (journey, person) => {
  await attend(journey, person, 'arrived');
  await journey.pass({ hours: 24 * 5 });
  await attend(journey, person, 'arrived');
  await journey.pass({ hours: 24 * 23 });
};

/** Adds a visit without a booking, recorded afterwards. */
export const walkIn: Act = async (journey, person) => {
  await attend(journey, person, 'no_show');
  await journey.pass({ hours: 2 });
  await book(journey, person, -1);
};

export const bookNext =
  (status: 'arrived' | 'no_show', days: number): Act =>
  async (journey, person) => {
    await attend(journey, person, status);
    await book(journey, person, 24 * 60);
    if (days > 0) await journey.pass({ hours: 24 * days });
  };

export const attendTwoVisits: Act = async (journey, person) => {
  await attend(journey, person, 'arrived');
  await journey.pass({ hours: 24 });
  await attend(journey, person, 'arrived');
};

/** Attends a visit of the offered service, then another visit. */
export const buyBefore: Act = async (journey, person) => {
  await attend(journey, person, 'arrived', 1);
  await attend(journey, person, 'arrived');
};

export const orderCart: Act = async (journey, person) => {
  const cart = await journey.place.fillCart(person);
  await journey.pass({ seconds: 5 });
  await journey.place.orderCart(cart);
  await journey.pass({ seconds: 5 });
};

/** Titles of the stages that deals of a journey pass. */
export const DEAL_STAGES = { next: 'Консультация' } as const;

/** Creates a deal of the person. */
export async function deal(journey: JourneyWorld, person: Person | null): Promise<string> {
  const id = await journey.place.createDeal(person);
  await journey.pass({ seconds: 5 });
  return id;
}

export async function moveDeal(journey: JourneyWorld, id: string, stage: string): Promise<void> {
  await journey.place.moveDeal(id, stage);
  await journey.pass({ seconds: 5 });
}

/** Plans a task about a deal, due in some hours. */
export async function task(journey: JourneyWorld, id: string, hours: number): Promise<string> {
  const planned = await journey.place.planTask(id, journey.now().add({ hours }));
  await journey.pass({ seconds: 5 });
  return planned;
}

/** Deletes a deal while a message about it waits. */
export const deleteDeal =
  (before: 'new' | 'moved' | 'planned'): Act =>
  async (journey, person) => {
    const id = await deal(journey, person);
    if (before === 'moved') await moveDeal(journey, id, DEAL_STAGES.next);
    if (before === 'planned') await task(journey, id, 26);
    await journey.place.deleteDeal(id);
    await journey.pass({ seconds: 5 });
  };

/** Does a task before the message about it is due. */
export const endTask: Act = async (journey, person) => {
  const planned = await task(journey, await deal(journey, person), 26);
  await journey.place.endTask(planned);
  await journey.pass({ seconds: 5 });
};
