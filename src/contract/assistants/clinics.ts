import { z } from 'zod';
import { ConnectionId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant } from '#contract/primitives.ts';

/** A branch of the clinic, by the vendor's id. */
export const Clinic = z.object({ id: z.string(), title: z.string(), address: z.string().nullable() });
export type Clinic = z.infer<typeof Clinic>;

/** The clinic's account at MedFlex. */
export const ClinicAccount = z.object({
  /** Null: none is connected. */
  connectedAt: Instant.nullable(),
  /** The connection of the account; null: it was entered for the assistants alone, before connections of clinics existed. */
  connectionId: ConnectionId.nullable(),
  clinics: z.array(Clinic),
  /** Why its clinics cannot be read; null: they can. `refused`: the token no longer opens them. */
  trouble: z.enum(['refused', 'unreachable']).nullable(),
});
export type ClinicAccount = z.infer<typeof ClinicAccount>;

export const getClinics = endpoint({
  method: 'GET',
  path: '/api/v1/clinics/medflex',
  access: 'member',
  summary: "The clinic's account at MedFlex with its branches, as they are now. The token is never returned.",
  query: z.object({
    /** Left out: the first connection. */
    connectionId: ConnectionId.optional(),
  }),
  reply: ClinicAccount,
});

/** Forgets an account that was entered for the assistants alone; appointments that were made stay in the clinic's system. */
export const disconnectClinics = endpoint({
  method: 'DELETE',
  path: '/api/v1/clinics/medflex',
  access: 'owner',
  summary: "Forgets the token of the clinic's account; assistants book there no longer.",
});
