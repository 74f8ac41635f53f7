import { z } from 'zod';
import { withTenant } from '#server/platform/database/db.ts';
import { listBreakers } from './breaker-queries.ts';
import { callModel, mayCall } from './calling.ts';
import type { Transcribe } from './port.ts';
import { transcriptionProviders } from './reads.ts';
import { spend } from './spending.ts';

// NOTE: a process: it calls a model between short transactions.

const TIMEOUT_MS = 60_000;
/** Bytes of a minute of speech in the codecs of messengers, at their least: a length that is not stated is not above it. */
const BYTES_PER_MINUTE = 60_000;

/** Writes a recording down, by the first provider that answers; see {@link Transcribe}. */
export const transcribe: Transcribe = async (ctx, { tenantId, key, bytes, mediaType, language, signal }) => {
  const providers = transcriptionProviders(ctx.config);
  const mostMinutes = bytes.length / BYTES_PER_MINUTE;
  const priceOf = (minutes: number, pricePerMinute: number) => Math.ceil(minutes * pricePerMinute * 1_000_000);
  const amount = Math.max(0, ...providers.map((one) => priceOf(mostMinutes, one.transcription.pricePerMinute)));
  const lastsMs = providers.length * TIMEOUT_MS;
  const done = await spend(ctx, { tenantId, amount, lastsMs, ...(signal && { signal }) }, async (reservation) => {
    const breakers = await withTenant(ctx, tenantId, listBreakers);
    for (const provider of providers) {
      const { model, pricePerMinute } = provider.transcription;
      if (!(await mayCall(ctx, tenantId, { provider: provider.name, model, breakers }))) continue;
      const multipart = new FormData();
      multipart.set('file', new Blob([new Uint8Array(bytes)], { type: mediaType }), fileName(mediaType));
      multipart.set('model', model);
      if (language) multipart.set('language', language);
      const reply = await callModel<{ text: string }>(ctx, {
        tenantId,
        provider,
        model,
        breakers,
        multipart,
        path: '/audio/transcriptions',
        timeoutMs: TIMEOUT_MS,
        ...(signal && { signal }),
        about: { purpose: 'transcription', key, reservationId: reservation.id },
        async read(json) {
          const { data } = Transcript.safeParse(json);
          if (!data) return null;
          const seconds = data.duration ?? data.usage?.seconds;
          const minutes = seconds === undefined ? mostMinutes : seconds / 60;
          return {
            value: { text: data.text },
            usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
            isEstimated: seconds === undefined,
            costMicroUsd: priceOf(minutes, pricePerMinute),
          };
        },
      });
      if (reply.value || signal?.aborted) return reply.value;
    }
    return null;
  });
  return done?.result ?? null;
};

const Seconds = z.coerce.number().nonnegative();
const Transcript = z.object({
  text: z.string(),
  duration: Seconds.optional(),
  usage: z.object({ seconds: Seconds.optional() }).optional(),
});

/** Providers recognise the format by the name's ending. */
export function fileName(mediaType: string): string {
  const [kind = ''] = mediaType.split(';');
  return `audio.${ENDINGS[kind.trim().toLowerCase()] ?? 'ogg'}`;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'm4a',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/webm': 'webm',
  'audio/flac': 'flac',
  'video/mp4': 'mp4',
};
