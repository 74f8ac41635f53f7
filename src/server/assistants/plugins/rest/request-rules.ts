import type { RestCall, RestParameter } from '#contract/assistants/rest-settings.ts';
import { placeholdersIn } from '#contract/assistants/rest-values.ts';

export type RestValue = string | number | boolean;

/** A request without its own headers and secrets. */
export type RestRequest = { url: string; body: string | null };

export type ParameterTrouble = { trouble: 'missing' | 'bad_value'; parameter: string };

/**
 * Makes the request of a call: parameters that its address names replace their names, the others are the query of GET
 * and DELETE, else a JSON object. An optional one without a value is left out.
 *
 * @param given values by key, as the model or a member gives them
 */
export function requestOf(
  { method, url: template, parameters }: Pick<RestCall, 'method' | 'url' | 'parameters'>,
  given: Readonly<Record<string, unknown>>,
): RestRequest | ParameterTrouble {
  const inAddress = new Set(placeholdersIn(template));
  const values = new Map<string, RestValue>();
  for (const parameter of parameters) {
    const { key, isRequired } = parameter;
    const value = readValue(parameter, Object.hasOwn(given, key) ? given[key] : undefined);
    if (value === 'bad') return { trouble: 'bad_value', parameter: key };
    if (value !== null) values.set(key, value.of);
    else if (isRequired || inAddress.has(key)) return { trouble: 'missing', parameter: key };
  }
  for (const key of inAddress)
    // NOTE: these would be resolved to another path
    if (/^\.{1,2}$/.test(String(values.get(key)))) return { trouble: 'bad_value', parameter: key };
  const url = new URL(
    template.replaceAll(/\{([^{}]*)\}/g, (_, key: string) => encodeURIComponent(values.get(key) ?? '')),
  );
  const others = [...values].filter(([key]) => !inAddress.has(key));
  if (method === 'GET' || method === 'DELETE') {
    for (const [key, value] of others) url.searchParams.append(key, String(value));
    return { url: url.href, body: null };
  }
  return { url: url.href, body: JSON.stringify(Object.fromEntries(others)) };
}

const YES = /^(?:true|1|yes|да|так|sim)$/iu;
const NO = /^(?:false|0|no|нет|ні|não)$/iu;

/** A value by the type of its parameter; null: none was given. */
function readValue({ type }: RestParameter, given: unknown): { of: RestValue } | null | 'bad' {
  if (given === null || given === undefined || given === '') return null;
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return 'bad';
  const text = String(given).trim();
  if (text === '') return null;
  if (type === 'text') return { of: text };
  if (type === 'yes_no') {
    if (YES.test(text)) return { of: true };
    return NO.test(text) ? { of: false } : 'bad';
  }
  const number = Number(text.replaceAll(/[\s\u00A0]/g, '').replace(',', '.'));
  return Number.isFinite(number) ? { of: number } : 'bad';
}
