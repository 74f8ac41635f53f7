import { expect, test } from 'vitest';
import type { Tokens } from '#contract/auth/calls.ts';
import { createRefresher } from './refresh.ts';

const first: Tokens = { token: 'access-1', refreshToken: 'refresh-1' };
const second: Tokens = { token: 'access-2', refreshToken: 'refresh-2' };

/** A browser whose tabs share a storage and a lock, and a server that counts. */
function aBrowser(answer: (refreshToken: string) => Promise<Tokens | null> = async () => second) {
  let stored: Tokens | null = first;
  let lock: Promise<unknown> = Promise.resolve();
  const requests: string[] = [];
  const aTab = () =>
    createRefresher({
      read: () => stored,
      write: (tokens) => (stored = tokens),
      exclusively: (work) => {
        const result = lock.then(work);
        lock = result.catch(() => undefined);
        return result;
      },
      exchange: (refreshToken) => {
        requests.push(refreshToken);
        return answer(refreshToken);
      },
    });
  return { aTab, asked: requests, stored: () => stored, clear: () => (stored = null) };
}

test('calls of one tab that are refused together share one refresh', async () => {
  const browser = aBrowser();
  const refresh = browser.aTab();
  expect(await Promise.all([refresh('access-1'), refresh('access-1'), refresh('access-1')])).toEqual(
    Array(3).fill('access-2'),
  );
  expect(browser.asked).toEqual(['refresh-1']);
  expect(browser.stored()).toEqual(second);
});

test('tabs that are refused together send one refresh', async () => {
  const browser = aBrowser();
  const tokens = await Promise.all([
    browser.aTab()('access-1'),
    browser.aTab()('access-1'),
    browser.aTab()('access-1'),
  ]);
  expect(tokens).toEqual(Array(3).fill('access-2'));
  expect(browser.asked).toEqual(['refresh-1']);
});

test('a call that was refused with an old token retries with the stored one', async () => {
  const browser = aBrowser();
  expect(await browser.aTab()('access-0')).toBe('access-1');
  expect(browser.asked).toEqual([]);
});

test('a refused refresh ends the session', async () => {
  const browser = aBrowser(async () => null);
  expect(await browser.aTab()('access-1')).toBeNull();
});

test('after another tab logged out there is nothing to refresh', async () => {
  const browser = aBrowser();
  browser.clear();
  expect(await browser.aTab()('access-1')).toBeNull();
  expect(browser.asked).toEqual([]);
});

test('an unreachable server ends no session, and the next attempt sends again', async () => {
  let isDown = true;
  const browser = aBrowser(async () => {
    if (isDown) throw new Error('unreachable');
    return second;
  });
  const refresh = browser.aTab();
  await expect(refresh('access-1')).rejects.toThrow('unreachable');
  expect(browser.stored()).toEqual(first);
  isDown = false;
  expect(await refresh('access-1')).toBe('access-2');
});
