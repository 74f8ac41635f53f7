import { beforeEach, expect, test } from 'vitest';
import { createBookingButton, listBookingButtons } from '#contract/booking/buttons.ts';
import { removeConnection, setBranchActive } from '#contract/connections/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { bookingToken } from '#server/booking/links/link-actions.ts';
import {
  type ConnectedOwner,
  platformSalon,
  SALONS,
  type SimulatedYclients,
} from '#server/testing/houses/yclients-salon.ts';
import { builders } from '#server/testing/rows/builders.ts';

const { server, world, connectTo, reset, settle } = await platformSalon();
const { call } = server;
let owner: ConnectedOwner;
let nextAddress = 1;

beforeEach(async () => {
  await world.control('DELETE', '/faults');
  await reset();
  owner = await connectTo(SALONS.yclients);
});

const TERMS = { opensAt: '12:00', closesAt: '22:00', mostGuests: 8, daysAhead: 30, leadMinutes: 60 };
const CLIENT: Record<string, string> = { name: 'Вера <b>', phone: '916 700-44-55', country: 'RU' };

async function aButton(of: ConnectedOwner = owner, change: object = {}) {
  const branchId = of.connection.branches[0]?.id;
  const body = { branchId, opens: 'visit', targetUrl: null, label: 'Записаться', accent: null, position: 'inline' };
  const made = await call(createBookingButton, { token: of.token, body: { ...body, terms: TERMS, ...change } });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return { ...made.body, path: new URL(made.body.pageUrl).pathname };
}

/** Opens an address as a browser without scripts does; with a form it is submitted. */
async function open(path: string, form?: Record<string, string>, address = `10.7.0.${nextAddress++ % 250}`) {
  const answer = await fetch(`${server.origin}${path}`, {
    redirect: 'manual',
    headers: {
      'accept-language': 'en',
      'x-forwarded-for': address,
      'user-agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const location = answer.headers.get('location') ?? '';
  return { status: answer.status, headers: answer.headers, body: await answer.text(), location };
}
type Page = Awaited<ReturnType<typeof open>>;

/** Addresses that a page links to and that have a part in their query. */
const linksIn = ({ body }: Pick<Page, 'body'>, part: string): string[] =>
  [...body.matchAll(/href="([^"]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => href.includes(`${part}=`))
    .map((href) => `/book/${href}`);
const fieldsIn = ({ body }: Pick<Page, 'body'>): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
const first = (links: readonly string[]): string => {
  expect(links[0]).toBeDefined();
  return links[0] ?? '';
};

/** Goes from the button to the form by the first link of each step. @returns the page of times, and the form */
async function goToForm(path: string): Promise<{ times: Page; timesPath: string; form: Page }> {
  const services = await open(path);
  const masters = await open(first(linksIn(services, 'service')));
  const timesPath = first(linksIn(masters, 'master'));
  const times = await open(timesPath);
  return { times, timesPath, form: await open(first(linksIn(times, 'at'))) };
}
const bookedPath = ({ location, status, body }: Page): string => {
  expect(status, body).toBe(303);
  return `/book/${location}`;
};
const recordsOf = async (key: string | undefined) => {
  const { records } = await world.control<SimulatedYclients>('GET', '/yclients');
  return records.filter((record) => Reflect.get(record, 'apiId') === key && key !== undefined);
};
const visitsOf = async ({ tenantId }: ConnectedOwner, phone: string) => {
  const { rows } = await server.owner.query(
    `select v.starts_at, v.status from visits v join contacts c on c.tenant_id = v.tenant_id and c.id = v.contact_id
     where v.tenant_id = $1 and c.phone = $2`,
    [tenantId, phone],
  );
  return rows;
};
const figuresOf = async (of: ConnectedOwner) =>
  (await call(listBookingButtons, { token: of.token })).body.buttons[0]?.figures;

for (const salon of Object.values(SALONS))
  test(`a visitor books a free time in ${salon.vendor}, and the visit and the contact are there`, async () => {
    const here = await connectTo(salon);
    const { path } = await aButton(here);
    const { form } = await goToForm(path);
    expect(form.body).toContain('By pressing “Book” you agree');
    const sent = { ...fieldsIn(form), ...CLIENT };
    const page = bookedPath(await open(path, sent));
    expect((await open(page)).headers.get('refresh')).toBe('2');
    await server.runJobs();
    const { body } = await open(page);
    expect(body).toContain('You are booked');
    expect(body).toContain('Вера &lt;b&gt;');
    expect(body).toContain(salon.branches[0].address);
    const visitPage = /href="\.\.\/\.\.(\/visit\/[^"]+)"/.exec(body)?.[1] ?? '';
    expect((await open(visitPage)).status).toBe(200);
    expect(await visitsOf(here, '+79167004455')).toMatchObject([{ status: 'waiting' }]);
    expect(await figuresOf(here)).toMatchObject({ opened: 1, booked: 1 });
  });

test('a form that is posted several times books once', async () => {
  const { path } = await aButton();
  const sent = { ...fieldsIn((await goToForm(path)).form), ...CLIENT };
  const answers = await Promise.all(Array.from({ length: 3 }, () => open(path, sent)));
  expect(new Set(answers.map(bookedPath)).size).toBe(1);
  await server.runJobs();
  expect(bookedPath(await open(path, sent))).toBe(bookedPath(answers[0] ?? (await open(path))));
  await server.runJobs();
  expect(await recordsOf(sent['key'])).toHaveLength(1);
});

test('a call whose answer was lost is repeated and books once', async () => {
  const { path } = await aButton();
  const sent = { ...fieldsIn((await goToForm(path)).form), ...CLIENT };
  await world.control('POST', '/fault', {
    channel: 'yclients',
    match: sent['key'],
    action: 'http',
    status: 502,
    effect: 'done',
    times: 1,
  });
  const page = bookedPath(await open(path, sent));
  await server.runJobs();
  expect((await open(page)).body).toContain('Booking your visit');
  await server.clock.advance({ seconds: 10 });
  await server.runJobs();
  expect((await open(page)).body).toContain('You are booked');
  expect(await recordsOf(sent['key'])).toHaveLength(1);
});

test('a time that is taken before the form is sent, or before it is entered, leads to the times that are free now', async () => {
  const { path } = await aButton();
  const { timesPath } = await goToForm(path);
  const masterPath = timesPath.replace('master=any', `master=${await aMasterId()}`);
  const at = first(linksIn(await open(masterPath), 'at'));
  const forms = [await open(at), await open(at)];
  const [one, other] = forms.map((form) => ({ ...fieldsIn(form), ...CLIENT }));
  const pages = [bookedPath(await open(path, one)), bookedPath(await open(path, other))];
  await server.runJobs();
  const seen = await Promise.all(pages.map((page) => open(page)));
  const taken = seen.find(({ status }) => status === 303);
  expect(seen.filter(({ body }) => body.includes('You are booked'))).toHaveLength(1);
  const again = await open(`/book/${String(taken?.location).replace('../', '')}`);
  expect(again.body).toContain('This time has just been taken');
  expect(linksIn(again, 'at')).not.toContain(at);
  const form = await open(first(linksIn(again, 'at')));
  expect(form.body).toContain('value="Вера &lt;b&gt;"');
  expect(form.body).toContain('value="+79167004455"');

  const late = await open(path, { ...fieldsIn(forms[0] ?? form), key: crypto.randomUUID(), ...CLIENT });
  expect([late.status, late.location]).toEqual([303, expect.stringContaining('taken=1')]);
});

async function aMasterId(): Promise<string> {
  const { rows } = await server.owner.query(
    `select m.id from masters m join service_masters p on p.tenant_id = m.tenant_id and p.master_id = m.id
     where m.tenant_id = $1 and m.is_active order by m.external_id limit 1`,
    [owner.tenantId],
  );
  return rows[0].id;
}

test('a day without free times says so and leads to the next days', async () => {
  const { path } = await aButton();
  const { timesPath, times } = await goToForm(path);
  const day = /day=([\d-]{10})/.exec(first(linksIn(times, 'day')))?.[1] ?? '';
  const full = { channel: 'yclients', match: '/timetable/seances', action: 'http', status: 200, times: 0 };
  await world.control('POST', '/fault', { ...full, body: { success: true, data: [], meta: [] } });
  const none = await open(`${timesPath}&day=${day}`);
  expect(none.body).toContain('There are no free times on this day.');
  const next = await open(first(linksIn(none, 'from')));
  expect(next.body).toContain('There are no free times up to');
  expect(linksIn(next, 'at')).toEqual([]);
});

test('a booking system that does not answer is said so, and nothing is booked', async () => {
  const { path } = await aButton();
  const { timesPath, form } = await goToForm(path);
  await world.control('POST', '/fault', { channel: 'yclients', action: 'http', status: 503, times: 0 });
  const down = await open(timesPath);
  expect(down.status).toBe(503);
  expect(down.body).toContain('We cannot see the free times right now');
  expect(down.body).toContain('Try again');
  expect(down.body).toContain('tel:+7');
  const sent = { ...fieldsIn(form), ...CLIENT };
  const refused = await open(path, sent);
  expect([refused.status, refused.body]).toEqual([503, expect.stringContaining('you are not booked yet')]);
  expect(refused.body).toContain(`value="${sent['key'] ?? '?'}"`);
  expect(refused.body).toContain('value="916 700-44-55"');
});

test('a visit that cannot be entered is handed to staff, and the visitor is told', async () => {
  const { path } = await aButton();
  const sent = { ...fieldsIn((await goToForm(path)).form), ...CLIENT };
  await world.control('POST', '/yclients/permissions', { companyId: 4564, deny: ['create_records_access'] });
  const page = bookedPath(await open(path, sent));
  await server.runJobs();
  const { body } = await open(page);
  expect(body).toContain('We could not confirm your booking');
  const { notices } = (await call(listNotices, { token: owner.token })).body;
  expect(notices.filter(({ kind }) => kind === 'visit_to_enter')).toMatchObject([
    { severity: 'bad', isResolved: false },
  ]);
});

test('a form with errors comes back as it was filled in', async () => {
  const { path } = await aButton();
  const sent = { ...fieldsIn((await goToForm(path)).form), name: ' ', phone: '12', country: 'RU' };
  const wrong = await open(path, sent);
  expect(wrong.status).toBe(422);
  expect(wrong.body).toContain('id="wrong-name"');
  expect(wrong.body).toContain('id="wrong-phone"');
  expect(wrong.body).toContain('value="12"');
  expect((await open(path, { name: 'Вера' })).status).toBe(400);
  const abroad = bookedPath(
    await open(path, { ...sent, name: 'Vera', phone: '511 234 567', country: 'DE' }).catch(() => wrong),
  );
  expect(abroad).toContain('/book/');
});

test('a paused or disconnected branch closes the page and says how to reach the business', async () => {
  const { path } = await aButton();
  await builders(server.owner, server.ctx.vault).aChannel({
    tenantId: owner.tenantId,
    kind: 'telegram_bot',
    state: 'Authorized',
    address: '@romashka_bot',
  });
  const { form } = await goToForm(path);
  const { id: connectionId, branches } = owner.connection;
  const params = { connectionId, branchId: branches[0]?.id ?? '' };
  await call(setBranchActive, { token: owner.token, params, body: { isActive: false } });
  const closed = await open(path);
  expect(closed.body).toContain('Online booking is closed right now');
  expect(closed.body).toContain('https://t.me/romashka_bot');
  expect((await open(path, { ...fieldsIn(form), ...CLIENT })).body).toContain('Online booking is closed right now');
  await call(setBranchActive, { token: owner.token, params, body: { isActive: true } });
  expect(linksIn(await open(path), 'service').length).toBeGreaterThan(0);
  await call(removeConnection, { token: owner.token, params: { connectionId } });
  expect([404, 200]).toContain((await open(path)).status);
  expect((await open(path)).body).not.toContain('service=');
});

test('the page of one business shows and books nothing of another', async () => {
  const { id, path } = await aButton();
  const stranger = await connectTo(SALONS.altegio);
  const foreign = await aButton(stranger);
  const forged = `/book/${bookingToken(server.ctx, stranger.tenantId, id)}`;
  expect((await open(forged)).status).toBe(404);
  const { form } = await goToForm(path);
  const sent = { ...fieldsIn(form), ...CLIENT };
  const crossed = await open(foreign.path, sent);
  expect(crossed.status).toBe(303);
  expect(`/book/${crossed.location}`).toBe(foreign.path);
  await server.runJobs();
  expect(await recordsOf(sent['key'])).toEqual([]);
  expect((await open(`${path}/x`)).status).toBe(404);
});

test('a branch whose system books no visits is refused, and a pasted link still works', async () => {
  const { path } = await aButton(owner, { opens: 'page', targetUrl: 'https://n1.yclients.com/company/4564' });
  expect(await open(path)).toMatchObject({ status: 303, location: 'https://n1.yclients.com/company/4564' });
  const { body } = await call(listBookingButtons, { token: owner.token });
  expect(body).toMatchObject({ buttons: [{ figures: null }], branches: [{ usualAction: 'visit', booksVisits: true }] });
  await server.owner.query(`update connections set kind = 'iiko' where tenant_id = $1`, [owner.tenantId]);
  const branchId = owner.connection.branches[0]?.id;
  const refused = await call(createBookingButton, {
    token: owner.token,
    body: { branchId, opens: 'visit', targetUrl: null, label: 'Book', accent: null, position: 'inline', terms: TERMS },
  });
  expect(refused.body).toMatchObject({ code: 'booking_button.books_no_visits' });
});

test('free times are searched for one network so often, and no more', async () => {
  const { path } = await aButton();
  const { timesPath } = await goToForm(path);
  let searches = 0;
  while (searches < 200 && (await open(timesPath, undefined, '10.8.0.1')).status === 200) searches++;
  expect([searches >= 40, searches < 200]).toEqual([true, true]);
  expect((await open(timesPath)).status).toBe(200);
  await settle();
});
