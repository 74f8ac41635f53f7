import { expect, test } from 'vitest';
import { ChannelId } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { cancelMailing } from '#contract/mailings/runs.ts';
import { deleteMailing, type Mailing, saveMailing } from '#contract/mailings/calls.ts';
import { addMessages } from '#server/billing/actions.ts';
import { setChannelTrouble } from '#server/channels/storage/actions.ts';
import { newSecrets } from '#server/channels/storage/secrets.ts';
import { mergeContacts } from '#server/contacts/book/merging-actions.ts';
import { applyStatuses } from '#server/delivery/statuses/status-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { feedMailingJob, listRecipientsJob } from '#server/mailings/jobs.ts';
import { countListed, listByExclusion } from '#server/mailings/recipients/listing.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { accepted, aStatus } from '#server/testing/world/fake-channel.ts';
import { HOUSE_NOON, mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();

test('a started mailing lists everybody, sends once to each, and is done', async () => {
  const house = await open();
  const people = await house.people(80);
  const mailing = await house.aMailing();
  expect((await house.start(mailing)).body).toMatchObject({ status: 'working', mode: 'combat' });
  const done = await house.settle(mailing);
  expect(done).toMatchObject({
    status: 'done',
    isListed: true,
    counts: { audience: 80, recipients: 80, waiting: 0, planned: 0, sent: 80, failed: 0, skipped: 0 },
  });
  expect(await house.reached(mailing)).toEqual(people);
  expect(new Set(house.channel.sent.map(({ message }) => message.to.phone)).size).toBe(80);
});

test('the count before the start and the list made by it agree, and add up', async () => {
  const house = await open();
  const { tenantId } = house.owner;
  const people = await house.people(40);
  await house.people(5, { refusesMailings: true });
  await optOut(tenantId, people.slice(0, 3));
  const mailing = await house.save(await house.aMailing(), { controlPercent: 30 });
  const scope = <T>(work: (scope: ActionScope) => Promise<T>) => withTenant(server.ctx, tenantId, work);
  const counted = await scope((inner) => countListed(inner, mailing));
  expect(counted).toMatchObject({ opted_out: 3, refuses_mailings: 5 });
  await house.start(mailing);
  const { counts } = await house.settle(mailing);
  const { '': recipients, control_group: control = 0, ...excluded } = counted;
  expect(counts).toMatchObject({ audience: 45, recipients, control, excluded, sent: recipients });
  expect(control).toBeGreaterThan(0);
  const page = { exclusion: 'opted_out', after: null, limit: 10 };
  expect(await scope((inner) => listByExclusion(inner, mailing, page))).toEqual(people.slice(0, 3));
});

/** Recipients of a mailing that are in none of its counts. */
const unaccounted = ({ counts: { recipients, waiting, planned, sent, failed, skipped } }: Mailing) =>
  recipients - waiting - planned - sent - failed - skipped;

test('a pause takes planned messages back, and after it everybody gets the present text once', async () => {
  const house = await open();
  const people = await house.people(70);
  const mailing = await house.aMailing({ timing: { perDay: 20 }, content: { texts: { default: 'Before' } } });
  await house.start(mailing);
  await house.settle(mailing, 2);
  const sped = await house.save(await house.read(mailing), { timing: { perDay: null } });
  await server.runJob(feedMailingJob.name, { tenantId: house.owner.tenantId, mailingId: mailing.id });
  expect((await house.read(mailing)).counts).toMatchObject({ sent: 20, planned: 30, waiting: 20 });
  expect((await house.pause(mailing)).body).toMatchObject({ status: 'pause', counts: { planned: 0, waiting: 50 } });
  await server.runJobs();
  const saved = await house.save(sped, { content: { texts: { default: 'After' } } });
  await optOut(house.owner.tenantId, people.slice(-2));
  expect((await house.resume(saved)).body).toMatchObject({ status: 'working', counts: { sent: 20 } });
  const done = await house.settle(saved);
  expect(done).toMatchObject({ status: 'done', counts: { waiting: 0, sent: 68, excluded: { opted_out: 2 } } });
  expect(unaccounted(done)).toBe(0);
  expect(await house.reached(mailing)).toEqual(people.slice(0, -2));
  const texts = Object.groupBy(house.channel.sent, ({ message }) => message.text);
  expect([texts['Before']?.length, texts['After']?.length]).toEqual([20, 48]);
});

test('a change of the text reaches those whose message already waits', async () => {
  const house = await open();
  await house.people(5);
  const mailing = await house.aMailing({ timing: { isSpread: true }, content: { texts: { default: 'Before' } } });
  await house.start(mailing);
  await server.runJobs();
  await house.save(await house.read(mailing), {
    content: { texts: { default: 'After' } },
    timing: { isSpread: false },
  });
  await house.settle(mailing);
  expect(house.channel.sent.map(({ message }) => message.text).toSorted()).toEqual([
    'After',
    'After',
    'After',
    'After',
    'Before',
  ]);
});

test('a cancelled mailing sends nothing more, and cannot go on', async () => {
  const house = await open();
  await house.people(15);
  const mailing = await house.aMailing({ timing: { perDay: 10 } });
  await house.start(mailing);
  await house.settle(mailing, 2);
  const over = { status: 'canceled', counts: { planned: 0, waiting: 5, sent: 10 } };
  expect((await house.cancel(mailing)).body).toMatchObject(over);
  await server.clock.advance({ hours: 24 });
  await server.runJobs();
  expect(await house.read(mailing)).toMatchObject(over);
  expect(await house.resume(mailing)).toMatchObject({ status: 409, body: { code: 'distribution.wrong_status' } });
});

test.each([
  ['cancelled', cancelMailing, 'mailing_canceled'],
  ['deleted', deleteMailing, 'mailing_deleted'],
])('a mailing that is %s cancels the messages that wait', async (_what, call, rule) => {
  const house = await open();
  await house.people(5);
  const mailing = await house.aMailing();
  await house.start(mailing);
  const payload = { tenantId: house.owner.tenantId, mailingId: mailing.id };
  for (const { name } of [listRecipientsJob, feedMailingJob]) await server.runJob(name, payload);
  await server.call(call, { token: house.owner.token, params: { mailingId: mailing.id } });
  await server.runJobs();
  const { rows } = await server.owner.query('select status, reason from messages where sender_id = $1', [mailing.id]);
  expect(rows).toEqual(Array.from({ length: 5 }, () => ({ status: 'cancelled', reason: rule })));
});

test.each([
  ['not_subscribed', { subscribedCustomers: true }],
  ['no_dialogue', { ignoreClientsWithNoDialogue: true }],
  ['open_conversation', {}],
])('contacts left out by %s are on the list with their rule, and get nothing', async (rule, change) => {
  const house = await open();
  const { tenantId } = house.owner;
  const [first, second] = await house.people(2);
  await builders(server.owner).aConversation({
    tenantId,
    contactId: first,
    channelId: house.channelId,
    needsPersonSince: rule === 'open_conversation' ? HOUSE_NOON : null,
  });
  await server.owner.query(
    `update contact_addresses set subscribed_at = now(), last_inbound_at = now() where tenant_id = $1`,
    [tenantId],
  );
  const mailing = await house.aMailing(change);
  await house.start(mailing);
  expect((await house.settle(mailing)).counts).toMatchObject({ excluded: { [rule]: 1 }, sent: 1 });
  expect(await house.reached(mailing)).toEqual([rule === 'open_conversation' ? second : first]);
});

test('a start that is ahead waits for its time, and a deleted mailing never starts', async () => {
  const house = await open();
  await house.people(3);
  const startsAt = '2026-03-02T11:00:00Z';
  const [mailing, deleted] = [
    await house.aMailing({ timing: { startsAt } }),
    await house.aMailing({ timing: { startsAt } }),
  ];
  expect((await house.start(mailing)).body.status).toBe('waiting');
  await house.start(deleted);
  await server.call(deleteMailing, { token: house.owner.token, params: { mailingId: deleted.id } });
  await server.runJobs();
  expect(house.channel.sent).toEqual([]);
  await server.clock.set('2026-03-02T11:00:01Z');
  await house.settle(mailing);
  expect(house.channel.sent).toHaveLength(3);
});

test('a draft whose start has passed meanwhile does not begin, and one that waits is saved with its start', async () => {
  const house = await open();
  await house.people(1);
  const { token } = house.owner;
  const timing = { startsAt: '2026-03-02T11:00:00Z' };
  const [draft, waiting] = [await house.aMailing({ timing }), await house.aMailing({ timing })];
  await house.start(waiting);
  await server.clock.set('2026-03-02T11:00:01Z');
  expect((await house.start(draft)).body).toMatchObject({
    code: 'distribution.incomplete',
    details: { missing: ['start'] },
  });
  const save = ({ id, title, settings, version }: Mailing) =>
    server.call(saveMailing, {
      token,
      params: { mailingId: id },
      body: { title, settings, testPhones: '', baseVersion: version },
    });
  expect((await save(draft)).body).toMatchObject({
    details: { fields: { 'settings.timing.startsAt': ['moment_past'] } },
  });
  expect((await save(waiting)).status).toBe(200);
});

test('by their own zones each gets it within the hours of their day', async () => {
  const house = await open();
  await house.people(2, { timeZone: 'America/Sao_Paulo' });
  await house.people(2, { timeZone: 'Asia/Yekaterinburg' });
  const timing = { isInContactZone: true, dispatchHours: { startHour: 9, endHour: 21 } };
  const mailing = await house.aMailing({ timing });
  await house.start(mailing);
  await house.settle(mailing, 3);
  expect(house.channel.sent).toHaveLength(2); // noon in Moscow is 14 h in Yekaterinburg and 6 h in São Paulo
  await server.clock.set('2026-03-02T12:00:30Z');
  expect(await house.settle(mailing)).toMatchObject({ status: 'done', counts: { sent: 4 } });
});

test('a contact whose frequency cap is used up waits for it, or is left out where that is too late', async () => {
  const house = await open();
  const { tenantId } = house.owner;
  const [person] = await house.people(1);
  await server.owner.query(
    `insert into contact_policies (tenant_id, quiet_from_hour, quiet_to_hour, marketing_limit, marketing_days) values ($1, 22, 8, 1, 2)`,
    [tenantId],
  );
  const first = await house.aMailing();
  await house.start(first);
  await house.settle(first);
  const [waiting, late] = [await house.aMailing(), await house.aMailing({ timing: { useBy: '2026-03-03T09:00:00Z' } })];
  await house.start(late);
  expect((await house.settle(late)).counts.excluded).toEqual({ marketing_budget: 1 });
  await house.start(waiting);
  expect(await house.settle(waiting, 3)).toMatchObject({
    status: 'working',
    counts: { planned: 1, sent: 0 },
    heldBy: 'marketing_budget',
    heldUntil: '2026-03-04T09:00:00Z',
  });
  await server.clock.set('2026-03-04T09:05:00Z');
  expect(await house.settle(waiting)).toMatchObject({ status: 'done', counts: { sent: 1 } });
  expect(await house.reached(waiting)).toEqual([person]);
});

test('over quota the rest waits, and leaves after a top-up', async () => {
  const house = await open({ messages: 4 });
  await house.people(6);
  const mailing = await house.aMailing();
  await house.start(mailing);
  expect(await house.settle(mailing, 3)).toMatchObject({
    status: 'working',
    unpaid: 2,
    counts: { sent: 4, planned: 2 },
  });
  await withTenant(server.ctx, house.owner.tenantId, (scope) => addMessages(scope, 10));
  expect(await house.settle(mailing)).toMatchObject({ status: 'done', unpaid: 0, counts: { sent: 6, planned: 0 } });
});

test('at its last moment a mailing ends, and what has not left is cancelled', async () => {
  const house = await open({ messages: 1 });
  await house.people(3);
  const mailing = await house.aMailing({ timing: { useBy: '2026-03-02T10:00:00Z' } });
  await house.start(mailing);
  await house.settle(mailing, 2);
  await server.clock.set('2026-03-02T10:00:01Z');
  expect(await house.settle(mailing)).toMatchObject({ status: 'done', counts: { sent: 1, planned: 0, waiting: 2 } });
  const { rows } = await server.owner.query(
    `select distinct reason from messages where sender_id = $1 and status = 'cancelled'`,
    [mailing.id],
  );
  expect(rows).toEqual([{ reason: 'mailing_ended' }]);
});

test('it stops by itself when many messages fail, says so, and goes on for the others', async () => {
  const house = await open();
  await house.people(90);
  house.answer = () => ({ kind: 'refused', errorClass: 'recipient_invalid', code: '1', text: 'No' });
  const mailing = await house.aMailing();
  await house.start(mailing);
  const stopped = await house.settle(mailing);
  expect(stopped).toMatchObject({ status: 'error', errorCode: 'too_many_failures', counts: { planned: 0 } });
  expect(stopped.counts.failed).toBeLessThan(60);
  expect(await notices(house.owner.tenantId)).toEqual(['too_many_failures']);
  house.answer = undefined;
  await house.resume(mailing);
  const done = await house.settle(mailing);
  expect(done).toMatchObject({ status: 'done', counts: { sent: 90 - stopped.counts.failed } });
  expect(unaccounted(done)).toBe(0);
  expect(await notices(house.owner.tenantId)).toEqual([]);
});

test('a recipient who left a channel gets it on the next one, once, also when that is reported after its end', async () => {
  const house = await open();
  const { tenantId } = house.owner;
  const credentials = server.ctx.vault.seal(tenantId, newSecrets(tenantId, { token: 'token' }));
  const channel = await builders(server.owner).aChannel({
    tenantId,
    kind: 'twilio_sms',
    title: 'SMS 2',
    position: 2,
    credentials,
  });
  const next = ChannelId.parse(channel.id);
  await house.people(2);
  const left = { errorClass: 'opted_out', code: '21610', text: 'Unsubscribed recipient' } as const;
  let calls = 0;
  house.answer = () => (++calls === 1 ? { kind: 'refused', ...left } : accepted(`SM${calls}`));
  const mailing = await house.aMailing({ channelIds: [house.channelId, next] });
  await house.start(mailing);
  expect(await house.settle(mailing)).toMatchObject({ status: 'done', counts: { sent: 2, failed: 0 } });
  const ledger = async () =>
    (
      await server.owner.query(
        `select channel_id, provider_message_id from messages where sender_id = $1 and status = 'accepted'
         order by provider_message_id`,
        [mailing.id],
      )
    ).rows;
  const [first, second] = [house.channelId, next];
  const before = await ledger();
  expect(before.map((row) => row.channel_id).toSorted()).toEqual([first, second].toSorted());

  const { provider_message_id: providerMessageId } = before.find((row) => row.channel_id === first);
  const { kind, traits } = house.channel;
  await withTenant(server.ctx, tenantId, (scope) =>
    applyStatuses(scope, { id: first, kind, traits }, [
      aStatus({ at: server.clock.now(), providerMessageId, status: 'failed', ...left }),
    ]),
  );
  await server.runJobs();
  expect((await ledger()).map((row) => row.channel_id)).toEqual([second, second]);
  expect(calls).toBe(4);
  expect(await house.read(mailing)).toMatchObject({ status: 'done', counts: { sent: 2, failed: 0 } });
});

test('without a working channel it stops, and goes on by itself when the channel works again', async () => {
  const house = await open();
  await house.people(3);
  const mailing = await house.aMailing();
  const setTrouble = (trouble: 'wrong_key' | null) =>
    withTenant(server.ctx, house.owner.tenantId, (scope) =>
      setChannelTrouble(scope, house.channelId, { trouble, text: null }),
    );
  await setTrouble('wrong_key');
  await house.start(mailing);
  expect(await house.settle(mailing)).toMatchObject({ status: 'error', errorCode: 'channels_gone' });
  await setTrouble(null);
  await server.runJobs();
  expect(await house.settle(mailing)).toMatchObject({ status: 'done', counts: { sent: 3 } });
});

test('a start is refused with what is missing: nobody, an unknown variable, hours that are all quiet', async () => {
  const house = await open();
  const timing = { dispatchHours: { startHour: 22, endHour: 24 } };
  const mailing = await house.aMailing({ timing, content: { texts: { default: '{recordDate} {nmae}' } } });
  expect(await house.start(mailing)).toMatchObject({
    status: 422,
    body: {
      code: 'distribution.incomplete',
      details: { missing: ['variable_unknown', 'hours', 'audience'], variables: ['nmae', 'recordDate'] },
    },
  });
});

test('two contacts that are merged while it runs get one message', async () => {
  const house = await open();
  const { tenantId } = house.owner;
  const [to = '', from = ''] = await house.people(2);
  const mailing = await house.aMailing({ timing: { isSpread: true } });
  await house.start(mailing);
  await server.runJobs();
  await withTenant(server.ctx, tenantId, (scope) =>
    mergeContacts(scope, { from: ContactId.parse(from), to: ContactId.parse(to) }),
  );
  await house.save(await house.read(mailing), { timing: { isSpread: false } });
  const done = await house.settle(mailing);
  expect(done).toMatchObject({ status: 'done', counts: { recipients: 1, sent: 1, waiting: 0 } });
  expect(await house.reached(mailing)).toEqual([to]);
});

const notices = async (tenantId: string) => {
  const { rows } = await server.owner.query(
    `select params ->> 'code' as code from notices where tenant_id = $1 and kind = 'mailing_error' and resolved_at is null`,
    [tenantId],
  );
  return rows.map(({ code }) => code);
};

const optOut = (tenantId: string, contactIds: readonly string[]) =>
  server.owner.query(
    `insert into opt_outs (tenant_id, id, contact_id, scope, source, created_at)
     select $1, gen_random_uuid(), id, 'marketing', 'member', now() from unnest($2::uuid[]) id`,
    [tenantId, contactIds],
  );
