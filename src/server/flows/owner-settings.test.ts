import { expect, test } from 'vitest';
import { previewFlow } from '#contract/flows/trials.ts';
import { rollBackFlow } from '#contract/flows/versions.ts';
import {
  continueFlow,
  createFlow,
  duplicateFlow,
  type Flow,
  getFlow,
  pauseFlow,
  saveFlow,
  switchFlowMode,
} from '#contract/flows/calls.ts';
import { startRehearsal } from '#contract/rehearsal/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { withOptions } from '#server/testing/rows/flow-options.ts';

const { server, open } = await bookedSalons();

/** A day in the cabinet's zone, Moscow; tests start at noon of the day before. */
const TOMORROW = '2026-03-03';

const on = <E extends Endpoint>(salon: Salon, call: E, flow: Pick<Flow, 'id'>, body?: unknown) =>
  server.call(call, { token: salon.owner.token, params: { flowId: flow.id }, body });

const save = (salon: Salon, flow: Flow, settings: Flow['settings']) =>
  on(salon, saveFlow, flow, { title: flow.title, settings, testPhones: '', baseVersion: flow.version });

const withConditions = ({ settings }: Flow, ...conditions: unknown[]) =>
  ({ ...settings, conditions: { match: 'all', groups: [{ match: 'all', conditions }] } }) as Flow['settings'];
const withTiming = ({ settings }: Flow, timing: Partial<Flow['settings']['timing']>): Flow['settings'] => ({
  ...settings,
  timing: { ...settings.timing, ...timing },
});
const refusal = (field: string, reason: string) => ({
  status: 400,
  body: { code: 'request.invalid', details: { fields: { [field]: [reason] } } },
});

test.each([
  ['order_status', { field: 'order_status', values: ['OnWay'] }],
  ['change', { field: 'change', values: ['time'] }],
  ['days_since_visit', { field: 'days_since_visit', from: 30, to: 60 }],
])('a reminder cannot ask what its kind does not know: %s', async (_field, condition) => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const path = 'settings.conditions.groups.0.conditions.0.field';
  expect(await save(salon, flow, withConditions(flow, condition))).toMatchObject(refusal(path, 'not_offered'));
  const made = { kind: 'visit_reminder', settings: withConditions(flow, condition) };
  const { token } = salon.owner;
  expect(await server.call(createFlow, { token, body: made })).toMatchObject(refusal(path, 'not_offered'));
});

test.each([
  ['an option of another kind', { lateDays: 5 }, 'settings.options.lateDays'],
  ['an unknown option', { colour: 'red' }, 'settings.options.colour'],
])('a reminder refuses %s', async (_what, foreign, path) => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const { token } = salon.owner;
  const settings = { ...flow.settings, options: { ...flow.settings.options, ...foreign } } as Flow['settings'];
  expect(await save(salon, flow, settings)).toMatchObject(refusal(path, 'not_offered'));
  const body = { kind: flow.kind, settings };
  expect(await server.call(createFlow, { token, body })).toMatchObject(refusal(path, 'not_offered'));
  expect(await server.call(previewFlow, { token, body })).toMatchObject(refusal(path, 'not_offered'));
  const unsaved = { title: 'Draft', ...body };
  const answer = await server.call(startRehearsal, { token, body: { days: 7, unsaved } });
  expect(answer).toMatchObject(refusal(`unsaved.${path}`, 'not_offered'));
});

test('options that a request leaves out have the defaults of the kind', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'review_request' }, 'test');
  const settings = { ...flow.settings, options: { lateDays: 5 } };
  const answer = await server.call(createFlow, { token: salon.owner.token, body: { kind: flow.kind, settings } });
  expect(answer.body.settings.options).toEqual({ controlPercent: 0, reviewUrl: null, lateDays: 5 });
});

test('an unknown word is not a value of a condition', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const odd = withConditions(flow, { field: 'weekday', values: ['1', '8'] });
  const path = 'settings.conditions.groups.0.conditions.0.values';
  expect(await save(salon, flow, odd)).toMatchObject(refusal(path, 'unknown'));
});

test.each([
  ['from', { from: 24, to: 100_000_000 }],
  ['to', { from: 9, to: 24 }],
])('an hour no day has is none of a condition: %s', async (end, hours) => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const odd = withConditions(flow, { field: 'hour', ...hours });
  const path = `settings.conditions.groups.0.conditions.0.${end}`;
  expect(await save(salon, flow, odd)).toMatchObject(refusal(path, 'range'));
});

test.each([
  { from: -1, to: -1 },
  { from: 0, to: 23 },
  { from: 23, to: 100_000_000 },
])('hours of a day are: %o', async (hours) => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  expect((await save(salon, flow, withConditions(flow, { field: 'hour', ...hours }))).status).toBe(200);
});

test('a weekday or a value of a condition may not be repeated', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const twice = await save(salon, flow, withTiming(flow, { weekdays: [1, 3, 1] }));
  expect(twice).toMatchObject(refusal('settings.timing.weekdays', 'repeated'));
  const path = 'settings.conditions.groups.0.conditions.0.values';
  const condition = withConditions(flow, { field: 'weekday', values: ['2', '2'] });
  expect(await save(salon, flow, condition)).toMatchObject(refusal(path, 'repeated'));
});

test('conditions of the kind are stored as they were sent', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const settings = withConditions(
    flow,
    { field: 'customer_category', isNot: true, values: ['VIP'] },
    { field: 'visits_count', from: 3, to: 100_000_000 },
    { field: 'visit_number', value: 'repeated' },
  );
  const { body } = await save(salon, flow, settings);
  expect(body.settings.conditions).toEqual(settings.conditions);
});

test('the last day of a flow is tomorrow at the earliest, by the cabinet’s own calendar', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  await server.clock.set('2026-03-02T21:30:00Z'); // past midnight in Moscow
  const tooSoon = await save(salon, flow, withTiming(flow, { endsOn: TOMORROW }));
  expect(tooSoon).toMatchObject(refusal('settings.timing.endsOn', 'range'));
  expect((await save(salon, flow, withTiming(flow, { endsOn: '2026-03-04' }))).status).toBe(200);
});

test('other settings can be changed on the last day', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const saved = (await save(salon, flow, withTiming(flow, { endsOn: TOMORROW }))).body;
  await server.clock.set('2026-03-03T09:00:00Z');
  expect((await save(salon, saved, withTiming(saved, { weekdays: [1] }))).status).toBe(200);
});

test('a flow is done after its last day, and its planned messages are cancelled', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' });
  await salon.book({ startsAt: Temporal.Instant.from('2026-03-05T09:00:00Z') });
  await save(salon, flow, withTiming(flow, { endsOn: TOMORROW }));
  await server.clock.set('2026-03-03T20:59:00Z');
  await server.runJobs();
  expect((await on(salon, getFlow, flow)).body.status).toBe('working');
  await server.clock.set('2026-03-03T21:01:00Z');
  await server.runJobs();
  expect((await on(salon, getFlow, flow)).body.status).toBe('done');
  expect((await salon.messages(flow.id)).every(({ status }) => status !== 'planned')).toBe(true);
  expect(await on(salon, continueFlow, flow)).toMatchObject({ body: { code: 'flow.wrong_status' } });
});

test('a postponed last day applies, and a removed one ends nothing', async () => {
  const salon = await open();
  const [later, never] = [await salon.aFlow({ kind: 'visit_created' }), await salon.aFlow({ kind: 'visit_changed' })];
  for (const flow of [later, never]) await save(salon, flow, withTiming(flow, { endsOn: TOMORROW }));
  const again = async (flow: Flow, endsOn: string | null) => {
    const { body } = await on(salon, getFlow, flow);
    await save(salon, body, withTiming(body, { endsOn }));
  };
  await again(later, '2026-03-05');
  await again(never, null);
  await on(salon, pauseFlow, later);
  await server.clock.set('2026-03-04T09:00:00Z');
  await server.runJobs();
  expect((await on(salon, getFlow, later)).body.status).toBe('pause');
  await server.clock.set('2026-03-06T09:00:00Z');
  await server.runJobs();
  expect((await on(salon, getFlow, later)).body.status).toBe('done');
  expect((await on(salon, getFlow, never)).body.status).toBe('working');
});

test('a copy and an earlier version do not bring back a last day that is over', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const ending = (await save(salon, flow, withTiming(flow, { endsOn: TOMORROW }))).body;
  const endless = (await save(salon, ending, withTiming(ending, { endsOn: null }))).body;
  expect((await on(salon, duplicateFlow, ending)).body.settings.timing.endsOn).toBeNull();
  await server.clock.set('2026-03-09T09:00:00Z');
  const request = { version: ending.version, baseVersion: endless.version };
  expect((await on(salon, rollBackFlow, endless, request)).body.settings.timing.endsOn).toBeNull();
});

test('what is offered must be chosen before an offer goes live, and cannot be taken out of one that is', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'cross_selling' }, 'test');
  const refused = await on(salon, switchFlowMode, flow, { mode: 'combat' });
  expect(refused).toMatchObject({ body: { code: 'flow.incomplete', details: { missing: ['offer'] } } });
  const offer = withOptions(flow.settings, { offerServiceIds: ['01890000-0000-7000-8000-000000000001' as never] });
  const saved = (await save(salon, flow, offer)).body;
  const live = (await on(salon, switchFlowMode, saved, { mode: 'combat' })).body;
  expect(live.mode).toBe('combat');
  const emptied = await save(salon, live, withOptions(live.settings, { offerServiceIds: [] }));
  expect(emptied).toMatchObject(refusal('settings.options.offerServiceIds', 'required'));
});

test('a place of a template that nothing is put in is named when the flow goes live, and cannot become empty in a live one', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder' }, 'test');
  const withPlaces = (...parameters: string[]) => {
    const template = { channelId: salon.channelId, name: 'lost_client', language: 'ru', parameters };
    return { ...flow.settings, content: { ...flow.settings.content, templates: [template] } };
  };
  const saved = (await save(salon, flow, withPlaces('{clientName}', '', '{businessName}', ' '))).body;
  expect(await on(salon, switchFlowMode, saved, { mode: 'combat' })).toMatchObject({
    status: 422,
    body: {
      code: 'flow.incomplete',
      details: {
        missing: ['template_place'],
        places: [
          { name: 'lost_client', place: 2 },
          { name: 'lost_client', place: 4 },
        ],
      },
    },
  });
  const filled = (await save(salon, saved, withPlaces('{clientName}', '{recordDate}'))).body;
  const live = (await on(salon, switchFlowMode, filled, { mode: 'combat' })).body;
  expect(live.mode).toBe('combat');
  const emptied = await save(salon, live, withPlaces('{clientName}', ''));
  expect(emptied).toMatchObject(refusal('settings.content.templates.0.parameters.1', 'required'));
  const request = { version: saved.version, baseVersion: live.version };
  expect(await on(salon, rollBackFlow, live, request)).toMatchObject({ body: { code: 'flow.incomplete' } });
});

test('a milestone is of visits or of a sum; one of both is enough to go live', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'threshold' }, 'test');
  const refused = await on(salon, switchFlowMode, flow, { mode: 'combat' });
  expect(refused).toMatchObject({ body: { code: 'flow.incomplete', details: { missing: ['threshold'] } } });
  const saved = (await save(salon, flow, withOptions(flow.settings, { threshold: { visits: -1, spent: 50_000 } })))
    .body;
  expect((await on(salon, switchFlowMode, saved, { mode: 'combat' })).body.mode).toBe('combat');
});
