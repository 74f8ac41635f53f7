import { storableText } from '#server/platform/values/json.ts';

/**
 * Parses a form received from outside (`application/x-www-form-urlencoded`), or a query. As in JSON, characters that the
 * database cannot store are removed; bytes that are no UTF-8 become U+FFFD.
 */
export function readForm(text: string): URLSearchParams {
  const fields = new URLSearchParams(text);
  return MAY_HOLD_UNSTORABLE.test(text)
    ? new URLSearchParams([...fields].map(([name, value]) => [storableText(name), storableText(value)]))
    : fields;
}

/** `URLSearchParams` makes all texts well-formed, so that only a zero character may be left. */
const MAY_HOLD_UNSTORABLE = /%00|\0/;
