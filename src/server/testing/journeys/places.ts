import type { ConnectionKind } from '#contract/connections.ts';
import type { OrderStatus } from '#contract/orders.ts';
import type { SignedUp, TestServer } from '#server/testing/http.ts';
import type { SimulatedWorld } from '#server/testing/simulated-world.ts';
import { programPlace } from './program-place.ts';
import { restaurantPlace } from './restaurant-place.ts';
import { salonPlace } from './salon-place.ts';
import type { Person } from './world.ts';

/** What is done in a place, each by its source's own means. What a source does not know of it cannot do. */
export type Place = {
  timeZone: string;
  /** Services on offer, by our names for them; two at least where there are visits. */
  services: readonly string[];
  book?(who: Person | null, visit: { startsAt: Temporal.Instant; service?: number }): Promise<string>;
  move?(visit: string, startsAt: Temporal.Instant): Promise<void>;
  setStatus?(visit: string, status: 'confirmed' | 'arrived' | 'no_show'): Promise<void>;
  cancel?(visit: string): Promise<void>;
  /** Makes a customer known with her birthday. */
  isBornOn?(who: Person, day: string): Promise<void>;
  /** Makes a customer known, filed under a category. */
  isKnown?(who: Person, category: string): Promise<void>;
  refusesMailings?(who: Person): Promise<void>;
  order?(who: Person | null): Promise<string>;
  moveOrder?(order: string, status: OrderStatus): Promise<void>;
  fillCart?(who: Person | null): Promise<string>;
  orderCart?(cart: string): Promise<void>;
  happen?(who: Person | null, name: string): Promise<void>;
};

export type Opening = { server: TestServer; world: SimulatedWorld; owner: SignedUp };

/** Connects a source; to have journeys in a new one, add how it is lived in. */
export const PLACES: Readonly<Record<ConnectionKind, (opening: Opening) => Promise<Place>>> = {
  yclients: (opening) => salonPlace(opening, 'yclients'),
  altegio: (opening) => salonPlace(opening, 'altegio'),
  iiko: restaurantPlace,
  api: programPlace,
};
