import type { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { findDesk } from './opening-actions.ts';
import { recordItems } from './receiving-actions.ts';
import { findRead, setReadUntil } from './talk-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Pages of a talk that are read at once; the next poll goes on. */
const MAX_PAGES = 20;

/** Reads the messages of a talk from where polls have read it to. Safe to repeat. */
export async function readTalk(
  ctx: SourceContext,
  { tenantId, connectionId, talkId }: { tenantId: TenantId; connectionId: ConnectionId; talkId: string },
  signal: AbortSignal,
): Promise<void> {
  const ref = { connectionId, talkId };
  const opened = await withTenant(ctx, tenantId, async (scope) => {
    const read = await findRead(scope, ref);
    if (!read) return null;
    const desk = await findDesk(scope, connectionId, { signal });
    return desk && { ...read, ...desk };
  });
  if (!opened) return;
  const { talks, caller, talk } = opened;
  let after = opened.readUntil;
  for (let page = 0; page < MAX_PAGES && !signal.aborted; page++) {
    const answer = await talks.listTalkMessages(caller, talkId, after);
    // A job that fails is tried again; the failed poll of the connection shows why.
    if (!answer.isOk) throw new Error(`A talk could not be read: ${answer.text ?? answer.trouble}`);
    const last = answer.value.at(-1);
    if (!last || last.externalId === after) return;
    const items = answer.value.map((message) => ({ message: { ...message, talk: message.talk ?? talk } }));
    await withTenant(ctx, tenantId, async (scope) => {
      await recordItems(scope, connectionId, items);
      await setReadUntil(scope, ref, last.externalId);
    });
    after = last.externalId;
    if (after === talk.lastMessageId) return;
  }
}
