import { z } from 'zod';
import type { Answer } from '#server/platform/http/http-client.ts';

const Refusal = z.object({ code: z.string(), description: z.string().optional() });

type Failure = { kind: 'refused' | 'unknown'; text: string };

/** Reads an answer other than 200. */
export function failureOf({ status, json }: Extract<Answer, { kind: 'answered' }>): Failure {
  // NOTE: 202 is still being worked on, 500 says nothing about the result; both are repeated with the same key.
  if (status < 400 || status === 429 || status >= 500) return { kind: 'unknown', text: `HTTP ${status}` };
  const refusal = Refusal.safeParse(json).data;
  return { kind: 'refused', text: refusal ? `${refusal.code}: ${refusal.description ?? ''}` : `HTTP ${status}` };
}
