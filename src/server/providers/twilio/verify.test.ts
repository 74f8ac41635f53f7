import { expect, test } from 'vitest';
import { signatureOf, verifySignature } from './verify.ts';

const EXAMPLE = {
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  body: 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212',
  signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
};
const CYRILLIC = {
  url: 'https://app.example.test/hooks/twilio/t1/inbound?k=abc',
  body: `AccountSid=AC00000000000000000000000000000001&Body=${encodeURIComponent('Да')}&From=%2B79990001122&MessageSid=SM00000000000000000000000000000001&NumMedia=0&To=%2B15005550006`,
  signature: '1dB0lcwyFPXWiqGZlqca6m96wEE=',
};

const verify = (url: string, body: string, signature: string | undefined, authToken: string) =>
  verifySignature(
    { headers: signature === undefined ? {} : { 'x-twilio-signature': signature }, body: Buffer.from(body) },
    { url },
    { authToken },
  );

test("Twilio's published example, and one with Cyrillic words, are signed right", () => {
  expect(verify(EXAMPLE.url, EXAMPLE.body, EXAMPLE.signature, '12345')).toBe(true);
  expect(verify(CYRILLIC.url, CYRILLIC.body, CYRILLIC.signature, 'test_auth_token')).toBe(true);
});

test.each([
  ['another address', { url: 'https://mycompany.com/other' }],
  ['another field', { body: `${EXAMPLE.body}&Extra=1` }],
  ['another token', { authToken: '54321' }],
  ['no signature', { signature: undefined }],
  ['no token', { authToken: '' }],
])('a post with %s is refused', (_difference, change) => {
  const { url, body, signature, authToken } = { ...EXAMPLE, authToken: '12345', ...change };
  expect(verify(url, body, signature, authToken)).toBe(false);
});

test('the port of the URL does not affect the signature', () => {
  const signed = signatureOf('12345', 'https://mycompany.com:443/myapp.php?foo=1&bar=2', new URLSearchParams('A=1'));
  expect(verify(EXAMPLE.url, 'A=1', signed, '12345')).toBe(true);
  const bare = signatureOf('12345', 'https://salon.test/hooks', new URLSearchParams('A=1'));
  expect(verify('https://salon.test:8443/hooks', 'A=1', bare, '12345')).toBe(true);
});

test('a repeated parameter is signed with its distinct values in order', () => {
  const once = signatureOf('t', 'https://a.test/', new URLSearchParams('B=2&A=x&A=b'));
  expect(signatureOf('t', 'https://a.test/', new URLSearchParams('A=b&A=x&A=b&B=2'))).toBe(once);
});
