import type { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import type { MailingId } from '#contract/mailings/calls.ts';
import { cancelMessages } from '#server/delivery/planning/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { findMailingForUpdate, saveWave } from '#server/mailings/storage/queries.ts';
import { unmarkPlanned } from './wave-queries.ts';

/**
 * Cancels planned messages of a mailing, all or some; their recipients wait for their turn again. The mailing's row is
 * locked first, as by every other change of its messages.
 */
export async function takeBack(
  scope: ActionScope,
  mailingId: MailingId,
  { rule, ids }: { rule: DecisionRule; ids?: readonly MessageId[] },
): Promise<void> {
  const mailing = await findMailingForUpdate(scope, mailingId);
  if (!mailing) return;
  const cancelled = await cancelMessages(scope, { senderId: mailingId, testOnly: false, ...(ids && { ids }) }, rule);
  const contactIds = cancelled.flatMap(({ contactId }) => contactId ?? []);
  const freed = await unmarkPlanned(scope, mailingId, contactIds);
  await saveWave(scope, mailing, { planned: -freed, nextWaveAt: null, heldBy: null });
}
