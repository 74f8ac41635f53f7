import type { ChannelTraits } from '#contract/channels/kind.ts';
import type { ErrorClass, DecisionRule } from '#contract/delivery/calls.ts';
import type { DueRow } from '#server/delivery/ledger/dispatch-rules.ts';
import { isAnswering } from '#server/delivery/ledger/rules.ts';

/**
 * When a message that a channel just accepted goes on to the next channel unless it is delivered before; null: it stays.
 * Only a channel that reports deliveries can be waited for.
 *
 * @param minutes the sender's time until the next channel, or the cabinet's; null: never
 */
export function passesOnAt(
  { fallbackChannelIds, senderKind }: Pick<DueRow, 'fallbackChannelIds' | 'senderKind'>,
  { lastStatus }: Pick<ChannelTraits, 'lastStatus'>,
  minutes: number | null,
  now: Temporal.Instant,
): Temporal.Instant | null {
  if (minutes === null || fallbackChannelIds.length === 0) return null;
  if (lastStatus === 'sent' || isAnswering(senderKind)) return null;
  return now.add({ minutes });
}

/** Why a refused message went on to the next channel. */
export function ruleOfRefusal(errorClass: ErrorClass | null): DecisionRule {
  if (errorClass === 'recipient_invalid' || errorClass === 'opted_out' || errorClass === 'window_closed')
    return errorClass;
  return 'provider_refused';
}
