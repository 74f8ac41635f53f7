import { expect, test } from 'vitest';
import { comparableHost, readHost } from './host-rules.ts';

test.each([
  ['https://Evil.Example/', 'evil.example'],
  ['https://evil.example./', 'evil.example'],
  ['https://evil.example../', 'evil.example'],
  ['https://EVIL%2Eexample:8443/', 'evil.example'],
  ['https://evil\u3002example/', 'evil.example'],
  ['https://ｅｖｉｌ.example/', 'evil.example'],
  ['https://зло.рф/', 'xn--g1aij.xn--p1ai'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.1./', '127.0.0.1'],
  ['http://[::ffff:7f00:1]/', '127.0.0.1'],
  ['http://[2606:4700:0::1111]/', '2606:4700::1111'],
])('the host of %s is compared as %s', (address, host) => expect(comparableHost(new URL(address).hostname)).toBe(host));

test.each([
  ['evil.example', 'evil.example'],
  [' Evil.Example. ', 'evil.example'],
  ['*.evil.example', 'evil.example'],
  ['.evil.example', 'evil.example'],
  ['evil.example:8080', 'evil.example'],
  ['https://user@evil.example/path?x', 'evil.example'],
  ['//evil.example/', 'evil.example'],
  ['ЗЛО.рф', 'xn--g1aij.xn--p1ai'],
  ['0x7f.1', '127.0.0.1'],
  ['2606:4700:0::1111', '2606:4700::1111'],
  ['[::ffff:1.2.3.4]', '1.2.3.4'],
  ['', null],
  ['https://', null],
  ['no host', null],
])('%j in a list is the host %s', (written, host) => expect(readHost(written)).toBe(host));
