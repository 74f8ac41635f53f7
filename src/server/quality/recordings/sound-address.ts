import type { RecordingId } from '#contract/quality/talks.ts';
import { SOUND_PATH } from '#contract/quality/values.ts';
import type { Context } from '#server/platform/context/context.ts';
import { signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';

type Signer = Pick<Context, 'vault' | 'clock'>;

/** An address is valid on its day and the next one: later it opens no call. */
const purposeOf = (day: Temporal.PlainDate) => `quality-sound:${day.toString()}`;
const today = ({ clock }: Signer) => clock.now().toZonedDateTimeISO('UTC').toPlainDate();

export const soundUrl = (ctx: Signer, tenantId: string, id: RecordingId): string =>
  `${SOUND_PATH}/${signIds(ctx, purposeOf(today(ctx)), [tenantId, id])}`;

/** @returns null unless we made the token, today or yesterday */
export function readSoundToken(ctx: Signer, token: string): { tenantId: string; recordingId: string } | null {
  for (const day of [today(ctx), today(ctx).subtract({ days: 1 })]) {
    const [tenantId, recordingId] = verifyIds(ctx, purposeOf(day), token, 2) ?? [];
    if (tenantId && recordingId) return { tenantId, recordingId };
  }
  return null;
}
