import { expect, test } from 'vitest';
import { createSegment, deleteSegment } from '#contract/audiences/segments.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { checkMailing } from '#contract/mailings/check.ts';
import { deleteMailing, type Mailing, restoreMailing } from '#contract/mailings/calls.ts';
import { getPolicyReport, previewContactPolicy } from '#contract/policy/calls.ts';
import { checkMailings } from '#server/mailings/sending/healing.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type MailingHouse, mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();
const { aChannel, anAddress } = builders(server.owner, server.ctx.vault);

/** Adds a WhatsApp channel with an approved template to a cabinet. */
async function addWhatsApp({ owner: { tenantId } }: MailingHouse): Promise<ChannelId> {
  const channelId = ChannelId.parse((await aChannel({ tenantId, kind: 'dialog360', title: 'WhatsApp' })).id);
  const content = JSON.stringify({ body: 'Hello', parameterCount: 0, media: null, isFillable: true, buttons: [] });
  await server.owner.query(
    `insert into channel_templates (tenant_id, channel_id, name, language, status, category, content, synced_at)
     values ($1, $2, 'hello', 'ru', 'approved', 'MARKETING', $3, now())`,
    [tenantId, channelId, content],
  );
  return channelId;
}

const templateOf = (channelId: ChannelId) => [{ channelId, name: 'hello', language: 'ru', parameters: [] }];
const setTemplate = (channelId: ChannelId, status: string) =>
  server.owner.query('update channel_templates set status = $2 where channel_id = $1', [channelId, status]);
const onMailing = ({ owner }: MailingHouse, { id }: Mailing) => ({ token: owner.token, params: { mailingId: id } });

test('a start is refused without the tariff, and to a test user on WhatsApp', async () => {
  const house = await open();
  const { tenantId } = house.owner;
  await house.people(2);
  const mailing = await house.aMailing();
  await server.owner.query(`update tenants set paid_until = '2026-01-01' where id = $1`, [tenantId]);
  expect(await house.start(mailing)).toMatchObject({
    body: { code: 'distribution.not_in_tariff', details: { tariffIds: [1, 5, 13] } },
  });
  await server.owner.query(`update tenants set paid_until = '2027-01-01' where id = $1`, [tenantId]);
  await server.owner.query('update members set is_test_user = true where tenant_id = $1', [tenantId]);
  const whatsApp = await addWhatsApp(house);
  const content = { ...mailing.settings.content, templates: templateOf(whatsApp) };
  const byBoth = await house.save(mailing, { content });
  expect(await house.start(byBoth)).toMatchObject({ body: { code: 'auth.test_user' } });
  const bySms = await house.save(byBoth, { channelIds: [house.channelId] });
  expect((await house.start(bySms)).status).toBe(200);
});

test('the check names each empty place of a template, and the mailing does not start until it is filled', async () => {
  const house = await open();
  await house.people(3);
  const whatsApp = await addWhatsApp(house);
  const mailing = await house.aMailing({ channelIds: [whatsApp] });
  const withPlaces = (...parameters: string[]) => ({
    content: { ...mailing.settings.content, templates: [{ ...templateOf(whatsApp)[0]!, parameters }] },
  });
  const saved = await house.save(mailing, withPlaces('{clientName}', '', ''));
  const { token } = house.owner;
  const { body } = await server.call(checkMailing, { token, body: { settings: saved.settings, mailingId: saved.id } });
  expect(body.missing).toEqual(['template_place']);
  expect(body.warnings.filter(({ code }) => code === 'template_place').map(({ values }) => values)).toEqual([
    { name: 'hello', place: '{{2}}' },
    { name: 'hello', place: '{{3}}' },
  ]);
  expect(await house.start(saved)).toMatchObject({
    status: 422,
    body: {
      details: {
        missing: ['template_place'],
        places: [
          { name: 'hello', place: 2 },
          { name: 'hello', place: 3 },
        ],
      },
    },
  });
  const filled = await house.save(saved, withPlaces('{clientName}', 'март', '{businessName}'));
  expect((await house.start(filled)).status).toBe(200);
});

test('the check divides WhatsApp into those who may get free text and those who need the template', async () => {
  const house = await open();
  const { tenantId, token } = house.owner;
  const people = await house.people(3);
  const whatsApp = await addWhatsApp(house);
  const wroteAt = '2026-03-02T08:00:00Z';
  await anAddress({
    tenantId,
    contactId: people[0] ?? '',
    channelId: whatsApp,
    subscribedAt: wroteAt,
    lastInboundAt: wroteAt,
    windowUntil: '2026-03-03T08:00:00Z',
  });
  const mailing = await house.aMailing({ channelIds: [whatsApp] });
  const check = async ({ id, settings }: Mailing) =>
    (await server.call(checkMailing, { token, body: { mailingId: id, settings } })).body;
  expect(await check(mailing)).toMatchObject({
    excluded: [{ rule: 'template_missing', contacts: 2 }],
    ways: [{ channelKind: 'dialog360', form: 'text', recipients: 1 }],
    warnings: expect.arrayContaining([expect.objectContaining({ code: 'template_missing' })]),
  });
  const content = { ...mailing.settings.content, templates: templateOf(whatsApp) };
  const templated = await house.save(mailing, { content });
  expect(await check(templated)).toMatchObject({
    excluded: [],
    ways: [
      { form: 'text', recipients: 1 },
      { form: 'template', recipients: 2 },
    ],
  });
  await setTemplate(whatsApp, 'paused');
  expect((await check(templated)).missing).toEqual(['template_barred']);
});

test('a text that the provider rejects stops a running mailing, and the rest gets the next text', async () => {
  const house = await open();
  await house.people(4);
  const mailing = await house.aMailing({ timing: { perDay: 2 } });
  house.answer = () => ({ kind: 'refused', errorClass: 'content_rejected', code: '63013', text: 'Policy violation' });
  await house.start(mailing);
  const stopped = await house.settle(mailing);
  expect(stopped).toMatchObject({ status: 'error', errorCode: 'content_rejected', errorReason: 'Policy violation' });
  house.answer = undefined;
  await house.resume(await house.save(stopped, { content: { texts: { default: 'Better' } } }));
  await server.clock.set('2026-03-03T09:00:00Z');
  await house.settle(mailing);
  await server.clock.set('2026-03-04T09:00:00Z');
  const done = await house.settle(mailing);
  expect(done).toMatchObject({ status: 'done', counts: { sent: 4 - stopped.counts.failed } });
});

test('a template that is paused stops a running mailing, which goes on once it is approved again', async () => {
  const house = await open();
  await house.people(3);
  const whatsApp = await addWhatsApp(house);
  const mailing = await house.aMailing({
    channelIds: [house.channelId, whatsApp],
    timing: { perDay: 1 },
    content: { templates: templateOf(whatsApp) },
  });
  const checkAgain = () => withTenant(server.ctx, house.owner.tenantId, (scope) => checkMailings(scope));
  await house.start(mailing);
  expect(await house.settle(mailing, 3)).toMatchObject({ status: 'working', counts: { sent: 1 } });
  await setTemplate(whatsApp, 'paused');
  await checkAgain();
  expect(await house.settle(mailing, 2)).toMatchObject({
    status: 'error',
    errorCode: 'template_barred',
    errorReason: 'hello (ru)',
  });
  await setTemplate(whatsApp, 'approved');
  await checkAgain();
  for (const day of ['03', '04', '05']) {
    await server.clock.set(`2026-03-${day}T09:00:00Z`);
    await house.settle(mailing, 4);
  }
  expect(await house.read(mailing)).toMatchObject({ status: 'done', counts: { sent: 3 } });
});

test('a mailing that is deleted while it runs sends nothing, and restored goes on without gaps or repeats', async () => {
  const house = await open();
  const people = await house.people(3);
  const mailing = await house.aMailing({ timing: { perDay: 1 } });
  await house.start(mailing);
  await house.settle(mailing, 3);
  await server.call(deleteMailing, onMailing(house, mailing));
  await server.clock.set('2026-03-03T09:00:00Z');
  await server.runJobs();
  expect(await house.reached(mailing)).toHaveLength(1);
  const restored = await server.call(restoreMailing, onMailing(house, mailing));
  expect(restored.body).toMatchObject({ status: 'pause', deletedAt: null, counts: { recipients: 3, sent: 1 } });
  expect((await house.resume(mailing)).status).toBe(200);
  for (const day of ['03', '04', '05']) {
    await server.clock.set(`2026-03-${day}T09:01:00Z`);
    await house.settle(mailing, 4);
  }
  expect(await house.reached(mailing)).toEqual(people);
});

test('the contact policy orders mailings with other marketing, and shows its effect on their messages', async () => {
  const house = await open({ messages: 0 });
  const { token } = house.owner;
  await house.people(2);
  const mailing = await house.aMailing();
  await house.start(mailing);
  await house.settle(mailing, 2);
  const report = (await server.call(getPolicyReport, { token })).body;
  expect(report.order).toContainEqual(expect.objectContaining({ senderId: mailing.id, kind: 'mailing' }));
  const policy = { quietFromHour: 22, quietToHour: 8, marketingLimit: 4, marketingDays: 7, senderOrder: [] };
  const effect = async (change: object) =>
    (await server.call(previewContactPolicy, { token, body: { ...policy, ...change } })).body;
  expect(await effect({})).toMatchObject({ looked: 2, later: [], dropped: [] });
  // It is noon: quiet hours until 14 put both messages off.
  expect(await effect({ quietToHour: 14 })).toMatchObject({ looked: 2, later: [{ rule: 'quiet_hours', count: 2 }] });
});

test('an audience whose source is deleted before it is listed stops the mailing and names the source', async () => {
  const house = await open();
  const { token } = house.owner;
  await house.people(3);
  const earlier = await house.aMailing();
  await house.start(earlier);
  await house.settle(earlier);
  const conditions = { match: 'all', groups: [{ match: 'all', conditions: [{ field: 'answered', value: 'never' }] }] };
  const { body: segment } = await server.call(createSegment, { token, body: { title: 'Silent', conditions } });
  const inSegment = {
    match: 'all' as const,
    groups: [
      { match: 'all' as const, conditions: [{ field: 'segment' as const, isNot: false, values: [segment.id] }] },
    ],
  };
  const soon = { timing: { startsAt: '2026-03-02T10:00:00Z' } };
  const ofSegment = await house.aMailing({ audience: { type: 'conditions', conditions: inSegment }, ...soon });
  const followUp = await house.aMailing({
    audience: { type: 'mailing', mailingId: earlier.id, outcome: 'sent' },
    ...soon,
  });
  for (const mailing of [ofSegment, followUp]) expect((await house.start(mailing)).status).toBe(200);
  await server.call(deleteSegment, { token, params: { segmentId: segment.id } });
  await server.call(deleteMailing, { token, params: { mailingId: earlier.id } });
  await server.clock.set('2026-03-02T10:00:01Z');
  expect(await house.settle(ofSegment)).toMatchObject({
    status: 'error',
    errorCode: 'segment_gone',
    errorReason: 'Silent',
  });
  expect(await house.settle(followUp)).toMatchObject({ errorCode: 'mailing_gone', errorReason: earlier.title });
  expect(await house.resume(followUp)).toMatchObject({ status: 422, body: { details: { missing: ['mailing'] } } });

  await server.call(restoreMailing, { token, params: { mailingId: earlier.id } });
  expect((await house.resume(followUp)).status).toBe(200);
  // NOTE: once the list is made, its source is not needed.
  await server.runJobs();
  await server.call(deleteMailing, { token, params: { mailingId: earlier.id } });
  expect(await house.settle(followUp)).toMatchObject({ status: 'done', counts: { sent: 3 } });
});
