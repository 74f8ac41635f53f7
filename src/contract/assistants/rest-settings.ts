import { z } from 'zod';
import {
  LONGEST_REST_URL,
  MAX_REST_CALLS,
  MAX_REST_HEADERS,
  MAX_REST_PARAMETERS,
  placeholdersIn,
  REST_METHODS,
  REST_PARAMETER_TYPES,
} from './rest-values.ts';

/** It stays the same when the call is changed; the web gives it. */
export const RestCallId = z
  .string()
  .min(8)
  .max(32)
  .regex(/^[0-9a-z]+$/)
  .brand<'RestCallId'>();
export type RestCallId = z.infer<typeof RestCallId>;

/** A value that the model fills in. */
const RestParameter = z.object({
  key: z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .max(60, { error: 'too_long' })
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, { error: 'format' }),
  /** For the model: what it is, and how it is written. */
  description: z.string().trim().min(1, { error: 'required' }).max(300, { error: 'too_long' }),
  type: z.enum(REST_PARAMETER_TYPES).default('text'),
  isRequired: z.boolean().default(true),
});
export type RestParameter = z.infer<typeof RestParameter>;

/** Headers that the product sets itself, or that belong to the connection. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|content-type|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*|idempotency-key)$/i;

export const RestHeaderName = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(60, { error: 'too_long' })
  .regex(/^[A-Za-z0-9-]+$/, { error: 'format' })
  .refine((name) => !OWN_HEADERS.test(name), { error: 'not_offered' });

const RestHeader = z.object({
  name: RestHeaderName,
  /** Null: a secret, which is set by a call of its own and never returned. */
  value: z
    .string()
    .trim()
    .max(500, { error: 'too_long' })
    .regex(/^[\x20-\x7E]*$/, { error: 'characters' })
    .nullable(),
});
export type RestHeader = z.infer<typeof RestHeader>;

/** An encrypted address. Unencrypted ones lead to places without a public name, which the server reaches by configuration alone. */
function isUsableUrl(text: string): boolean {
  const [, protocol = '', host = ''] = /^(https?):\/\/([^/?#@{}\s]+)(?:[/?][^\s#]*)?$/i.exec(text) ?? [];
  if (host === '') return false;
  return protocol.toLowerCase() === 'https' || /^(?:localhost|[\d.]+|\[.*\]|[^.:]+)(?::\d+)?$/.test(host);
}

/** A request to a system of the owner that the model may have sent. */
export const RestCall = z
  .object({
    id: RestCallId,
    /** Its purpose, e.g. "Order status". */
    title: z.string().trim().min(1, { error: 'required' }).max(80, { error: 'too_long' }),
    /** When to call it, in the owner's words. */
    when: z.string().trim().min(1, { error: 'required' }).max(1_000, { error: 'too_long' }),
    method: z.enum(REST_METHODS).default('GET'),
    /** `{key}` is replaced by the parameter. The others are sent in the query of GET and DELETE, else as JSON. */
    url: z
      .url({ protocol: /^https?$/, error: 'url', abort: true })
      .max(LONGEST_REST_URL, { error: 'too_long' })
      .refine(isUsableUrl, { error: 'url' }),
    parameters: z.array(RestParameter).max(MAX_REST_PARAMETERS).default([]),
    headers: z.array(RestHeader).max(MAX_REST_HEADERS).default([]),
    /** The part of the answer that the model gets, e.g. `data.items`; empty: all. A name in a list means that of each item. */
    keep: z
      .string()
      .trim()
      .max(200, { error: 'too_long' })
      .regex(/^(?:[^.\s]+(?:\.[^.\s]+)*)?$/, { error: 'format' })
      .default(''),
    /** It changes something: it is sent once for the same values in a turn, and never in a trial. */
    changes: z.boolean().default(false),
  })
  .superRefine(({ url, parameters, headers }, { addIssue }) => {
    for (const [at, { key }] of parameters.entries())
      if (parameters.findIndex((one) => one.key === key) !== at)
        addIssue({ code: 'custom', path: ['parameters', at, 'key'], message: 'repeated' });
    for (const [at, { name }] of headers.entries())
      if (headers.findIndex((one) => one.name.toLowerCase() === name.toLowerCase()) !== at)
        addIssue({ code: 'custom', path: ['headers', at, 'name'], message: 'repeated' });
    if (placeholdersIn(url).some((name) => !parameters.some(({ key }) => key === name)))
      addIssue({ code: 'custom', path: ['url'], message: 'not_found' });
  });
export type RestCall = z.infer<typeof RestCall>;

export const RestPlugin = z
  .object({ calls: z.array(RestCall).max(MAX_REST_CALLS).default([]) })
  .refine(({ calls }) => new Set(calls.map(({ id }) => id)).size === calls.length, {
    path: ['calls'],
    error: 'repeated',
  });
export type RestPlugin = z.infer<typeof RestPlugin>;
