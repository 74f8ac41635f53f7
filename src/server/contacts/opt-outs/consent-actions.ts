import { randomUUIDv7 } from 'node:crypto';
import type * as contract from '#contract/contacts/consents.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { optOutContact } from '#server/contacts/book/card-actions.ts';
import { insertConsent } from './consent-queries.ts';
import { findContact } from '#server/contacts/book/queries.ts';

/** Records a consent to advertising. An opt-out stays: only a member who lifts it lets advertising out again. */
export async function recordConsent(
  scope: MemberScope,
  contactId: ContactId,
  { source, consentedOn }: BodyOf<typeof contract.recordConsent>,
): Promise<void> {
  if (consentedOn !== null && consentedOn > (await today(scope))) throw wrongField('consentedOn', 'date_ahead');
  await add(scope, contactId, { isGiven: true, source, consentedOn });
}

/** Records the withdrawal of a consent, and opts the contact out of advertising. */
export async function withdrawConsent(
  scope: MemberScope,
  contactId: ContactId,
  { reason }: BodyOf<typeof contract.withdrawConsent>,
): Promise<void> {
  await add(scope, contactId, { isGiven: false, source: reason, consentedOn: null });
  await optOutContact(scope, contactId, { scope: 'marketing', note: reason });
}

async function add(
  scope: MemberScope,
  contactId: ContactId,
  consent: { isGiven: boolean; source: string; consentedOn: string | null },
): Promise<void> {
  if (!(await findContact(scope, contactId, { isLocked: true }))) throw new Problem('contact.not_found');
  const recorded = { ...consent, contactId, recordedAt: scope.clock.now(), recordedBy: scope.memberId };
  await insertConsent(scope, recorded, randomUUIDv7());
  await announce(scope, 'contacts');
}

async function today(scope: MemberScope): Promise<string> {
  const { timeZone } = await getTenant(scope);
  return scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
