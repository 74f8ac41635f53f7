import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/mailings/trials.ts';
import { sendTrial } from '#server/delivery/planning/trial-actions.ts';
import { loadSnapshot, type Snapshot } from '#server/mailings/sending/snapshot.ts';
import { type Reader, readersOf } from '#server/mailings/writing/material-reads.ts';
import { writeMessage } from '#server/mailings/writing/message-writing.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { readTestPhones } from '#server/tenants/actions.ts';
import { draftOf, variantOf } from './drafts.ts';
import { exampleReader } from './example-rules.ts';

type Request = BodyOf<typeof contract.sendMailingTest>;

/** Sends the message of unsaved settings once to each of the owner's numbers. */
export async function sendMailingTest(
  scope: MemberScope,
  { settings, variant, contactId, testPhones }: Request,
): Promise<ReplyOf<typeof contract.sendMailingTest>> {
  const typed = await readTestPhones(scope, testPhones);
  const snapshot = await loadSnapshot(scope, variantOf(draftOf(settings), variant));
  const phones = typed.length > 0 ? typed : snapshot.material.tenant.testPhones;
  if (phones.length === 0) throw new Problem('distribution.test_phone_missing');
  const { material, ways, facts } = snapshot;
  const reader = await readerOf(scope, contactId, snapshot);
  const now = scope.clock.now();
  const { content } = writeMessage(scope, material, facts.settings.content, { reader, now, isTest: true });
  return { messageIds: await sendTrial(scope, { content, subject: null, channels: ways.channels, phones }) };
}

async function readerOf(
  scope: MemberScope,
  contactId: Request['contactId'],
  { material: { tenant }, facts: { settings } }: Snapshot,
): Promise<Reader> {
  if (contactId === null) return exampleReader(tenant, tenant.customerLanguage, scope.clock.now());
  const texts = { contents: [settings.content], currency: tenant.currency };
  const reader = (await readersOf(scope, [contactId], texts)).get(contactId);
  if (!reader) throw new Problem('contact.not_found');
  return reader;
}
