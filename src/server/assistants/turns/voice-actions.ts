import { requestTranscripts } from '#server/conversations/files/transcript-actions.ts';
import type { UnhandledMessage } from '#server/conversations/answering/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { compareInstants, isAfter } from '#server/platform/values/instant-rules.ts';

/** A turn waits so long for the words of its voice messages; then a person is called. */
const WAIT_MINUTES = 3;

/** The words of the voice messages of a turn; `unreadable`: a person has to listen to them. */
export type VoiceWords =
  | { kind: 'read'; texts: string[] }
  | { kind: 'waits'; until: Temporal.Instant }
  | { kind: 'unreadable'; isUnpaid: boolean };

/** Reads the words of voice messages, and has them written where they are not. */
export async function readVoices(scope: ActionScope, voices: readonly UnhandledMessage[]): Promise<VoiceWords> {
  if (voices.length === 0) return { kind: 'read', texts: [] };
  const transcripts = await requestTranscripts(
    scope,
    voices.map(({ id }) => id),
  );
  const trouble = transcripts.find(({ state }) => state === 'failed');
  const isMissing = transcripts.length < voices.length || transcripts.some(({ state }) => state === null);
  if (trouble || isMissing) return { kind: 'unreadable', isUnpaid: trouble?.trouble === 'balance' };
  const untils = transcripts.flatMap(({ state, requestedAt }) =>
    state === 'writing' && requestedAt ? [requestedAt.add({ minutes: WAIT_MINUTES })] : [],
  );
  const [until] = untils.toSorted(compareInstants);
  if (!until) return { kind: 'read', texts: transcripts.map(({ text }) => text) };
  return isAfter(until, scope.clock.now()) ? { kind: 'waits', until } : { kind: 'unreadable', isUnpaid: false };
}
