import { expect, test } from 'vitest';
import { anydeskUrl } from './anydesk-url.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/153.0', 'https://anydesk.com/downloads/windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1', 'https://anydesk.com/downloads/mac-os'],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0', 'https://anydesk.com/downloads/windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148', null],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/153.0 Mobile', null],
])('the download for %s is %s', (userAgent, url) => {
  expect(anydeskUrl(userAgent)).toBe(url);
});
