import type { Page } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openCabinet, settled } from './cabinet.ts';
import { openDemo } from './demo.ts';

const demo = await openDemo();
const { owner } = demo;

type SavedFlow = { id: string; settings: { content: { texts: { default: string }; buttons: { type: string }[] } } };

let flowId: string;

beforeEach(async () => {
  const { id } = await owner<SavedFlow>('POST', '/flows', { kind: 'visit_reminder' });
  flowId = id;
});

const saved = async () => (await owner<SavedFlow>('GET', `/flows/${flowId}`)).settings.content;

test('variables are offered while they are typed, are one piece each, and come back by undo', async () => {
  const { page, failures } = await openEditor();
  await clear(page);
  await page.keyboard.type('Здравствуйте, {им');
  await page.getByRole('option', { name: 'Имя клиента' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('! Ждём @адр');
  await page.getByRole('option', { name: 'Адрес' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Backspace');
  await save(page);
  expect((await saved()).texts.default).toBe('Здравствуйте, {clientName}! Ждём');

  await page.getByTitle('Отменить · Ctrl+Z').click();
  await save(page);
  expect((await saved()).texts.default).toBe('Здравствуйте, {clientName}! Ждём {branchAddress}');
  expect(failures).toEqual([]);
});

test('words are marked by keys, by signs and by the toolbar, and the menu puts variables in', async () => {
  const { page } = await openEditor();
  await clear(page);
  await page.keyboard.type('*Завтра* в ');
  await page.getByRole('button', { name: 'Вставить', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Время' }).click();
  await page.locator('.ProseMirror [data-variable="recordTime"]').waitFor();
  await page.keyboard.press('Control+i');
  await page.keyboard.type(' ждём');
  await page.keyboard.press('Control+i');
  await page.keyboard.type(' вас');
  await save(page);
  expect((await saved()).texts.default).toBe('*Завтра* в {recordTime} _ждём_ вас');
});

test('a name that is no variable is marked, and pressing it offers those that are', async () => {
  const { page } = await openEditor();
  await clear(page);
  await page.keyboard.type('Да, {имяя}!');
  await page.getByRole('alert').filter({ hasText: '{имяя}' }).waitFor();
  await page.locator('[data-unknown]').click();
  await page.getByRole('option', { name: 'Имя клиента' }).click();
  await page.getByRole('alert').filter({ hasText: '{имяя}' }).waitFor({ state: 'detached' });
  await save(page);
  expect((await saved()).texts.default).toBe('Да, {clientName}!');
});

test('pasted text keeps bold, italic and variables only', async () => {
  const { page } = await openEditor();
  await clear(page);
  await paste(page, {
    'text/html': `<b style="font-weight:normal"><p><span style="font-weight:700">Скидка</span> <a href="javascript:x()">{Имя клиента}</a></p>
      <script>alert(1)</script><ul><li><i>стрижка</i></li></ul></b>`,
    'text/plain': 'нет',
  });
  await paste(page, { 'text/plain': '\nЖдём {recordDate}, *приходите*' });
  await save(page);
  expect((await saved()).texts.default).toBe('*Скидка* {clientName}\n• _стрижка_\nЖдём {recordDate}, *приходите*');
});

test('a text that is cut and put in again is the same', async () => {
  const { page } = await openEditor();
  const before = (await saved()).texts.default;
  await page.keyboard.press('Control+a');
  const copied = await page.evaluate(() => {
    const data = new DataTransfer();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('cut', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    return { html: data.getData('text/html'), plain: data.getData('text/plain') };
  });
  expect(copied.plain).toContain('{Имя клиента}');
  await paste(page, { 'text/plain': copied.plain });
  await save(page);
  expect((await saved()).texts.default).toBe(before);
  await clear(page);
  await paste(page, { 'text/html': copied.html, 'text/plain': copied.plain });
  await save(page);
  expect((await saved()).texts.default).toBe(before);
});

test('a text saved by a call whose answer was lost is not taken for another member’s', async () => {
  const { page } = await openEditor();
  await page.route(`**/api/v1/flows/${flowId}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel('Название').fill('Напоминание о записи');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('heading', { level: 1, name: 'Напоминание о записи' }).waitFor();
  await page.getByText('Несохранённые изменения').waitFor({ state: 'detached' });
  expect(await page.getByText('тем временем сохранил').count()).toBe(0);
});

test('a picture that conflicts with buttons is refused with a reason and an alternative', async () => {
  const { page } = await openEditor();
  expect((await saved()).buttons).not.toEqual([]);
  await page.getByRole('button', { name: 'Картинка', exact: true }).click();
  await page.getByText('Кнопки и вложение вместе не отправить').waitFor();
  await page.getByRole('button', { name: 'Убрать кнопки и прикрепить' }).click();
  await save(page);
  expect((await saved()).buttons).toEqual([]);
});

test('a document is above the text in the preview, and other file types are refused', async () => {
  const { page } = await openEditor();
  await page.getByRole('button', { name: 'Убрать кнопку' }).click();
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Документ', exact: true }).click();
    await (await chooser).setFiles(file);
  };
  await choose({ name: 'Прайс.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
  await page.getByRole('alert').filter({ hasText: 'у этого файла другой тип' }).waitFor();
  await choose({ name: 'Прайс.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await page.getByRole('button', { name: 'В течение 24 часов после ответа' }).click();
  await page.getByRole('log').getByText('Прайс.pdf').waitFor();
  await page.getByRole('button', { name: 'SMS' }).click();
  await page.getByText('Вложение здесь придёт ссылкой').waitFor();
  await page.getByRole('button', { name: 'Ссылка', exact: true }).click();
  await page.getByRole('button', { name: 'Убрать вложение и добавить кнопку' }).click();
  await page.getByLabel('Ссылка', { exact: true }).fill('https://example.com');
  await save(page);
  expect((await saved()).buttons).toMatchObject([{ type: 'url' }]);
});

test('typing before the editor has loaded is kept, and the focus stays in the field it moved to', async () => {
  const { page } = await openPage();
  const come = Promise.withResolvers<void>();
  await page.route('**/assets/TextEditor-*.js', async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.goto(`/flows/edit/${flowId}`);
  await settled(page);
  await page.getByRole('textbox', { name: 'Текст сообщения' }).focus();
  await page.keyboard.type(' Ждём');
  const name = page.getByLabel('Название', { exact: true });
  await name.focus();
  come.resolve();
  await page.locator('.ProseMirror').getByText('Вы придёте? Ждём').waitFor();
  await page.keyboard.type('!');
  expect(await name.inputValue()).toContain('!');
});

test('an old text that is replaced before the editor has loaded does not come back, and typing goes on', async () => {
  const { page } = await openPage();
  const come = Promise.withResolvers<void>();
  await page.route('**/assets/TextEditor-*.js', async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.goto(`/flows/edit/${flowId}`);
  await settled(page);
  await page.getByRole('textbox', { name: 'Текст сообщения' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('Autumn');
  come.resolve();
  await page.locator('.ProseMirror').getByText('Autumn').waitFor();
  await page.keyboard.type(' sale');
  expect(await page.locator('.ProseMirror').innerText()).toBe('Autumn sale');
});

/** A browser that closes after the test, at no page yet. */
async function openPage() {
  const { page, close, failures } = await openCabinet(demo);
  onTestFinished(() => close());
  return { page, failures };
}

async function openEditor() {
  const { page, failures } = await openPage();
  await page.goto(`/flows/edit/${flowId}`);
  await settled(page);
  await page.getByRole('textbox', { name: 'Текст сообщения' }).click();
  await page.locator('.ProseMirror').waitFor();
  return { page, failures };
}

async function clear(page: Page): Promise<void> {
  await page.locator('.ProseMirror').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

async function save(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.keyboard.press('Control+s');
  expect((await answer).status()).toBe(200);
  await page.getByText('Несохранённые изменения').waitFor({ state: 'detached' });
}

async function paste(page: Page, content: Record<string, string>): Promise<void> {
  await page.locator('.ProseMirror').evaluate((field, given) => {
    const data = new DataTransfer();
    for (const [type, text] of Object.entries(given)) data.setData(type, text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, content);
}
