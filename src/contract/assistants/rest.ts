import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { AssistantParams } from './calls.ts';
import { RestCall, RestCallId, RestHeaderName } from './rest-settings.ts';
import { LONGEST_REST_SECRET, REST_TROUBLES } from './rest-values.ts';

/** A secret value of a header; it is never returned. */
const RestSecret = z.object({
  callId: RestCallId,
  /** In small letters. */
  header: z.string(),
  /** It is sent to this origin alone, e.g. `https://api.example.com`. */
  origin: z.string(),
});
export type RestSecret = z.infer<typeof RestSecret>;

export const listRestSecrets = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/rest-secrets',
  access: 'member',
  summary: 'Lists which secret headers of the calls of an assistant are set, without their values.',
  params: AssistantParams,
  reply: z.object({ items: z.array(RestSecret) }),
  problems: ['assistant.not_found'],
});

export const putRestSecret = endpoint({
  method: 'PUT',
  path: '/api/v1/assistants/:assistantId/rest-secrets',
  access: 'member',
  summary: 'Sets or removes the secret value of a header of a call.',
  params: AssistantParams,
  body: z.object({
    callId: RestCallId,
    header: RestHeaderName,
    /** The address of the call; the value is sent to its origin alone. */
    url: RestCall.shape.url,
    /** Null removes it. */
    value: z
      .string()
      .trim()
      .min(1, { error: 'required' })
      .max(LONGEST_REST_SECRET, { error: 'too_long' })
      .regex(/^[\x20-\x7E]*$/, { error: 'secret' })
      .nullable(),
  }),
  reply: z.object({ items: z.array(RestSecret) }),
  problems: ['assistant.not_found', 'rest_secret.limit_reached'],
});

/** Sends a call as it is typed, saved or not. One that changes something changes it. */
export const tryRestCall = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/rest-trial',
  access: 'member',
  summary: 'Sends a call of an assistant once with given values, and returns its answer.',
  params: AssistantParams,
  body: z.object({
    call: RestCall,
    /** Values by the keys of the parameters, as text. */
    values: z.record(z.string().max(60), z.string().max(1_000, { error: 'too_long' })),
  }),
  reply: z.object({
    /** The status of HTTP; null: no answer came. */
    status: z.int().nullable(),
    trouble: z.enum(REST_TROUBLES).nullable(),
    /** The parameter that is in trouble. */
    parameter: z.string().nullable(),
    /** The beginning of the answer as it came. */
    answer: z.string(),
    /** The part for the model, as JSON. */
    part: z.string(),
    /** The model gets less than came. */
    isCut: z.boolean(),
    tookMs: z.int(),
  }),
  problems: ['assistant.not_found'],
  ratePerMinute: 30,
});
