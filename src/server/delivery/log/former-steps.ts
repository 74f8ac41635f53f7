import type { TraceStep } from '#contract/delivery/calls.ts';
import { isAfter, isBefore, laterOf } from '#server/platform/values/instant-rules.ts';
import type { KnownFormerSend } from '#server/delivery/ledger/former-send-queries.ts';

/** The message as it is now: its channel, and when that one accepted it. */
type Present = { channelKind: string; acceptedAt: Temporal.Instant | null };

/** The steps of the attempts a message has left, each with where it went from there, and what came late. */
export function formerSteps(sends: readonly KnownFormerSend[], present: Present): TraceStep[] {
  return sends.flatMap((send, index) => {
    const next = sends[index + 1]?.channelKind ?? present.channelKind;
    // NOTE: the message is back on a channel that had accepted it before this attempt; that attempt is its present one.
    const isBack =
      index === sends.length - 1 && present.acceptedAt !== null && isBefore(present.acceptedAt, send.leftAt);
    return [
      ...(isBack ? [step('moved', send.channelKind, attemptedAt(send), { rule: 'not_delivered' })] : []),
      ...attemptSteps(send),
      step(isBack ? 'stays' : 'moved', next, send.leftAt, { rule: send.rule }),
      ...lateSteps(send),
    ];
  });
}

const attemptedAt = ({ times, leftAt }: KnownFormerSend) => times.accepted ?? times.failed ?? leftAt;

function attemptSteps({ channelKind, times, errorText, status, leftAt }: KnownFormerSend): TraceStep[] {
  if (status === 'skipped') return [];
  const at = times.accepted ?? times.failed ?? leftAt;
  const sentAt = times.sent && laterOf(times.sent, at);
  return [
    step('send', channelKind, at),
    ...(sentAt && !isAfter(sentAt, leftAt) ? [step('status', 'sent', sentAt)] : []),
    ...(times.failed ? [step('status', 'failed', laterOf(times.failed, at), { text: errorText })] : []),
  ];
}

function lateSteps({ channelKind, times, leftAt }: KnownFormerSend): TraceStep[] {
  const { delivered } = times;
  return delivered ? [step('late', channelKind, laterOf(delivered, leftAt))] : [];
}

function step(
  kind: TraceStep['kind'],
  name: string,
  at: Temporal.Instant,
  more: Partial<Pick<TraceStep, 'rule' | 'text'>> = {},
): TraceStep {
  return { at: at.toString(), kind, name, rule: null, compared: {}, text: null, ...more };
}
