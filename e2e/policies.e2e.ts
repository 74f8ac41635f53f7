import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { createFlow } from '#contract/flows/calls.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { aFullCabinet } from '#server/testing/houses/full-cabinet.ts';
import { testServer } from '#server/testing/server/http.ts';
import { launchBrowser } from './browser.ts';
import { settled } from './cabinet.ts';

/** The content security policy in a real browser, on the product as it is built. `screens.e2e.ts` finds screens that violate it. */
const server = await testServer({ env: { FRONTDESK_DEMO: '1' } });
const cabinet = await aFullCabinet(server);
const browser = await launchBrowser();
afterAll(() => browser.close());

async function openPage({ isSignedIn }: { isSignedIn: boolean }) {
  const baseURL = server.origin.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ baseURL, locale: 'ru-RU' });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const violations: string[] = [];
  const record = (text: string) => {
    if (/Content Security Policy|Trusted ?(?:HTML|Script|Type)|written as markup/i.test(text))
      violations.push(`${new URL(page.url()).pathname}: ${text}`);
  };
  page.on('console', (message) => record(message.text()));
  page.on('pageerror', ({ message }) => record(message));
  if (isSignedIn) {
    await page.goto('/account/login');
    await page.locator('input[type=email]').fill(cabinet.email);
    await page.locator('input[type=password]').fill(cabinet.password);
    await page.locator('button[type=submit]').click();
    await page.waitForURL((url) => url.pathname === '/');
  }
  return { page, context, violations };
}

test('a dialog that locks scrolling, a text that is typed and one that is pasted violate nothing', async () => {
  const { page, context, violations } = await openPage({ isSignedIn: true });
  const body = { kind: 'visit_created' as const, settings: defaultSettings('visit_created', 'ru') };
  const { body: flow } = await server.call(createFlow, { token: cabinet.token, body });
  await page.goto(`/flows/edit/${flow.id}`);
  await settled(page);
  await page.getByRole('textbox', { name: 'Текст сообщения' }).click();
  const editor = page.locator('.ProseMirror');
  await editor.waitFor();
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Ждём вас');
  await expect.poll(() => editor.innerText(), { message: violations.join('; ') }).toContain('Ждём вас');
  await paste(page, '<p>Ждём <b>вас</b></p><img src=x onerror="document.title=1">');
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').first().waitFor();
  expect(violations).toEqual([]);
  await context.close();
});

/** Pastes HTML where the cursor is. */
async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/html', text);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, html);
}

test('the policy stops a foreign script, style and image, and text that becomes markup', async () => {
  const { page, context, violations } = await openPage({ isSignedIn: false });
  await page.goto('/account/login');
  await settled(page);
  const stopped = await page.evaluate(async () => {
    const directives: string[] = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => directives.push(effectiveDirective));
    const add = (tag: string, change: object) =>
      document.body.append(Object.assign(document.createElement(tag), change));
    add('img', { src: 'https://evil.example/pixel.png' });
    const style = document.createElement('style');
    style.append('body { display: none }');
    document.body.append(style);
    const refusals: string[] = [];
    for (const write of [
      () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      () => add('script', { text: 'document.title = "taken"' }),
      () => add('script', { src: 'https://evil.example/script.js' }),
    ]) {
      try {
        write();
        refusals.push('written');
      } catch (error) {
        refusals.push(error instanceof TypeError ? 'refused' : String(error));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { directives, refusals, title: document.title, isShown: getComputedStyle(document.body).display !== 'none' };
  });
  expect(stopped.refusals).toEqual(['refused', 'refused', 'refused']);
  expect(stopped.directives).toEqual(expect.arrayContaining(['img-src', 'style-src-elem']));
  expect(stopped).toMatchObject({ isShown: true, title: expect.not.stringContaining('taken') });
  expect(violations.length).toBeGreaterThan(2);
  await context.close();
});
