import { cancelMessages, recordVerdicts } from '#server/delivery/planning/actions.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';

/** Cancels planned messages, with a verdict for each. */
export async function cancelPlanned(
  scope: ActionScope,
  filter: { flowId: FlowId; testOnly?: boolean },
  rule: DecisionRule,
): Promise<void> {
  const { flowId: senderId, ...others } = filter;
  const cancelled = await cancelMessages(scope, { senderId, ...others }, rule);
  const verdicts = cancelled.flatMap(({ id, senderVersion, subject, ...message }) =>
    senderVersion === null || subject === null
      ? []
      : [
          {
            ...message,
            senderVersion,
            subject,
            messageId: id,
            eventId: null,
            stage: 'plan' as const,
            outcome: 'cancelled' as const,
            rule,
            compared: {},
            until: null,
          },
        ],
  );
  await recordVerdicts(scope, verdicts);
}
