import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { launchBrowser } from '../e2e/browser.ts';
import { openBrowser } from '../e2e/browsing.ts';
import { demoIsReady, demoOwner, enterDemo, type LogLine, settled } from '../e2e/cabinet.ts';
import { startProduct } from '../e2e/product.ts';
import { until, worldAt } from '../e2e/world.ts';
import { buildStale } from './build-web.ts';
import { startDatabase } from './database.ts';

/** Remakes the pictures of README.md: lets the demo live through one visit and photographs it. */
const folder = join(dirname(import.meta.dirname), 'docs', 'screenshots');
const PHONE = '79160000001';
const CONFIRMED = 2;
/** Reminders that are left of the visit she confirmed. */
const OF_HER_VISIT = 2;

await using stack = new AsyncDisposableStack();
await buildStale();
const database = stack.adopt(await startDatabase({ durable: false }), (one) => one.stop());
process.env.TEST_DATABASE_URL = database.url;
const product = stack.adopt(await startProduct(), (one) => one.stop());
const browser = stack.adopt(await launchBrowser(), (one) => one.close());
const world = worldAt(product.worldUrl);
const owner = demoOwner(product);

mkdirSync(folder, { recursive: true });
await demoIsReady(owner);
await world.turnToMorning('Europe/Moscow');
const story = await liveThroughVisit();
await until('the other visits of the salon are read', async () => (await lines('waiting')).length > OF_HER_VISIT);
await photographCabinet(story);
await photographWorld();
console.log(`The pictures are in ${folder}.`);

/**
 * A client books, is reminded the day before and confirms.
 *
 * @returns the reminder's line of the log
 */
async function liveThroughVisit(): Promise<LogLine> {
  const at = (await world.now()).add({ hours: 26 });
  const visit = await world.book({ clientId: 555_001, at: String(at) });
  await until('the booking is confirmed', async () => (await world.messagesTo(PHONE))[0]);
  await until('the reminder is planned', async () => (await lines('waiting')).length > 2);
  await world.turn({ hours: 2, minutes: 1 });
  await until('the reminder came', async () => {
    return (await world.messagesTo(PHONE)).some(({ templateName }) => templateName === 'visit_reminder');
  });
  await world.turn({ minutes: 4 });
  await world.says(PHONE, { button: 1 });
  await until('the visit is confirmed', async () => (await world.record(visit.id))?.attendance === CONFIRMED);
  await until('her answer is answered', async () => {
    return (await world.messagesTo(PHONE)).at(-1)?.templateName === null;
  });
  return until('the answer is in the log', async () => {
    const read = await owner<{ items: (LogLine & { isReplied: boolean })[] }>('GET', logOf(''));
    return read.items.find(({ isReplied }) => isReplied);
  });
}

async function lines(status: string): Promise<LogLine[]> {
  return (await owner<{ items: LogLine[] }>('GET', logOf(status))).items;
}

function logOf(status: string): string {
  return `/insights/message-logs?${new URLSearchParams({ search: PHONE, ...(status && { status }) })}`;
}

async function photographCabinet({ id }: LogLine): Promise<void> {
  const { flows } = await owner<{ flows: { id: string }[] }>('GET', '/flows?kind=visit_reminder');
  const desk = await openBrowser(
    { browser, product },
    { colorScheme: 'light', viewport: { width: 1360, height: 860 } },
  );
  await enterDemo(desk.page);
  const places = {
    home: '/',
    flows: '/flows',
    gallery: '/templates',
    rehearsal: `/flows/rehearsal/${await rehearse()}`,
    editor: `/flows/edit/${flows[0]?.id}`,
    log: `/insights/message-logs?entry=${id}`,
  };
  for (const [name, path] of Object.entries(places)) {
    if (name === 'log') await desk.page.setViewportSize({ width: 1360, height: 1040 });
    await desk.page.goto(path);
    await settled(desk.page);
    if (name === 'log') await desk.page.getByRole('list', { name: 'История сообщения' }).waitFor();
    await photograph(desk.page, name);
  }
  const phone = await openBrowser(
    { browser, product },
    {
      colorScheme: 'light',
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    },
  );
  await enterDemo(phone.page);
  await phone.page.goto('/insights/message-logs');
  await settled(phone.page);
  await photograph(phone.page, 'phone');
}

/** @returns its id, when it is done */
async function rehearse(): Promise<string> {
  const { flows } = await owner<{ flows: { id: string }[] }>('GET', '/flows?kind=visit_created');
  const flowIds = flows.map(({ id }) => id);
  const { id } = await owner<{ id: string }>('POST', '/flows/rehearsals', { days: 30, flowIds });
  await until('the rehearsal is done', async () => {
    return (await owner<{ status: string }>('GET', `/flows/rehearsals/${id}`)).status === 'done';
  });
  return id;
}

async function photographWorld(): Promise<void> {
  const { page } = await openBrowser(
    { browser, product },
    {
      colorScheme: 'light',
      viewport: { width: 1360, height: 860 },
    },
  );
  await page.goto(product.worldUrl);
  await page.getByText('Анна').first().waitFor();
  await photograph(page, 'world');
}

type Page = Awaited<ReturnType<typeof openBrowser>>['page'];

async function photograph(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
