import type { ConnectionKind } from '#contract/connections.ts';
import type { OrderStatus } from '#contract/orders.ts';
import type { SignedUp, TestServer } from '#server/testing/http.ts';
import type { SimulatedWorld } from '#server/testing/simulated-world.ts';
import { programPlace } from './program-place.ts';
import { restaurantPlace } from './restaurant-place.ts';
import { salonPlace } from './salon-place.ts';
import type { Person } from './world.ts';

/** Actions in a place, each by the means of its source. An action that the source does not support is missing. */
export type Place = {
  timeZone: string;
  /** Titles of the services on offer; at least two where there are visits. */
  services: readonly string[];
  book?(person: Person | null, visit: { startsAt: Temporal.Instant; service?: number }): Promise<string>;
  move?(visit: string, startsAt: Temporal.Instant): Promise<void>;
  setStatus?(visit: string, status: 'confirmed' | 'arrived' | 'no_show'): Promise<void>;
  cancel?(visit: string): Promise<void>;
  /** Creates a customer with a birthday. */
  isBornOn?(person: Person, day: string): Promise<void>;
  /** Creates a customer in a category. */
  isKnown?(person: Person, category: string): Promise<void>;
  refusesMailings?(person: Person): Promise<void>;
  order?(person: Person | null): Promise<string>;
  moveOrder?(order: string, status: OrderStatus): Promise<void>;
  fillCart?(person: Person | null): Promise<string>;
  orderCart?(cart: string): Promise<void>;
  happen?(person: Person | null, name: string): Promise<void>;
};

export type Opening = { server: TestServer; world: SimulatedWorld; owner: SignedUp };

/** Connects a source. A new source needs an entry here to get journeys. */
export const PLACES: Readonly<Record<ConnectionKind, (opening: Opening) => Promise<Place>>> = {
  yclients: (opening) => salonPlace(opening, 'yclients'),
  altegio: (opening) => salonPlace(opening, 'altegio'),
  iiko: restaurantPlace,
  api: programPlace,
};
