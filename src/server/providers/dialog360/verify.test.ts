import { expect, test } from 'vitest';
import { verifyGraph, verifyHub } from './verify.ts';

const BODY = Buffer.from('{"object":"whatsapp_business_account","entry":[]}');
const HOOK = { url: 'https://salon.example/hooks/dialog360/x', headerSecret: 'secret' };
const receivedAt = Temporal.Instant.from('2026-01-01T00:00:00Z');
const post = (headers: Record<string, string>, body = BODY) => ({ headers, body, receivedAt });

test('Meta signs with the secret of the app', () => {
  const right = 'sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756';
  expect(verifyGraph(post({ 'x-hub-signature-256': right }), 'test_app_secret')).toBe(true);
  expect(verifyGraph(post({ 'x-hub-signature-256': right }), 'other')).toBe(false);
  expect(verifyGraph(post({ 'x-hub-signature-256': right }, Buffer.from('{}')), 'test_app_secret')).toBe(false);
  expect(verifyGraph(post({}), 'test_app_secret')).toBe(false);
});

const HEX = '1b1fdc36f8b28c396c5a1a56e276923dc35a006fc6bcf1d1a66ea67815a34baa';
const SECRET = 'test_platform_secret';
const authorization = 'Bearer secret';

test.each([HEX, HEX.toUpperCase(), `sha256=${HEX}`, Buffer.from(HEX, 'hex').toString('base64')])(
  '360dialog may sign as %s',
  (signature) => {
    expect(verifyHub(post({ authorization, 'x-360dialog-signature': signature }), HOOK, SECRET)).toBe(true);
  },
);

test('the header we asked for is demanded', () => {
  expect(verifyHub(post({ authorization }), HOOK, undefined)).toBe(true);
  expect(verifyHub(post({ authorization }), HOOK, SECRET)).toBe(true);
  expect(verifyHub(post({}), HOOK, undefined)).toBe(false);
  expect(verifyHub(post({}), HOOK, SECRET)).toBe(false);
  expect(verifyHub(post({ authorization: 'Bearer other' }), HOOK, undefined)).toBe(false);
  expect(verifyHub(post({ 'x-360dialog-signature': HEX }), HOOK, undefined)).toBe(false);
});

test('a wrong signature spoils the right header, and a right one does not mend a wrong header', () => {
  expect(verifyHub(post({ authorization, 'x-360dialog-signature': 'ff' }), HOOK, SECRET)).toBe(false);
  expect(verifyHub(post({ authorization, 'x-360dialog-signature': '' }), HOOK, SECRET)).toBe(false);
  const wrong = { authorization: 'Bearer other', 'x-360dialog-signature': HEX };
  expect(verifyHub(post(wrong), HOOK, SECRET)).toBe(false);
});

test("the business account's posts bear a signature and no header", () => {
  expect(verifyHub(post({ 'x-360dialog-signature': HEX }), HOOK, SECRET)).toBe(true);
});
