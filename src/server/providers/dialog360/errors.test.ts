import { expect, test } from 'vitest';
import { classify, outcomeOfError } from './errors.ts';

test.each([
  [[0, 190, 3, 10, 200, 299, 133010, 131045], 'auth'],
  [[4, 80007, 130429, 131056, 133016], 'rate_limited'],
  [[1, 2, 131000, 131016, 131057, 135000, 131049], 'temporary'],
  [[130472, 131026, 131021, 131030, 130497], 'recipient_invalid'],
  [[131047], 'window_closed'],
  [[131050], 'opted_out'],
  [
    [131008, 131009, 100, 33, 131051, 131052, 131053, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018],
    'content_rejected',
  ],
  [[131031, 131048, 368], 'account_blocked'],
  [[131042], 'quota'],
  [[131999, 139000], 'content_rejected'],
])('Meta codes %o are %s', (codes, errorClass) => {
  for (const code of codes) expect(classify({ status: 400, code, text: '' }).errorClass).toBe(errorClass);
});

test.each([
  [401, 'Invalid api_key', 'auth'],
  [403, 'Endpoint is blocked', 'auth'],
  [400, 'Rate limit exceeded', 'rate_limited'],
  [400, 'You have unpaid invoices', 'quota'],
  [400, 'The number is disabled', 'account_blocked'],
  [400, 'Something is missing', 'content_rejected'],
  [500, 'Internal error', 'temporary'],
  [502, 'Upstream is away', 'temporary'],
])("360dialog's own %i '%s' is %s", (status, text, errorClass) => {
  expect(classify({ status, code: null, text }).errorClass).toBe(errorClass);
});

const meta = (code: number) => ({
  error: {
    message: `(#${code}) Title`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: 'Details' },
    error_subcode: 0,
    fbtrace_id: 'A1',
  },
});

test("a refusal keeps the vendor's code and text", () => {
  expect(outcomeOfError(400, meta(131047), null)).toEqual({
    kind: 'refused',
    errorClass: 'window_closed',
    code: '131047',
    text: '(#131047) Title: Details',
  });
});

test('the pair rate limit delays that contact alone, for six seconds', () => {
  expect(outcomeOfError(400, meta(131056), null)).toMatchObject({
    kind: 'unreached',
    errorClass: 'rate_limited',
    retryAfterMs: 6_000,
    scope: 'person',
  });
});

test('the rate limit of the number pauses the channel for the stated time', () => {
  expect(outcomeOfError(429, meta(130429), 2_000)).toMatchObject({
    kind: 'unreached',
    errorClass: 'rate_limited',
    retryAfterMs: 2_000,
    scope: 'channel',
  });
});

test("Meta's refusal to deliver is retried after a day at the earliest", () => {
  expect(outcomeOfError(400, meta(131049), null)).toMatchObject({ retryAfterMs: 86_400_000, scope: 'person' });
});

test.each([500, 502, 504, 408])("a gateway's page with %i leaves the outcome unknown", (status) => {
  expect(outcomeOfError(status, undefined, null)).toEqual({ kind: 'unknown', text: `HTTP ${status}` });
});

test.each([429, 503])('a refusal before processing (%i) is certainly no send', (status) => {
  expect(outcomeOfError(status, undefined, null)).toMatchObject({ kind: 'unreached', scope: 'channel' });
});

test('a failure reported by the vendor is believed', () => {
  const own = { meta: { success: false, http_code: 502, developer_message: 'Bad gateway' } };
  expect(outcomeOfError(502, own, null)).toMatchObject({ kind: 'unreached', errorClass: 'temporary' });
});
