import type { ConnectionKind } from '#contract/connections/calls.ts';
import { apiPlace } from './api-place.ts';
import { clinicPlace } from './clinic-place.ts';
import { crmPlace } from './crm-place.ts';
import type { Opening, Place } from './place.ts';
import { restaurantPlace } from './restaurant-place.ts';
import { salonPlace } from './salon-place.ts';

/** Connects a source. A new source needs an entry here to get journeys. */
export const PLACES: Readonly<Partial<Record<ConnectionKind, (opening: Opening) => Promise<Place>>>> = {
  yclients: (opening) => salonPlace(opening, 'yclients'),
  altegio: (opening) => salonPlace(opening, 'altegio'),
  iiko: restaurantPlace,
  medflex: clinicPlace,
  amo: crmPlace,
  api: apiPlace,
};
