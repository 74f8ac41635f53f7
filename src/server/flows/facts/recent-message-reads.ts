import type { ContactId } from '#contract/contacts.ts';
import { recentMessagesByContact } from '#server/delivery/actions.ts';
import type { RecentMessage } from '#server/policy/priority-rules.ts';
import { listFlowKinds } from '#server/flows/storage/reads.ts';
import type { TenantScope } from '#server/platform/db.ts';

/** Messages sent to contacts since a moment or planned for them, with the kinds of the sending flows. */
export async function loadRecentMessages(
  scope: TenantScope,
  contactIds: readonly ContactId[],
  since: Temporal.Instant,
): Promise<Map<ContactId, RecentMessage[]>> {
  const recent = await recentMessagesByContact(scope, contactIds, since);
  const kinds = await listFlowKinds(
    scope,
    [...recent.values()].flat().map(({ senderId }) => senderId),
  );
  const named = [...recent].map(
    ([contactId, messages]) =>
      [
        contactId,
        messages.map(({ isWaiting, ...message }): RecentMessage => {
          const [kind, title] = [kinds.get(message.senderId) ?? null, message.title];
          return { ...message, kind, waits: isWaiting ? { kind, title } : null };
        }),
      ] as const,
  );
  return new Map(named);
}
