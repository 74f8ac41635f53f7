import { expect, test } from 'vitest';
import { recordConsent, withdrawConsent } from '#contract/contacts/consents.ts';
import { addOptOuts } from '#contract/contacts/opt-outs.ts';
import { changeMailings } from '#contract/mailings/bulk.ts';
import { checkMailing, listCheckedPeople } from '#contract/mailings/check.ts';
import { previewMailing } from '#contract/mailings/trials.ts';
import type { Mailing, MailingSettings } from '#contract/mailings/calls.ts';
import { visitToken } from '#server/booking/links/link-actions.ts';
import { greetingIn } from '#server/mailings/writing/greeting-rules.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { HOUSE_NOON, type MailingHouse, mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();
const { call } = server;

const ofDraft = async ({ owner }: MailingHouse, mailing: Mailing, change: Partial<MailingSettings> = {}) => {
  const body = { settings: { ...mailing.settings, ...change }, mailingId: mailing.id };
  return (await call(checkMailing, { token: owner.token, body })).body;
};
const preview = async ({ owner }: MailingHouse, settings: MailingSettings, others: Record<string, unknown> = {}) =>
  (await call(previewMailing, { token: owner.token, body: { settings, ...others } })).body;
const withText = (mailing: Mailing, text: string): Pick<MailingSettings, 'content'> => ({
  content: { ...mailing.settings.content, texts: { default: text } },
});
const rename = (id: string, name: string) =>
  server.owner.query('update contacts set name = $2 where id = $1', [id, name]);

test('everybody in the audience is left out, kept back or a recipient, and each number opens its contacts', async () => {
  const house = await open();
  const people = await house.people(20);
  const refusing = await house.people(3, { refusesMailings: true });
  const { rows } = await server.owner.query('select phone from contacts where id = any($1)', [people.slice(0, 2)]);
  await call(addOptOuts, { token: house.owner.token, body: { phones: rows.map(({ phone }) => phone) } });
  const mailing = await house.aMailing({ controlPercent: 20 });
  const check = await ofDraft(house, mailing);
  expect(check).toMatchObject({
    audience: 23,
    excluded: [
      { rule: 'refuses_mailings', contacts: 3 },
      { rule: 'opted_out', contacts: 2 },
    ],
    missing: [],
  });
  const left = check.excluded.reduce((sum, { contacts }) => sum + contacts, 0);
  expect(left + check.control + check.recipients).toBe(check.audience);
  expect(check.ways).toMatchObject([{ channelTitle: 'SMS', form: 'text', recipients: check.recipients }]);

  const list = async (exclusion: string | null, cursor?: string) => {
    const body = { settings: mailing.settings, mailingId: mailing.id, exclusion, cursor, limit: 2 };
    return (await call(listCheckedPeople, { token: house.owner.token, body })).body;
  };
  const first = await list('refuses_mailings');
  const second = await list('refuses_mailings', first.nextCursor ?? '');
  expect([...first.items, ...second.items].map(({ contactId }) => contactId)).toEqual(refusing);
  expect([first.items.length, second.nextCursor]).toEqual([2, null]);

  // A condition that cannot be asked of a contact counts nobody, and not everybody.
  const conditions = { groups: [{ conditions: [{ field: 'weekday', values: ['1'] }] }] };
  const settings = { ...mailing.settings, audience: { type: 'conditions', conditions } } as never;
  const refused = await call(checkMailing, { token: house.owner.token, body: { settings, mailingId: mailing.id } });
  expect(refused).toMatchObject({ status: 400, body: { code: 'request.invalid' } });

  // The start lists the same contacts.
  await house.start(mailing);
  const { counts } = await house.settle(mailing);
  expect(counts).toMatchObject({ audience: 23, control: check.control, recipients: check.recipients });
});

test('the check names the price where it is configured, the missing messages and the end', async () => {
  const house = await open({ messages: 15 });
  await house.people(20);
  const mailing = await house.aMailing({ timing: { perDay: 8 } });
  const check = await ofDraft(house, mailing, withText(mailing, 'Скидка '.repeat(12)));
  expect(check).toMatchObject({
    balance: { left: 15, needed: 20, short: 5, leastSold: 500 },
    ways: [{ parts: { least: 2, most: 2, average: 2 }, price: null, unpriced: 20 }],
    prices: [],
    unpriced: 20,
    startsAt: '2026-03-02T09:00:00Z',
    unsent: 0,
    days: [
      { date: '2026-03-02', messages: 8 },
      { date: '2026-03-03', messages: 8 },
      { date: '2026-03-04', messages: 4 },
    ],
  });
  expect(check.finishesAt).toMatch(/^2026-03-04T/);
  expect(check.warnings).toEqual([
    { code: 'balance_short', values: { short: 5, least: 500 } },
    { code: 'ignore_link_missing', values: { channels: 'SMS' } },
  ]);
});

test('a mailing that Sigma sends, where nobody can answer, is asked for the opt-out link until its text has it', async () => {
  const house = await open();
  await house.people(20);
  const { tenantId } = house.owner;
  const { id } = await builders(server.owner).aChannel({ tenantId, kind: 'sigma_sms', title: 'ROMASHKA' });
  const mailing = await house.aMailing({ channelIds: [id] });
  const codesOf = async (text: string) =>
    (await ofDraft(house, mailing, withText(mailing, text))).warnings.map(({ code, values }) => [code, values]);
  expect(await codesOf('Spring offer')).toContainEqual(['ignore_link_missing', { channels: 'ROMASHKA' }]);
  expect((await codesOf('Spring offer {ignoreLink}')).map(([code]) => code)).not.toContain('ignore_link_missing');
});

test('the check warns of quiet hours, an early end, a small test, deleted conditions and empty values', async () => {
  const house = await open();
  const [first = ''] = await house.people(20);
  await rename(first, '');
  const mailing = await house.aMailing();
  const timing = {
    ...mailing.settings.timing,
    dispatchHours: { startHour: 7, endHour: 23 },
    perDay: 5,
    useBy: '2026-03-04T09:00:00Z',
  };
  const conditions = {
    match: 'any' as const,
    groups: [{ match: 'all' as const, conditions: [{ field: 'tag' as const, isNot: true, values: ['gone'] }] }],
  };
  const check = await ofDraft(house, mailing, {
    ...withText(mailing, '{clientName}, скидка! {ignoreLink}'),
    timing,
    audience: { type: 'conditions', conditions },
    experiment: {
      variants: [{ default: 'Подарок' }],
      sharePercent: 50,
      metric: 'replies',
      decideAfterHours: 24,
      otherwise: 'stop',
    },
  });
  expect(check.warnings).toMatchObject([
    { code: 'condition_gone', values: { values: 1 } },
    { code: 'unsent', values: { contacts: expect.any(Number), useBy: '2026-03-04T09:00:00Z' } },
    { code: 'quiet_hours', values: { from: 22, to: 8, hours: 2 } },
    { code: 'experiment_too_small', values: { perVariant: 5 } },
    { code: 'variables_empty', values: { contacts: 1, looked: 20, variables: 'clientName' } },
    { code: 'below_minimum' },
  ]);
});

test('an empty audience and an unknown variable are named as missing', async () => {
  const house = await open();
  const mailing = await house.aMailing();
  const check = await ofDraft(house, mailing, withText(mailing, 'До {recordDate} скидка'));
  expect(check).toMatchObject({ audience: 0, recipients: 0, missing: ['variable_unknown', 'audience'] });
});

test('recipients are previewed with the worst case first, in the language asked for, with their SMS', async () => {
  const house = await open();
  const [short = '', long = '', nameless = ''] = await house.people(3);
  await rename(short, 'Ия');
  await rename(long, 'Александра Константинопольская-Преображенская');
  await rename(nameless, '');
  const mailing = await house.aMailing();
  const texts = { default: '{clientName}, скидка 10% {recordDate} {нет}', en: '{clientName}, 10% off' };
  const settings = { ...mailing.settings, content: { ...mailing.settings.content, texts } };
  const shown = await preview(house, settings);
  expect(shown.previews.map(({ contactId }) => contactId)).toEqual([nameless, long, short]);
  expect(shown).toMatchObject({ hasWindow: false, templateLacks: null });
  expect(shown.unknownVariables.toSorted()).toEqual(['recordDate', 'нет']);
  expect(shown.previews[2]).toMatchObject({
    text: 'Ия, скидка 10%',
    form: 'text',
    channelTitle: 'SMS',
    sendAt: '2026-03-02T09:00:00Z',
    parts: 1,
  });
  expect((await preview(house, settings, { language: 'en' })).previews[2]?.text).toBe('Ия, 10% off');
});

test('a mailing that repeats is previewed and checked for the first of its days', async () => {
  const house = await open();
  await house.people(1);
  const { settings, id } = await house.aMailing();
  const repeat = { every: 'week' as const, daysOfWeek: [5], time: '12:00', until: null };
  const weekly = { ...settings, timing: { ...settings.timing, repeat } };
  const { previews } = await preview(house, weekly);
  expect(previews[0]?.sendAt).toBe('2026-03-06T09:00:00Z');
  const { body } = await call(checkMailing, { token: house.owner.token, body: { settings: weekly, mailingId: id } });
  expect(body.startsAt).toBe('2026-03-06T09:00:00Z');
});

test('the link to a visit leads to the coming one, and is empty for a contact without', async () => {
  const house = await open();
  const [coming = '', none = ''] = await house.people(2);
  const { id } = await builders(server.owner).aVisit({
    tenantId: house.owner.tenantId,
    contactId: coming,
    startsAt: server.clock.now().add({ hours: 30 }).toString(),
  });
  const mailing = await house.aMailing();
  const shown = await preview(house, { ...mailing.settings, ...withText(mailing, 'Ждём вас {recordForm}') });
  expect(shown.unknownVariables).toEqual([]);
  const textTo = (recipient: string) => shown.previews.find(({ contactId }) => contactId === recipient)?.text;
  expect(textTo(coming)).toContain(visitToken(server.ctx, house.owner.tenantId, id as never));
  expect(textTo(none)).toBe('Ждём вас');
});

test('an audience without anybody is previewed by an example', async () => {
  const house = await open();
  const mailing = await house.aMailing();
  const { previews } = await preview(house, { ...mailing.settings, ...withText(mailing, '{clientName}, скидка') });
  expect(previews).toMatchObject([{ contactId: null, contactName: 'Анна', text: 'Анна, скидка', sendAt: null }]);
});

test('one change of many mailings succeeds or fails for each, is tried first, and can be taken back', async () => {
  const house = await open();
  await house.people(3);
  const [draft, working] = [await house.aMailing(), await house.aMailing()];
  await house.start(working);
  const change = async (body: Record<string, unknown>) =>
    (await call(changeMailings, { token: house.owner.token, body })).body;
  const mailingIds = [working.id, draft.id];
  const outcomes = [
    { mailingId: working.id, isDone: true, problem: null },
    { mailingId: draft.id, isDone: false, problem: { code: 'distribution.wrong_status', details: { status: 'none' } } },
  ];
  const pausing = { action: 'pause', mailingIds };
  expect(await change({ change: pausing, isTrial: true })).toMatchObject({ outcomes, undo: [] });
  expect((await house.read(working)).status).toBe('working');
  const undo = [{ action: 'continue', mailingIds: [working.id] }];
  expect(await change({ change: pausing })).toMatchObject({ outcomes, undo });
  expect((await house.read(working)).status).toBe('pause');
  await change({ change: undo[0] });

  const deleted = await change({ change: { action: 'delete', mailingIds } });
  expect(deleted.outcomes.map(({ isDone }) => isDone)).toEqual([true, true]);
  for (const back of deleted.undo) await change({ change: back });
  expect([(await house.read(working)).status, (await house.read(draft)).status]).toEqual(['working', 'none']);
  await change({ change: { action: 'cancel', mailingIds: [working.id] } });
  expect((await house.read(working)).status).toBe('canceled');
});

test('a number that is warmed up refuses texts that are almost equal, unless the owner allows them, and takes more each day', async () => {
  const house = await open();
  await house.people(90);
  await server.owner.query(`update channels set kind = 'telegram_user', created_at = $2 where id = $1`, [
    house.channelId,
    HOUSE_NOON,
  ]);
  const mailing = await house.aMailing();
  const same = withText(
    mailing,
    '{clientName}, весь март скидка на стрижку десять процентов, ждём вас в нашем салоне!',
  );
  const check = await ofDraft(house, mailing, same);
  expect(check.missing).toEqual(['same_text']);
  expect(check.days).toEqual([
    { date: '2026-03-02', messages: 20 },
    { date: '2026-03-03', messages: 20 },
    { date: '2026-03-04', messages: 20 },
    { date: '2026-03-05', messages: 30 },
  ]);
  expect((await ofDraft(house, mailing, withText(mailing, '{clientName}'))).missing).toEqual([]);
  const saved = await house.save(mailing, same);
  expect((await house.start(saved)).body).toMatchObject({
    code: 'distribution.incomplete',
    details: { missing: ['same_text'] },
  });
  const allowed = await house.save(saved, { allowsSameText: true } as Partial<MailingSettings>);
  expect((await ofDraft(house, allowed)).missing).toEqual([]);
  expect((await house.start(allowed)).status).toBe(200);
});

test('a cabinet that records consents is warned of the recipients without one, and one that does not is not', async () => {
  const house = await open();
  const [agreed, refused] = await house.people(5);
  const mailing = await house.aMailing();
  const warning = async () =>
    (await ofDraft(house, mailing)).warnings.find(({ code }) => code === 'consent_missing')?.values;
  expect(await warning()).toBeUndefined();
  const { token } = house.owner;
  await call(recordConsent, { token, params: { contactId: agreed! }, body: { source: 'Form' } });
  expect(await warning()).toEqual({ contacts: 4, recipients: 5 });
  await call(withdrawConsent, { token, params: { contactId: refused! }, body: {} });
  expect(await warning()).toEqual({ contacts: 3, recipients: 4 }); // the one who refused is no recipient
  const conditions = { groups: [{ conditions: [{ field: 'consent', values: ['given'] }] }] };
  const consented = await ofDraft(house, mailing, { audience: { type: 'conditions', conditions } } as never);
  expect(consented).toMatchObject({ audience: 1, recipients: 1 });
  expect(consented.warnings.map(({ code }) => code)).not.toContain('consent_missing');
});

test('those who would get the main text for their own language, or no more than a greeting, are counted', async () => {
  const house = await open();
  const [english, portuguese] = await house.people(4);
  const speak = (id: string | undefined, language: string) =>
    server.owner.query('update contacts set language = $2 where id = $1', [id, language]);
  await speak(english, 'en');
  await speak(portuguese, 'pt_br');
  const mailing = await house.aMailing();
  const warned = async (texts: MailingSettings['content']['texts']) => {
    const content = { ...mailing.settings.content, texts };
    const { warnings } = await ofDraft(house, mailing, { content });
    return warnings.filter(({ code }) => code.startsWith('language_'));
  };
  expect(await warned({ default: 'Ждём вас' })).toMatchObject([
    { code: 'language_default', values: { contacts: 2, looked: 4 } },
  ]);
  expect(await warned({ default: 'Ждём вас', en: greetingIn('en'), pt_br: 'Esperamos você' })).toEqual([
    { code: 'language_greeting', values: { contacts: 1, looked: 4, languages: 'en' } },
  ]);
});
