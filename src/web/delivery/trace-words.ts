import type { DecisionRule, TraceStep } from '#contract/delivery/calls.ts';
import type { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';

/** Rules by which a message leaves a channel for the next one; elsewhere they have other words. */
const LEAVING_RULES = [
  'channel_unavailable',
  'channel_removed',
  'no_channel',
  'opted_out',
  'template_missing',
  'window_closed',
  'warm_up',
  'recipient_invalid',
  'provider_refused',
] as const satisfies DecisionRule[];

/** Whether a step is one of a cascade: the message goes on to the next channel, or stays with an earlier one. */
export const isOfCascade = (kind: TraceStep['kind']): boolean => kind === 'moved' || kind === 'stays';

/** The cause of a step of a trace in words. Those of a cascade speak of the channel; an opt-out that ends one is of every channel. */
export function causeOf(kind: TraceStep['kind'], rule: DecisionRule, t: ReturnType<typeof useTexts>): string {
  const isOfChannel = isOfCascade(kind) && !(kind === 'stays' && rule === 'opted_out');
  const leaving = isOfChannel ? wordIn(LEAVING_RULES, rule) : undefined;
  return leaving ? t(`delivery:trace.left.${leaving}`) : t(`rules:${rule}.why`);
}
