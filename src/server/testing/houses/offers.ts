import { randomUUID } from 'node:crypto';
import type { Flow } from '#contract/flows/calls.ts';
import { ServiceId } from '#contract/visits/calls.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import type { Salon } from './booked-salon.ts';
import type { TestServer } from '#server/testing/server/http.ts';

/** A service that flows of tests offer, as a booking names it. */
export const COLOUR = { externalId: '77', title: 'Окрашивание' };

/** A live flow that offers the service after any visit. */
export async function anOffer({ owner }: TestServer, salon: Salon, delayMinutes: number): Promise<Flow> {
  const id = ServiceId.parse(randomUUID());
  await owner.query(`insert into services (tenant_id, id, branch_id, external_id, title) values ($1, $2, $3, $4, $5)`, [
    salon.owner.tenantId,
    id,
    salon.branchId,
    COLOUR.externalId,
    COLOUR.title,
  ]);
  const { timing, options, ...settings } = defaultSettings('cross_selling', 'ru');
  return salon.aFlow({
    kind: 'cross_selling',
    settings: { ...settings, timing: { ...timing, delayMinutes }, options: { ...options, offerServiceIds: [id] } },
  });
}
