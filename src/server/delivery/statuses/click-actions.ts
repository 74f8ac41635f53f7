import type { ActionScope } from '#server/platform/context/context.ts';
import { publish } from '#server/platform/events/transaction-events.ts';
import { type MessageClick, saveClicks } from './click-queries.ts';
import { messagesClicked } from '#server/delivery/jobs.ts';

/** Notes clicks on links of messages; only the first of each message counts. */
export async function noteClicks(scope: ActionScope, clicks: readonly MessageClick[]): Promise<void> {
  if (clicks.length === 0) return;
  const contactIds = await saveClicks(scope, clicks);
  if (contactIds.length > 0) await publish(scope, messagesClicked, { contactIds });
}
