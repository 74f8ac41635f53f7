import type { demoOwner } from './cabinet.ts';
import { until } from './world.ts';

type Owner = ReturnType<typeof demoOwner>;
type Flow = { kind: string; settings: { content: object } };

/** Ids of the demo cabinet's widgets, for addresses of screens, and their public pages. */
export type WidgetPlaces = Record<'link' | 'qrPage' | 'button' | 'review' | 'bot', string> & { pages: PublicPage[] };

/** A page that contacts open. `isOfBrowser`: it speaks the browser's language, because it knows no contact. */
export type PublicPage = { name: string; path: string; isOfBrowser?: boolean };

const TERMS = { opensAt: '12:00', closesAt: '22:00', mostGuests: 8, daysAhead: 30, leadMinutes: 60 };

/** Makes one of each widget in the demo cabinet, as its owner. */
export async function makeWidgets(owner: Owner): Promise<WidgetPlaces> {
  const link = await owner<{ id: string }>('POST', '/short-links', {
    title: 'Прайс',
    target: 'https://salon.ru/price',
  });
  const qrPage = await owner<{ id: string; url: string }>('POST', '/qr-pages', {
    title: 'Зеркало',
    bookingUrl: 'https://salon.ru/booking',
  });
  const table = await makeTableButton(owner);
  const booking = await makeButton(owner, 'page');
  const { settings, version } = await owner<{ settings: object; version: number }>('GET', '/waitlist/settings');
  const waitlist = { ...settings, isOn: true };
  await owner('PUT', '/waitlist/settings', { settings: waitlist, baseVersion: version });
  const offer = await owner<Previewed>('POST', '/waitlist/preview', { settings: waitlist });
  const { widgets } = await owner<{ widgets: { link: string | null }[] }>('GET', '/review-widgets');
  const ofBranch = pathIn(widgets[0]?.link ?? (await saveReviewPage(owner)));
  return {
    link: link.id,
    qrPage: qrPage.id,
    button: table.id,
    bot: await makeBot(owner),
    review: await rate(ofBranch, new URL(table.pageUrl).origin, owner),
    pages: [
      { name: 'QR page', path: pathIn(qrPage.url), isOfBrowser: true },
      { name: 'request for a table', path: pathIn(table.pageUrl), isOfBrowser: true },
      { name: 'waiting list of a site', path: `${pathIn(booking.pageUrl)}/waitlist`, isOfBrowser: true },
      { name: 'example of an offer', path: linkIn(offer, 'slot'), isOfBrowser: true },
      { name: 'rating of a branch', path: ofBranch, isOfBrowser: true },
      { name: 'gone', path: '/widget/404', isOfBrowser: true },
      { name: 'rating of a visit', path: linkIn(await previewOf(owner, '{reviewForm}'), 'review') },
      { name: 'visit', path: linkIn(await previewOf(owner, '{recordForm}'), 'visit') },
    ],
  };
}

/** Makes a bot with a menu, a pause and both handovers. @returns its id */
async function makeBot(owner: Owner): Promise<string> {
  const buttons = [
    { id: 'b1', title: 'Цены', stepId: 'prices' },
    { id: 'b2', title: 'Администратор', stepId: 'person' },
  ];
  const settings = {
    title: 'Меню',
    isEnabled: false,
    triggers: [
      { kind: 'words', words: ['меню', 'цены'] },
      { kind: 'outside_hours', hours: { weekdays: [1, 2, 3, 4, 5], fromMinute: 600, untilMinute: 1_200 } },
    ],
    steps: [
      { id: 'menu', kind: 'message', texts: { default: '{clientName}, чем помочь?' }, buttons },
      { id: 'prices', kind: 'message', texts: { default: 'Стрижка от 1000 ₽.' } },
      { id: 'pause', kind: 'wait', seconds: 60 },
      { id: 'where', kind: 'branch', texts: { default: 'В каком филиале вам удобнее?' } },
      { id: 'back', kind: 'go', stepId: 'menu' },
      { id: 'person', kind: 'person', texts: { default: 'Передаю администратору.' }, reason: 'Из меню' },
    ],
  };
  const bot = await owner<{ id: string }>('POST', '/chatbots/script', { settings });
  return bot.id;
}

/** Makes a button that requests tables; connects the demo's restaurants where they are not. */
export async function makeTableButton(owner: Owner): Promise<MadeButton> {
  const offer = { kind: 'iiko', apiLogin: 'iiko-demo-login' };
  const { branches } = await owner<Buttons>('GET', '/widgets/booking');
  if (!branches.some(({ usualAction }) => usualAction === 'table')) {
    const { ticket, branches: offered } = await owner<{ ticket: string; branches: { externalId: string }[] }>(
      'POST',
      '/connections/branches',
      offer,
    );
    const branchExternalIds = offered.map(({ externalId }) => externalId);
    await owner('POST', '/connections', { kind: offer.kind, ticket, branchExternalIds });
  }
  return makeButton(owner, 'table');
}

/** Makes a button that books visits in the demo's salon. */
export const makeVisitButton = (owner: Owner): Promise<MadeButton> => makeButton(owner, 'visit');

type Buttons = { branches: { id: string; usualAction: string; booksVisits: boolean }[] };
type MadeButton = { id: string; pageUrl: string; scriptUrl: string };

async function makeButton(owner: Owner, opens: 'visit' | 'page' | 'table'): Promise<MadeButton> {
  const { branches } = await owner<Buttons>('GET', '/widgets/booking');
  return owner<MadeButton>('POST', '/widgets/booking', {
    branchId: branches.find(({ usualAction, booksVisits }) =>
      opens === 'table' ? usualAction === 'table' : booksVisits,
    )?.id,
    opens,
    targetUrl: opens === 'page' ? 'https://booking.example.com/salon' : null,
    label: opens === 'table' ? 'Забронировать стол' : 'Записаться',
    accent: null,
    position: 'bottom_right',
    terms: TERMS,
  });
}

type Previewed = { previews: { text: string }[] };

/** A text as the contact of an upcoming visit would get it. */
async function previewOf(owner: Owner, text: string): Promise<Previewed> {
  const { flows } = await owner<{ flows: Flow[] }>('GET', '/flows?kind=visit_reminder');
  const [flow] = flows;
  if (!flow) throw new Error('The demo has no reminders');
  const settings = { ...flow.settings, content: { ...flow.settings.content, texts: { default: text } } };
  return until('a visit is ahead', async () => {
    const found = await owner<Previewed>('POST', '/flows/preview', { kind: flow.kind, settings });
    return found.previews[0]?.text.startsWith('http') ? found : null;
  });
}

function linkIn({ previews }: Previewed, page: string): string {
  const path = new RegExp(`/${page}/[\\w-]+`).exec(previews[0]?.text ?? '')?.[0];
  if (!path) throw new Error(`There is no link to /${page}/ in ${JSON.stringify(previews[0])}`);
  return path;
}

async function saveReviewPage(owner: Owner): Promise<string> {
  const { widgets } = await owner<{ widgets: { name: string; settings: object; version: number }[] }>(
    'GET',
    '/review-widgets',
  );
  const [{ name, settings, version } = { name: '', settings: {}, version: 0 }] = widgets;
  const body = { name, branchId: null, isOn: true, settings, baseVersion: version };
  return (await owner<{ link: string }>('PUT', '/review-widgets', body)).link;
}

/** Leaves a review on the page of a branch. @returns its id */
async function rate(path: string, origin: string, owner: Owner): Promise<string> {
  const form = await (await fetch(origin + path)).text();
  const once = /name="once" value="([^"]+)"/.exec(form)?.[1] ?? '';
  await fetch(origin + path, { method: 'POST', body: new URLSearchParams({ once, stars: '2' }) });
  const { items } = await owner<{ items: { id: string }[] }>('GET', '/reviews');
  return items[0]?.id ?? '';
}

const pathIn = (url: string) => new URL(url).pathname;
