import type { MessageId } from '#contract/delivery/calls.ts';
import { type Sender, SenderId } from '#contract/senders/calls.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { findBranch } from '#server/connections/storage/opening-actions.ts';
import { contactOfPhone, reachOf } from '#server/contacts/book/actions.ts';
import { chooseChannel } from '#server/contacts/book/channel-choice-rules.ts';
import { cancelMessages, planMessages } from '#server/delivery/planning/actions.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import { quietUntil } from '#server/policy/rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { dateIn, timeOf, weekdayIn } from '#server/texts/content/format-rules.ts';
import { bookingToken, requestToken } from '#server/booking/links/link-actions.ts';
import { type StoredRequest, updateRequest } from './table-queries.ts';
import { text } from '#server/booking/links/texts.ts';

/** The sender of answers to guests, under the same id in every tenant. */
const BOOKING: Sender = {
  id: SenderId.parse('6a1f0c52-3c0e-4f0b-9d57-0b6a7f3f5c04'),
  kind: 'booking',
  title: '',
};

/**
 * Writes the answer to the guest of a request, where their phone is that of a contact whom a channel may write to. Others see it
 * on the page of the request: the phone of a form is not proved, so no contact is made of it.
 */
export async function answerGuest(
  scope: ActionScope,
  request: StoredRequest,
  answer: 'confirmed' | 'declined',
): Promise<void> {
  await forgetAnswer(scope, request);
  const contactId = await contactOfPhone(scope, request.phone);
  const reach = contactId && (await reachOf(scope, [contactId])).get(contactId);
  const branch = await findBranch(scope, request.branchId);
  if (!reach || !branch) return;
  const now = scope.clock.now();
  const at = quietUntil(await getContactPolicy(scope), now, reach.contact.timeZone ?? branch.timeZone) ?? now;
  if (!isBefore(at, request.startsAt)) return;
  const choice = chooseChannel({
    channels: await listUsableChannels(scope),
    person: { ...reach, phone: reach.contact.phone },
    templateChannelIds: [],
    at,
    isDue: true,
  });
  if (choice.kind === 'none') return;
  await saveSender(scope, BOOKING);
  const [message] = await planMessages(scope, [
    {
      sender: { ...BOOKING, version: null },
      occasionKey: `${answer}:${request.id}`,
      contactId,
      channelId: choice.channel.id,
      fallbackChannelIds: choice.fallbacks.map(({ id }) => id),
      dueAt: at,
      useBy: request.startsAt,
      content: { text: await write(scope, request, { answer, branch }), image: null, buttons: [], templates: [] },
    },
  ]);
  if (message) await updateRequest(scope, request.id, { messageId: message.id });
}

/** Cancels an answer that has not left. */
export async function forgetAnswer(scope: ActionScope, { messageId }: { messageId: MessageId | null }): Promise<void> {
  if (messageId) await cancelMessages(scope, { ids: [messageId] }, 'subject_gone');
}

async function write(
  scope: ActionScope,
  { id, buttonId, startsAt, guests, language }: StoredRequest,
  { answer, branch }: { answer: 'confirmed' | 'declined'; branch: { title: string; timeZone: string } },
): Promise<string> {
  const { brand } = await getTenant(scope);
  const wall = startsAt.toZonedDateTimeISO(branch.timeZone);
  const form = `${originOfBrand(scope.config, brand)}/book/${bookingToken(scope, scope.tenantId, buttonId)}`;
  return text(language, `table.message.${answer}`, {
    place: branch.title,
    when: `${weekdayIn(wall, language)}, ${dateIn(wall, language)}, ${timeOf(wall)}`,
    count: guests,
    link: answer === 'confirmed' ? `${form}/${requestToken(scope, scope.tenantId, id)}` : form,
  });
}
