import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/deployment/config.ts';
import { deviceOf, sourceOf, verdictOf } from './click-rules.ts';
import { targetLimits } from './link-actions.ts';
import { refusalOfTarget, withUtm } from './target-rules.ts';

const LIMITS = {
  ownHosts: ['cabinet.salon.ru', 'localhost:3000'],
  blockedHosts: ['evil.example', 'xn--g1aij.xn--p1ai', '8.8.4.4'],
};

describe('a target is refused', () => {
  test.each([
    ['javascript:alert(1)', 'url'],
    ['data:text/html,<script>alert(1)</script>', 'url'],
    ['file:///etc/passwd', 'url'],
    ['ftp://files.salon.ru/', 'url'],
    ['salon.ru', 'url'],
    ['https://salon.ru/<script>', 'url'],
    ['https://bank.ru@phishing.ru/', 'target_credentials'],
    ['http://localhost/', 'target_inner'],
    ['http://127.0.0.1/', 'target_inner'],
    ['http://2130706433/', 'target_inner'],
    ['http://0x7f.1/', 'target_inner'],
    ['http://0/', 'target_inner'],
    ['http://10.1.2.3/admin', 'target_inner'],
    ['http://172.20.0.1/', 'target_inner'],
    ['http://192.168.1.1/', 'target_inner'],
    ['http://169.254.169.254/latest/meta-data', 'target_inner'],
    ['http://100.64.0.1/', 'target_inner'],
    ['http://[::1]/', 'target_inner'],
    ['http://[::ffff:10.0.0.1]/', 'target_inner'],
    ['http://[fd00::1]/', 'target_inner'],
    ['http://[2002:7f00:1::]/', 'target_inner'],
    ['http://router/', 'target_inner'],
    ['http://printer.local/', 'target_inner'],
    ['http://db.internal./', 'target_inner'],
    ['http://127.0.0.1.nip.io/', 'target_inner'],
    ['https://evil.example/x', 'target_blocked'],
    ['https://www.EVIL.example/x', 'target_blocked'],
    ['https://grabify.link/ABCDEF', 'target_blocked'],
    ['https://app.frontdesk.example/to/abcde123456/', 'target_loop'],
    ['https://cabinet.salon.ru/TO/abcde123456', 'target_loop'],
    ['http://localhost:3000/q/abcde123456', 'target_loop'],
    ['https://cabinet.salon.ru/%74o/abcde123456/', 'target_loop'],
    ['https://cabinet.salon.ru/%54%4F/abcde123456/', 'target_loop'],
    ['https://cabinet.salon.ru/%2574o/abcde123456/', 'target_loop'],
    ['https://cabinet.salon.ru//to/abcde123456/', 'target_loop'],
    ['https://cabinet.salon.ru/x/%2e%2e/to/abcde123456/', 'target_loop'],
    ['https://cabinet.salon.ru/%71/abcde123456', 'target_loop'],
    ['https://cabinet.salon.ru./to/abcde123456/', 'target_loop'],
    ['http://localhost.:3000/to/abcde123456/', 'target_loop'],
    ['https://evil.example./x', 'target_blocked'],
    ['https://shop.evil.example..:8443/x', 'target_blocked'],
    ['https://evil。example/', 'target_blocked'],
    ['https://зло.рф/', 'target_blocked'],
    ['http://0x08080404/', 'target_blocked'],
    ['http://[::ffff:8.8.4.4]/', 'target_blocked'],
    ['http://127.0.0.1./', 'target_inner'],
    ['http://[2001:0:7f00:1::1]/', 'target_inner'],
    ['http://[64:ff9b::a00:1]/', 'target_inner'],
    ['http://[fec0::1]/', 'target_inner'],
    ['http://localhost../', 'target_inner'],
  ])('%s: %s', (target, reason) => expect(refusalOfTarget(target, LIMITS)).toBe(reason));

  test.each([
    'https://salon.ru/price?from=instagram#nails',
    'http://салон.рф/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://notevil.example.com/',
    'https://app.frontdesk.example/book/abc',
    'https://app.frontdesk.example/%74om',
    'https://app.frontdesk.example/%E0%A4%A/x',
  ])('but not %s', (target) => expect(refusalOfTarget(target, LIMITS)).toBeNull());
});

test('of a machine that shows the demo only our own port is ours', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://nowhere',
    FRONTDESK_SECRET_KEY: '0'.repeat(48),
    FRONTDESK_DEMO: '1',
    PUBLIC_URL: 'http://localhost:3000',
  });
  const limits = targetLimits({ ...config, machineHosts: ['127.0.0.1'] });
  expect(refusalOfTarget('http://127.0.0.1:3000/book/abc', limits)).toBeNull();
  expect(refusalOfTarget('http://127.0.0.1/', limits)).toBe('target_inner');
  expect(refusalOfTarget('http://localhost:5432/', limits)).toBe('target_inner');
});

test('campaign marks are added to the target, and those that it has stay', () => {
  expect(withUtm('https://salon.ru/a?utm_source=site#b', { source: 'vk', medium: 'post', term: '' })).toBe(
    'https://salon.ru/a?utm_source=site&utm_medium=post#b',
  );
  expect(withUtm('https://salon.ru/a?x=%20y', { source: '' })).toBe('https://salon.ru/a?x=%20y');
});

test.each([
  ['https://example.com/?x=a%20b+c', 'https://example.com/?x=a%20b+c&utm_source=w%20a'],
  ['https://wa.me/79161234567?text=a%20b', 'https://wa.me/79161234567?text=a%20b&utm_source=w%20a'],
  ['https://EXAMPLE.com', 'https://EXAMPLE.com?utm_source=w%20a'],
  ['https://example.com:443/a/../b', 'https://example.com:443/a/../b?utm_source=w%20a'],
  ['https://example.com/?', 'https://example.com/?utm_source=w%20a'],
  ['https://example.com/?a=&b&&', 'https://example.com/?a=&b&&utm_source=w%20a'],
  ['https://example.com/?a=1;b=2', 'https://example.com/?a=1;b=2&utm_source=w%20a'],
  ['https://example.com/?a=1;utm_source=x', 'https://example.com/?a=1;utm_source=x'],
  ['https://example.com/?utm%5Fsource=', 'https://example.com/?utm%5Fsource='],
  ['https://example.com/?a=%zz', 'https://example.com/?a=%zz&utm_source=w%20a'],
  ['https://example.com/#/route?utm_source=x', 'https://example.com/?utm_source=w%20a#/route?utm_source=x'],
  ['https://example.com/цены?q=стрижка', 'https://example.com/цены?q=стрижка&utm_source=w%20a'],
  ["https://example.com/'(a)|?b={c}#", "https://example.com/'(a)|?b={c}&utm_source=w%20a#"],
])('marks are added to %s, which stays as it is', (target, marked) => {
  expect(withUtm(target, { source: 'w a' })).toBe(marked);
});

const request = (agent: string | undefined, headers: Record<string, string> = {}, method = 'GET') => ({
  method,
  headers: { ...headers, ...(agent !== undefined && { 'user-agent': agent }) },
  query: {},
});

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; CUBOT P80) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';

test.each([
  'WhatsApp/2.24.17.79 A',
  'TelegramBot (like TwitterBot)',
  'facebookexternalhit/1.1;line-poker/1.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'meta-externalagent/1.1',
  'Viber/20.3.1',
  'Viber',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'Mozilla/5.0 (compatible; OdklBot/1.0 like Linux; klass@odnoklassniki.ru)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'Slackbot-LinkExpanding 1.0',
  'curl/8.5.0',
  '',
  undefined,
])('a preview by %j is no click', (agent) => expect(verdictOf(request(agent))).toBe('preview'));

test.each([
  ANDROID,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 YandexSearch/24.60',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 Instagram 337.0.0 Android (34/14; 420dpi; Google/google; Pixel 8)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/465.0]',
])('a person with %j is a click', (agent) => expect(verdictOf(request(agent))).toBe('click'));

test('a request for headers and a prefetch are no clicks', () => {
  expect(verdictOf(request(ANDROID, {}, 'HEAD'))).toBe('head');
  expect(verdictOf(request(ANDROID, { 'sec-purpose': 'prefetch;prerender' }))).toBe('prefetch');
  expect(verdictOf(request(ANDROID, { purpose: 'prefetch' }))).toBe('prefetch');
  expect(verdictOf(request(ANDROID, { 'x-purpose': 'preview' }))).toBe('preview');
});

test('source and device are read from what the request tells', () => {
  const from = (headers: Record<string, string>, query: Record<string, string> = {}) => ({
    ...request(ANDROID, headers),
    query,
  });
  expect(sourceOf(from({ referer: 'https://www.vk.com/salon?x=1' }))).toBe('vk.com');
  expect(sourceOf(from({ referer: 'nonsense' }))).toBe('direct');
  expect(sourceOf(from({ referer: 'https://vk.com/' }, { qr: '' }))).toBe('qr');
  expect(sourceOf(request('Mozilla/5.0 (Linux; Android 14) Instagram 337.0'))).toBe('Instagram');
  expect(deviceOf(request(ANDROID))).toBe('phone');
  expect(deviceOf(request('Mozilla/5.0 (iPad; CPU OS 17_5) Mobile'))).toBe('tablet');
  expect(deviceOf(request('Mozilla/5.0 (Windows NT 10.0; Win64; x64)'))).toBe('computer');
  expect(deviceOf(request(''))).toBe('unknown');
});
