import { z } from 'zod';
import { ContactId, OptOutSource } from './calls.ts';
import { LONGEST_REASON } from './values.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Day, Instant } from '#contract/primitives.ts';

/** A consent of a contact to advertising, or its withdrawal. */
export const ConsentEntry = z.object({
  isGiven: z.boolean(),
  /** Where it was given, or why it was withdrawn; may be empty. */
  source: z.string(),
  /** The day it was given; null: not known. */
  consentedOn: z.iso.date().nullable(),
  /** The imported list it was given with; null: a member recorded it. */
  listTitle: z.string().nullable(),
  recordedAt: Instant,
  /** Name of the member who recorded it; null: an import, the contact's own opt-out, or a member who was deleted. */
  recordedBy: z.string().nullable(),
  /** How the contact came on the list of opt-outs, by which the consent is withdrawn; null: it was recorded as such. */
  optOut: OptOutSource.nullable(),
});
export type ConsentEntry = z.infer<typeof ConsentEntry>;

const params = z.object({ contactId: ContactId });

export const recordConsent = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:contactId/consents',
  access: 'member',
  summary: 'Records that a customer agreed to advertising: where and when.',
  takesIdempotencyKey: true,
  params,
  body: z.object({
    source: z.string().trim().min(1, { error: 'required' }).max(LONGEST_REASON, { error: 'too_long' }),
    /** Null: not known. */
    consentedOn: Day.nullable().default(null),
  }),
  problems: ['contact.not_found'],
});

/** The contact gets no advertising from then on: an opt-out of it is added where there is none. */
export const withdrawConsent = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:contactId/consents/withdraw',
  access: 'member',
  summary: 'Records that a customer withdrew their consent to advertising, and stops it.',
  takesIdempotencyKey: true,
  params,
  body: z.object({ reason: z.string().trim().max(LONGEST_REASON, { error: 'too_long' }).default('') }),
  problems: ['contact.not_found'],
});
