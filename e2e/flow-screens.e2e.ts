import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openCabinet, settled } from './cabinet.ts';
import { openDemo } from './demo.ts';
import { until } from './world.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** A finger's target, less what rounding to whole pixels takes. */
const FINGER = 43;
/** The narrowest desk there is, a tablet on its side, and what most laptops have. */
const LAPTOPS = [992, 1024, 1280, 1366];

const demo = await openDemo();
const { owner } = demo;

const made = (templateType: string) => owner<{ id: string }>('POST', '/flows/templates', { templateType });

test('a finger hits what it aims at on the screens of flows', async () => {
  const { id } = await made('reminder_24');
  const { page, close } = await openCabinet(demo, PHONE);
  const steps = ['message', 'when', 'who', 'send'].map((step) => `/flows/edit/${id}/${step}`);
  for (const path of ['/flows', '/flows/EditTextInFlows?find=Услуга', ...steps]) {
    await page.goto(path);
    await settled(page);
    expect(await tooSmall(page), path).toEqual([]);
  }
  await page.goto('/flows');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('toolbar').waitFor();
  expect(await tooSmall(page), 'with flows chosen').toEqual([]);
  await close();
});

test('on a phone a flow is paused where it is edited', async () => {
  const { id } = await made('review_request');
  const { page, close } = await openCabinet(demo, PHONE);
  await page.goto(`/flows/edit/${id}`);
  await page.getByRole('button', { name: 'Поставить на паузу' }).tap();
  await page.getByRole('button', { name: 'Продолжить' }).waitFor();
  expect(await owner('GET', `/flows/${id}`)).toMatchObject({ status: 'pause' });
  await close();
});

test('no confirmation is shown where no chosen flow can go live, and a failed check is reported', async () => {
  await owner('POST', '/flows', { kind: 'threshold', title: 'Рубеж без рубежа' });
  const { page, close } = await openCabinet(demo);
  const ask = async () => {
    await page.goto('/flows?search=Рубеж+без+рубежа');
    await settled(page);
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Включить для клиентов' }).click();
  };
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: /^Включить/ });

  await ask();
  await dialog.getByText('Рубеж без рубежа').waitFor();
  expect(await confirm.count()).toBe(0);

  await page.route('**/api/v1/flows/bulk', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
  await ask();
  // NOTE: the check is made again by itself when flows change, and its button waits meanwhile.
  const retry = dialog.getByRole('button', { name: 'Повторить' });
  await expect.poll(async () => [await retry.count(), await confirm.count()]).toEqual([1, 0]);
  await close();
});

test('a deletion can be undone after a reload of the page', async () => {
  const { id } = await made('cross_selling');
  const { page, close } = await openCabinet(demo);
  await page.goto('/flows?kind=cross_selling');
  await settled(page);
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) });
  await row.getByRole('button', { name: 'Действия' }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await row.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await row.waitFor();
  expect(await owner('GET', `/flows/${id}`)).toMatchObject({ id });
  await page.reload();
  await settled(page);
  expect(await page.getByRole('button', { name: 'Отменить' }).count()).toBe(0);
  await close();
});

test('several answers to a question are chosen one after another', async () => {
  const { id } = await made('review_request');
  const { page, close } = await openCabinet(demo);
  await page.goto(`/flows/edit/${id}/who`);
  await page.getByRole('button', { name: 'Добавить условие' }).click();
  await page.getByRole('menuitem', { name: 'Услуга', exact: true }).click();
  const services = page.getByRole('group', { name: 'Услуга', exact: true });
  await services.getByPlaceholder('Выберите').click();
  await page.getByRole('option').nth(0).click();
  await page.getByRole('option').nth(1).click();
  await page.keyboard.press('Escape');
  await services.getByText('Все, кроме этих').click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Сохранено').waitFor();
  const { settings } = await owner<{ settings: { conditions: unknown } }>('GET', `/flows/${id}`);
  expect(settings.conditions).toMatchObject({
    groups: [{ conditions: [{ field: 'service', isNot: true, values: [expect.any(String), expect.any(String)] }] }],
  });
  await close();
});

test('from 992 pixels on a row fits its list, with its menu', async () => {
  const { flows } = await owner<{ flows: { id: string }[] }>('GET', '/flows?mode=combat');
  const flowIds = flows.map((flow) => flow.id);
  const { id } = await owner<{ id: string }>('POST', '/flows/rehearsals', { days: 30, flowIds });
  await until('the rehearsal is done', async () => {
    return (await owner<{ status: string }>('GET', `/flows/rehearsals/${id}`)).status === 'done';
  });
  const { page, close } = await openCabinet(demo);
  const lists = ['/flows', '/insights/message-logs', '/contacts', '/flows/rehearsal', `/flows/rehearsal/${id}`];
  const look = async (path: string) => {
    await page.goto(path);
    await settled(page);
    for (const width of LAPTOPS) {
      await page.setViewportSize({ width, height: 768 });
      expect(await cutTables(page), `${path} at ${width}`).toEqual([]);
    }
  };
  for (const path of lists) await look(path);
  // A flow with clicks has a column more.
  await page.route(/\/api\/v1\/flows\/rows/, async (route) => {
    type Rows = { items: { counts: object }[] };
    const { items, ...rest } = (await (await route.fetch()).json()) as Rows; // NOTE: the contract is tested beside the server
    const clicked = items.map((row) => ({ ...row, counts: { ...row.counts, clicked: 321 } }));
    await route.fulfill({ json: { ...rest, items: clicked } });
  });
  await look('/flows');
  await page.getByRole('columnheader', { name: 'Перешли' }).waitFor();
  await close();
});

test('on a phone the filters of a list open by a button with the number of active ones', async () => {
  const { page, close } = await openCabinet(demo, PHONE);
  await page.goto('/flows');
  await settled(page);
  const button = page.getByRole('main').getByRole('button', { name: 'Фильтры' });
  const sheet = page.getByRole('dialog', { name: 'Фильтры' });
  await button.tap();
  await sheet.getByLabel('Режим').selectOption('combat');
  await sheet.getByRole('button', { name: 'Показать' }).tap();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('button', { name: 'Фильтры 1' }).waitFor();
  expect(new URL(page.url()).searchParams.get('mode')).toBe('combat');
  await until('the button has the focus', () => button.evaluate((element) => element === document.activeElement));
  await close();
});

test('where there is no flow yet, finding and replacing leads to the ready-made ones', async () => {
  const { page, close } = await openCabinet(demo);
  await page.route('**/api/v1/flows/counts', async (route) => {
    const counts = (await (await route.fetch()).json()) as object; // NOTE: the contract is tested beside the server
    await route.fulfill({ json: { ...counts, total: 0, byStatus: {}, byKind: {}, byMode: {} } });
  });
  await page.goto('/flows/EditTextInFlows');
  await page.getByRole('link', { name: 'Все готовые сценарии' }).click();
  await page.waitForURL('**/templates');
  await close();
});

/** Tables of which something stands out of sight, at the side or in a cell. */
async function cutTables(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.querySelectorAll('main table')].flatMap((table) => {
      const { scrollWidth: needed = 0, clientWidth: given = 0 } = table.parentElement ?? {};
      const columns = [...table.querySelectorAll('th')].map((one) => `${one.innerText} ${one.offsetWidth}`).join(', ');
      const badges = [...table.querySelectorAll<HTMLElement>('[class*="Badge-label"]')];
      const cut = badges.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      const wide = needed > given ? [`${table.ariaLabel} needs ${needed} of ${given} px: ${columns}`] : [];
      return [...wide, ...cut.map(({ textContent }) => textContent)];
    });
  });
}

/** Controls of the page itself that a press hits and that are lower or narrower than a finger needs. */
async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((finger) => {
    const isHit = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
    };
    /** How many pixels from its middle a tap is still its own, this way and that. */
    const reach = (element: Element, x: number, y: number) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const isOwn = (step: number) => isHit(element, left + width / 2 + x * step, top + height / 2 + y * step);
      const along = (sign: 1 | -1) => {
        let steps = 0;
        while (steps < finger && isOwn(sign * (steps + 1))) steps++;
        return steps;
      };
      return isOwn(0) ? along(-1) + 1 + along(1) : finger;
    };
    const controls = document.querySelectorAll<HTMLElement>('main :is(button, input, select, textarea, a[href])');
    const pressedOf = (element: HTMLElement) =>
      element instanceof HTMLInputElement && element.offsetWidth === 0 ? (element.labels?.[0] ?? element) : element;
    return [...controls]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, p a'))
      .map(pressedOf)
      .flatMap((element) => {
        element.scrollIntoView({ block: 'center', inline: 'nearest' });
        const [wide, high] = [reach(element, 1, 0), reach(element, 0, 1)];
        if (high >= finger && wide >= finger) return [];
        return [`${element.ariaLabel ?? element.textContent}: ${wide} × ${high}`];
      });
  }, FINGER);
}
