import type { OrderStatus } from '#contract/orders/calls.ts';
import type { SignedUp, TestServer } from '#server/testing/server/http.ts';
import type { SimulatedWorld } from '#server/testing/world/simulated-world.ts';

/** A person with a phone that sends and receives messages. */
export type Person = { name: string; phone: string };

/** Actions in a place, each by the means of its source. */
export type Place = {
  timeZone: string;
  /** Titles of the services on offer; at least two where there are visits. */
  services: readonly string[];
  hasVisits: boolean;
  /** Whether its contacts have categories. */
  hasCategories: boolean;
  book(person: Person | null, visit: { startsAt: Temporal.Instant; service?: number }): Promise<string>;
  move(visit: string, startsAt: Temporal.Instant): Promise<void>;
  setStatus(visit: string, status: 'confirmed' | 'arrived' | 'no_show'): Promise<void>;
  cancel(visit: string): Promise<void>;
  order(person: Person | null): Promise<string>;
  moveOrder(order: string, status: OrderStatus): Promise<void>;
  fillCart(person: Person | null): Promise<string>;
  orderCart(cart: string): Promise<void>;
  /** Sends an event with a name of the business's own. */
  postEvent(person: Person | null, name: string): Promise<void>;
  /** Creates a deal at the first stage. */
  createDeal(person: Person | null): Promise<string>;
  moveDeal(deal: string, stage: string): Promise<void>;
  deleteDeal(deal: string): Promise<void>;
  /** Creates a task about a deal. */
  planTask(deal: string, dueAt: Temporal.Instant): Promise<string>;
  endTask(task: string): Promise<void>;
  /** Creates a contact with a birthday. */
  setBirthday(person: Person, day: string): Promise<void>;
  /** Creates a contact in a category. */
  addToCategory(person: Person, category: string): Promise<void>;
  refuseMailings(person: Person): Promise<void>;
};

const unsupported = () => Promise.reject(new Error('The source cannot do this'));

/** The actions of a source that supports none; a kind that needs one of them must not list the source. */
export const NO_ACTIONS = {
  book: unsupported,
  move: unsupported,
  setStatus: unsupported,
  cancel: unsupported,
  order: unsupported,
  moveOrder: unsupported,
  fillCart: unsupported,
  orderCart: unsupported,
  postEvent: unsupported,
  createDeal: unsupported,
  moveDeal: unsupported,
  deleteDeal: unsupported,
  planTask: unsupported,
  endTask: unsupported,
  setBirthday: unsupported,
  addToCategory: unsupported,
  refuseMailings: unsupported,
} satisfies Partial<Place>;

export type Opening = { server: TestServer; world: SimulatedWorld; owner: SignedUp };
