import { beforeEach, expect, test } from 'vitest';
import * as channels from '#contract/channels/calls.ts';
import { createFlow, saveFlow } from '#contract/flows/calls.ts';
import * as contract from '#contract/templates/calls.ts';
import { testServer } from '#server/testing/server/http.ts';
import { messengersIn, simulateWorld } from '#server/testing/world/simulated-world.ts';

const world = await simulateWorld();
const server = await testServer({
  env: { ...messengersIn(world), DIALOG360_WEBHOOK_SECRET: 'd360-demo-platform-secret' },
});
server.ctx.config.publicUrl = server.origin;
const { call, clock } = server;

let token: string;
let channelId: channels.ChannelId;
beforeEach(async () => {
  await world.control('POST', '/seed', {});
  ({ token } = await server.signUp());
  const number = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' };
  channelId = (await call(channels.connectChannel, { token, body: number })).body.id;
  await server.runJobs();
});

const PARTS = {
  header: { type: 'text' as const, text: 'Reminder' },
  body: 'Hello, {{1}}. See you on {{2}} at our studio.',
  examples: ['Anna', '21 November'],
  footer: 'Studio',
  buttons: [
    { type: 'url' as const, title: 'Map', url: 'https://example.com/map' },
    { type: 'answer' as const, title: 'Confirm' },
    { type: 'answer' as const, title: 'Cancel' },
  ],
};
const written = (change: object = {}) => ({
  channelId,
  name: 'new_reminder',
  language: 'en' as const,
  category: 'utility' as const,
  parts: PARTS,
  ...change,
});

/** Both clocks advance, webhooks arrive, and jobs run. */
async function pass(milliseconds: number): Promise<void> {
  await clock.advance({ milliseconds });
  await world.passTime(milliseconds);
  await server.runJobs();
}
const draft = async (change: object = {}) =>
  (await call(contract.createTemplateDraft, { token, body: written(change) })).body;
const submit = ({ id }: { id: contract.TemplateDraftId }) =>
  call(contract.submitTemplateDraft, { token, params: { draftId: id } });
const read = (name: string, language = 'en') =>
  call(contract.getMessageTemplate, { token, params: { channelId, name }, query: { language } });
const drafts = async () => (await call(contract.listTemplateDrafts, { token })).body;
const change = (name: string, language: string) =>
  call(contract.changeMessageTemplate, { token, params: { channelId, name }, body: { language } });
const inWorld = (order: object) => world.control('POST', '/d360/templates', order);

test('a draft is submitted, reviewed, and approved by webhook; the provider has its words as they were written', async () => {
  const one = await draft();
  expect(await submit(one)).toMatchObject({ status: 200, body: { name: 'new_reminder', status: 'pending' } });
  expect((await drafts()).drafts).toEqual([]);
  const { templates } = await world.control<{ templates: { name: string; components: unknown }[] }>('GET', '/d360');
  expect(templates.find(({ name }) => name === 'new_reminder')?.components).toEqual([
    { type: 'HEADER', format: 'TEXT', text: 'Reminder' },
    { type: 'BODY', text: PARTS.body, example: { body_text: [PARTS.examples] } },
    { type: 'FOOTER', text: 'Studio' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Confirm' },
        { type: 'QUICK_REPLY', text: 'Cancel' },
        { type: 'URL', text: 'Map', url: 'https://example.com/map' },
      ],
    },
  ]);
  await pass(31_000);
  expect((await read('new_reminder')).body).toMatchObject({ status: 'approved', category: 'utility', uses: [] });
});

test('what the provider would refuse is found before it is asked, field by field', async () => {
  const parts = { ...PARTS, body: '{{1}} and {{3}}', examples: [''], footer: '{{1}}' };
  expect((await submit(await draft({ name: 'Привет', parts }))).body).toMatchObject({
    code: 'template.invalid',
    details: {
      problems: [
        { field: 'name', fault: 'name_characters' },
        { field: 'body', fault: 'variables_out_of_order' },
        { field: 'body', fault: 'variable_at_edge' },
        { field: 'examples.0', fault: 'required' },
        { field: 'examples.1', fault: 'required' },
        { field: 'footer', fault: 'variable_not_allowed' },
      ],
    },
  });
  expect((await submit(await draft({ name: 'visit_reminder', language: 'ru' }))).body).toMatchObject({
    details: { problems: [{ field: 'name', fault: 'name_taken' }] },
  });
});

test("the provider's refusal is kept with the draft in its own words, and a lost answer is found again", async () => {
  const refused = await draft();
  const body = { error: { code: 100, message: 'Too many templates' } };
  const fault = { channel: 'd360', match: 'POST /d360/v1/configs/templates' };
  await world.control('POST', '/fault', { ...fault, action: 'http', status: 400, body });
  expect((await submit(refused)).body).toMatchObject({
    code: 'template.refused',
    details: { text: 'Too many templates' },
  });
  expect((await drafts()).drafts).toMatchObject([{ id: refused.id, refusal: 'Too many templates' }]);

  await world.control('POST', '/fault', { ...fault, action: 'reset', effect: 'done' });
  expect(await submit(refused)).toMatchObject({ status: 200, body: { status: 'pending' } });
  expect((await drafts()).drafts).toEqual([]);
  await pass(31_000);

  const unreached = await draft({ name: 'another' });
  await world.control('POST', '/fault', { ...fault, action: 'reset' });
  expect((await submit(unreached)).body.code).toBe('provider.unreachable');
  expect((await drafts()).drafts).toMatchObject([{ name: 'another', refusal: null }]);
});

test('a rejected template says why and is changed as often as needed; an approved one once a day', async () => {
  await submit(await draft({ name: 'reject_me' }));
  await pass(31_000);
  expect((await read('reject_me')).body).toMatchObject({ status: 'rejected', reason: 'INVALID_FORMAT' });
  const edited = (await change('reject_me', 'en')).body;
  expect(edited).toMatchObject({ isChange: true, parts: { body: PARTS.body } });
  expect((await change('reject_me', 'en')).body.id).toBe(edited.id);
  const better = { ...PARTS, body: 'Hello, {{1}}. We wait for you on {{2}} at noon.' };
  await call(contract.saveTemplateDraft, {
    token,
    params: { draftId: edited.id },
    body: { ...written(), name: 'ignored', parts: better },
  });
  expect((await submit(edited)).body).toMatchObject({ name: 'reject_me', body: better.body, status: 'pending' });

  const edit = async () => submit((await change('visit_reminder', 'ru')).body);
  expect((await edit()).body).toMatchObject({ status: 'pending' });
  expect((await read('visit_reminder', 'ru')).body.editing).toEqual({ rule: 'status', from: null });
  await pass(31_000);
  const tomorrow = expect.stringMatching(/^2026-03-03T/);
  expect((await read('visit_reminder', 'ru')).body).toMatchObject({
    status: 'approved',
    editing: { rule: 'day', from: tomorrow },
  });
  expect((await change('visit_reminder', 'ru')).body).toMatchObject({
    code: 'template.edit_not_allowed',
    details: { rule: 'day', from: tomorrow },
  });
});

test('a pause says how long and leaves with the next approval; its rating is reported, and flags keep it sendable', async () => {
  await inWorld({ name: 'visit_reminder', language: 'ru', status: 'PAUSED' });
  await pass(1000);
  expect((await read('visit_reminder', 'ru')).body).toMatchObject({ status: 'paused', reason: 'FIRST_PAUSE' });
  await call(channels.syncChannelTemplates, { token, params: { channelId } });
  expect((await read('visit_reminder', 'ru')).body.reason).toBe('FIRST_PAUSE');
  await inWorld({ name: 'visit_reminder', language: 'ru', status: 'APPROVED', quality: 'YELLOW' });
  await pass(1000);
  expect((await read('visit_reminder', 'ru')).body).toMatchObject({
    status: 'approved',
    reason: null,
    quality: 'yellow',
  });
  await inWorld({ name: 'visit_reminder', language: 'ru', status: 'LOCKED' });
  await pass(1000);
  expect((await read('visit_reminder', 'ru')).body.status).toBe('locked');
});

test("a number's rating and the limit of its portfolio are shown, and follow the provider", async () => {
  const channel = async () => (await call(channels.getChannel, { token, params: { channelId } })).body;
  expect(await channel()).toMatchObject({ quality: 'green', peoplePerDay: null, sharesLimit: false });
  const order = { quality: 'YELLOW', messagingLimit: 'TIER_2K', portfolioId: 'P1' };
  await world.control('PATCH', '/d360/numbers/d360-demo-key', order);
  await pass(1000);
  expect(await channel()).toMatchObject({ quality: 'yellow', peoplePerDay: 2000, sharesLimit: false });
});

test('the list counts what depends on each template, and a deletion blocks its name for 30 days', async () => {
  const { body: flow } = await call(createFlow, { token, body: { kind: 'visit_reminder', delayMinutes: -60 } });
  const { settings, title, version: baseVersion } = flow;
  const templates = [{ channelId, name: 'visit_memo', language: 'ru', parameters: ['a', 'b', 'c', 'd'] }];
  const body = {
    title,
    testPhones: '',
    baseVersion,
    settings: { ...settings, content: { ...settings.content, templates } },
  };
  expect((await call(saveFlow, { token, params: { flowId: flow.id }, body })).status).toBe(200);
  const list = async (query: Record<string, string | number>) =>
    (await call(contract.listMessageTemplates, { token, query })).body;
  const visitMemo = async () =>
    (await list({ search: 'visit_memo' })).items.map(({ name, useCounts }) => [name, useCounts]);
  expect(await visitMemo()).toEqual([['visit_memo', { flow: 1 }]]);
  const [first, second] = [await list({ limit: 2 }), await list({ limit: 100 })];
  expect((await list({ limit: 2, cursor: first.nextCursor ?? '' })).items).toEqual(second.items.slice(2, 4));
  expect((await read('visit_memo', 'ru')).body.uses).toMatchObject([{ kind: 'flow', id: flow.id, languages: ['ru'] }]);

  const widget = JSON.stringify({ answerTemplates: templates });
  await server.owner.query(
    `insert into review_widgets (tenant_id, id, name, settings, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'Reviews', $2, now(), now() from channels where id = $1`,
    [channelId, widget],
  );
  expect(await visitMemo()).toEqual([['visit_memo', { flow: 1, review: 1 }]]);

  const remove = () => call(contract.deleteMessageTemplate, { token, params: { channelId, name: 'visit_memo' } });
  expect((await remove()).status).toBe(200);
  expect((await read('visit_memo', 'ru')).body.status).toBe('pending_deletion');
  expect((await drafts()).blockedNames).toMatchObject([{ name: 'visit_memo' }]);
  expect((await submit(await draft({ name: 'visit_memo' }))).body.details).toMatchObject({
    problems: [{ field: 'name', fault: 'name_blocked' }],
  });
  await pass(1000);
  await call(channels.syncChannelTemplates, { token, params: { channelId } });
  expect((await read('visit_memo', 'ru')).status).toBe(404);
  expect((await remove()).status).toBe(404);
});
