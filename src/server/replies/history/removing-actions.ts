import type { ReplyWidgetId } from '#contract/replies/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { rejectOpen } from '#server/replies/storage/reply-queries.ts';
import { updateWidget } from '#server/replies/storage/widget-queries.ts';
import { requireWidget } from '#server/replies/widgets/widget-actions.ts';
import { noteToApprove } from '#server/replies/writing/settling-actions.ts';

/** Removes a widget, and rejects its replies that nobody has decided. @throws {Problem} `reply_widget.not_found` */
export async function deleteReplyWidget(scope: ActionScope, id: ReplyWidgetId): Promise<void> {
  await requireWidget(scope, id, { isLocked: true });
  const now = scope.clock.now();
  await updateWidget(scope, id, { isDeleted: true }, now);
  await rejectOpen(scope, id, now);
  await noteToApprove(scope);
}
