import { expect, test } from 'vitest';
import { verifyGraph, verifyHub } from './verify.ts';

const BODY = Buffer.from('{"object":"whatsapp_business_account","entry":[]}');
const WEBHOOK = { url: 'https://salon.example/hooks/dialog360/x', headerSecret: 'secret' };
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
    expect(verifyHub(post({ authorization, 'x-360dialog-signature': signature }), WEBHOOK, SECRET)).toBe(true);
  },
);

test('the configured header is required', () => {
  expect(verifyHub(post({ authorization }), WEBHOOK, undefined)).toBe(true);
  expect(verifyHub(post({ authorization }), WEBHOOK, SECRET)).toBe(true);
  expect(verifyHub(post({}), WEBHOOK, undefined)).toBe(false);
  expect(verifyHub(post({}), WEBHOOK, SECRET)).toBe(false);
  expect(verifyHub(post({ authorization: 'Bearer other' }), WEBHOOK, undefined)).toBe(false);
  expect(verifyHub(post({ 'x-360dialog-signature': HEX }), WEBHOOK, undefined)).toBe(false);
});

test('both the signature and the header must be right', () => {
  expect(verifyHub(post({ authorization, 'x-360dialog-signature': 'ff' }), WEBHOOK, SECRET)).toBe(false);
  expect(verifyHub(post({ authorization, 'x-360dialog-signature': '' }), WEBHOOK, SECRET)).toBe(false);
  const wrong = { authorization: 'Bearer other', 'x-360dialog-signature': HEX };
  expect(verifyHub(post(wrong), WEBHOOK, SECRET)).toBe(false);
});

test('payloads of the business account have a signature and no header', () => {
  expect(verifyHub(post({ 'x-360dialog-signature': HEX }), WEBHOOK, SECRET)).toBe(true);
});
