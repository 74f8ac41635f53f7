import { z } from 'zod';
import { withTenant } from '#server/platform/database/db.ts';
import { listBreakers } from './breaker-queries.ts';
import { callModel, mayCall } from './calling.ts';
import type { SpokenSegment, TranscribeSegments } from './port.ts';
import { transcriptionProviders } from './reads.ts';
import { spend } from './spending.ts';
import { fileName } from './transcribing-actions.ts';

// NOTE: a process: it calls a model between short transactions.

/** A quarter of an hour of speech takes providers up to two minutes. */
const TIMEOUT_MS = 180_000;

/** Writes a recording down with the times of its words, by the first provider that answers; see {@link TranscribeSegments}. */
export const transcribeSegments: TranscribeSegments = async (ctx, { tenantId, key, seconds, signal, ...recording }) => {
  const providers = transcriptionProviders(ctx.config);
  if (providers.length === 0) return { isOk: false, trouble: 'no_model' };
  const priceOf = (pricePerMinute: number) => Math.ceil((seconds * Math.round(pricePerMinute * 1_000_000)) / 60);
  const amount = Math.max(...providers.map((one) => priceOf(one.transcription.pricePerMinute)));
  const lastsMs = providers.length * TIMEOUT_MS;
  const done = await spend(ctx, { tenantId, amount, lastsMs, ...(signal && { signal }) }, async (reservation) => {
    const breakers = await withTenant(ctx, tenantId, listBreakers);
    for (const provider of providers) {
      const { model, pricePerMinute, answers } = provider.transcription;
      if (!(await mayCall(ctx, tenantId, { provider: provider.name, model, breakers }))) continue;
      const reply = await callModel<Transcript>(ctx, {
        tenantId,
        provider,
        model,
        breakers,
        multipart: formOf({ ...recording, model, answers }),
        path: '/audio/transcriptions',
        timeoutMs: TIMEOUT_MS,
        ...(signal && { signal }),
        about: { purpose: 'transcription', key, reservationId: reservation.id },
        async read(json) {
          const { data } = Answer.safeParse(json);
          return data
            ? {
                value: { segments: segmentsOf(data, seconds), language: data.language ?? null },
                usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
                isEstimated: false,
                costMicroUsd: priceOf(pricePerMinute),
              }
            : null;
        },
      });
      if (reply.value || signal?.aborted) return reply.value;
    }
    return null;
  });
  if (signal?.aborted) return { isOk: false, trouble: 'aborted' };
  if (!done) return { isOk: false, trouble: 'balance' };
  return done.result ? { isOk: true, ...done.result } : { isOk: false, trouble: 'unavailable' };
};

type Transcript = { segments: SpokenSegment[]; language: string | null };

function formOf({
  bytes,
  mediaType,
  language,
  model,
  answers,
}: {
  bytes: Uint8Array;
  mediaType: string;
  language: string | null;
  model: string;
  answers: 'words' | 'times' | 'speakers';
}): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mediaType }), fileName(mediaType));
  form.set('model', model);
  if (language) form.set('language', language);
  form.set('response_format', { words: 'json', times: 'verbose_json', speakers: 'diarized_json' }[answers]);
  if (answers === 'times') form.set('timestamp_granularities[]', 'segment');
  if (answers === 'speakers') form.set('chunking_strategy', 'auto'); // NOTE: required of longer recordings
  return form;
}

const Seconds = z.number().nonnegative();
const Answer = z.object({
  text: z.string(),
  language: z.string().optional(),
  segments: z
    .array(z.object({ start: Seconds, end: Seconds, text: z.string(), speaker: z.string().nullish() }))
    .optional(),
});

/** Words without times are those of the whole recording. */
function segmentsOf({ text, segments }: z.infer<typeof Answer>, seconds: number): SpokenSegment[] {
  const given = segments ?? [{ start: 0, end: seconds, text }];
  return given
    .map((one) => ({ start: one.start, end: one.end, text: one.text.trim(), speaker: one.speaker ?? null }))
    .filter((one) => one.text !== '');
}
