import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ConnectionBinding, ScenarioName } from './binding.ts';
import type { ConnectionPlace, Places } from './place.ts';
import { findWebhook, repeatWebhook, withToken } from './sent-webhooks.ts';

/** A behaviour of connections, in words and as a test. */
export type Scenario = {
  name: ScenarioName;
  title: string;
  /** Whether a kind has what the scenario is about; left out: every kind. A binding gives the reason where it has not. */
  isFor?: (binding: ConnectionBinding) => boolean;
  /** False: the jobs that read the account have not run when it begins. */
  isRead?: false;
  play: (place: ConnectionPlace) => Promise<void>;
};

/** The scenarios that a kind plays; `binding.skips` gives the reasons of the others. */
export const scenariosOf = ({ skips }: Pick<ConnectionBinding, 'skips'>): readonly Scenario[] =>
  SCENARIOS.filter(({ name }) => skips[name] === undefined);

export async function playScenario({ open }: Places, binding: ConnectionBinding, { isRead, play }: Scenario) {
  await play(await open(binding, { isRead: isRead ?? true }));
}

const isWell = { state: 'working', trouble: null, unreadableCount: 0 };

/** Minutes after which rights and webhooks are checked again. */
const CHECK_MINUTES = 61;

/** A call that is answered late: what happens meanwhile comes in between. */
const SLOW = { action: 'slow', delayMs: 400 } as const;

async function untilCalled(place: ConnectionPlace, path: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while ((await place.countCalls(path)) === 0 && performance.now() < deadline) await sleep(10);
}

/** A vendor that refuses calls for a while: nothing is shown as broken, and the change is read afterwards. */
async function playRefused(place: ConnectionPlace, seconds: number | null): Promise<void> {
  const { binding, world } = place;
  await binding.switchWebhooks(world, false);
  const id = await place.create();
  const { status, body, headers } = binding.tooFast(seconds);
  await place.disturb({ action: 'http', match: binding.lists, status, body, ...(headers && { headers }) });
  await place.poll();
  expect(await place.read()).toMatchObject(isWell);
  expect(await place.records()).toEqual([]);
  await place.calm();
  await place.poll();
  expect(await place.records()).toEqual([{ id, status: binding.statuses.created }]);
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'health',
    title: 'a connection tells its last event, and until when it is read, which stands still while the vendor is away',
    async play(place) {
      await place.create();
      await place.settle();
      const { lastEventAt, branches } = await place.read();
      expect(lastEventAt).not.toBeNull();
      expect(branches).toMatchObject([{ lastEventAt: expect.any(String), webhooksState: 'set' }]);
      await place.poll();
      const readUntil = async () => (await place.read()).branches[0]?.changedUntil ?? '';
      const before = await readUntil();
      await place.disturb({ action: 'http', status: 503, body: null });
      await place.pass(20);
      await place.poll();
      expect(await readUntil()).toBe(before);
      expect((await place.read()).state).not.toBe('broken');
      await place.calm();
      await place.poll();
      expect(Date.parse(await readUntil())).toBeGreaterThan(Date.parse(before) + 19 * 60_000);
      expect(await place.read()).toMatchObject(isWell);
    },
  },
  {
    name: 'rights',
    title: 'each right that is missing is named, until it is given',
    isFor: ({ rights }) => rights.length > 0,
    async play(place) {
      const { binding, world, account } = place;
      const missing = async () => {
        await place.pass(CHECK_MINUTES);
        await place.poll();
        const { state, branches } = await place.read();
        return [state, branches[0]?.missingRights];
      };
      for (const { flags, right } of binding.rights) {
        await binding.setRight?.(world, account, flags, false);
        expect(await missing()).toEqual(['attention', [right]]);
        await binding.setRight?.(world, account, flags, true);
        expect(await missing()).toEqual(['working', []]);
      }
    },
  },
  {
    name: 'revoked_key',
    title: 'a key that is revoked while an account is read breaks the connection; another key goes on reading',
    isRead: false,
    async play(place) {
      const { binding, world, account, server } = place;
      const id = await place.create({ isSilent: true });
      const { restore } = await binding.revoke(world, account);
      await server.runJobs();
      expect(await place.read()).toMatchObject({ state: 'broken' });
      expect(await place.records()).toEqual([]);
      const renewed = await place.connect(await restore());
      await server.runJobs();
      expect(await place.readAll()).toMatchObject([{ ...isWell, id: renewed.id }]);
      expect(await place.records()).toEqual([{ id, status: binding.statuses.created }]);
    },
  },
  {
    name: 'refresh_race',
    title: 'two processes that need a new token renew it once',
    isFor: ({ renewals }) => renewals !== undefined,
    async play(place) {
      const { binding, world, account, server } = place;
      await binding.renewals?.expire(world, account);
      await world.control('DELETE', '/log');
      const { branches } = await place.read();
      const payload = { tenantId: place.owner.tenantId, branchId: branches[0]?.id, kind: binding.kind };
      await Promise.all([1, 2].map(() => server.runJob('connections.poll-branch', payload)));
      expect(await binding.renewals?.count(world)).toBe(1);
      expect(await place.read()).toMatchObject(isWell);
    },
  },
  {
    name: 'lost_answer',
    title: 'what the vendor created although its answer was lost is not created twice',
    isFor: ({ write }) => write !== undefined,
    async play(place) {
      const { binding, world, account } = place;
      const { write } = binding;
      if (!write) return;
      const opened = await place.openProvider();
      const before = await write.count(world, account);
      const key = randomUUID();
      await place.disturb({ action: 'reset', effect: 'done', match: write.path, times: 1 });
      await write.run(opened, key);
      expect(await write.count(world, account)).toBe(before + 1);
      await write.run(opened, key);
      expect(await write.count(world, account)).toBe(before + 1);
    },
  },
  {
    name: 'pause',
    title: 'a vendor that asks for a pause is not shown as a problem, and is read after it',
    play: (place) => playRefused(place, 2),
  },
  {
    name: 'busy',
    title: 'a vendor that is too busy and names no pause is not shown as a problem, and is read later',
    play: (place) => playRefused(place, null),
  },
  {
    name: 'moving_pages',
    title: 'records that are created and deleted while pages are read are neither lost nor doubled',
    isFor: ({ pages }) => pages !== undefined,
    isRead: false,
    async play(place) {
      const { binding, world, server } = place;
      const { first = '', size = 0 } = binding.pages ?? {};
      const ids: string[] = [];
      for (let at = 0; at < size + 5; at++) ids.push(await place.create({ isSilent: true }));
      await world.control('DELETE', '/log');
      await place.disturb({ ...SLOW, match: first, times: 1 });
      const reading = server.runJobs();
      await untilCalled(place, binding.lists);
      const [deleted = ''] = ids;
      await binding.remove?.(world, deleted);
      const added = await place.create({ isSilent: true });
      await reading;
      await place.poll();
      const { created } = binding.statuses;
      const alive = (await place.records()).filter(({ status }) => status === created);
      const expected = [...ids.filter((id) => id !== deleted || binding.remove === undefined), added];
      expect(alive.map(({ id }) => id)).toEqual(expected.toSorted());
      expect(await place.read()).toMatchObject(isWell);
    },
  },
  {
    name: 'gone',
    title: 'a record that is deleted between its webhook and its reading is no record of ours, and no problem',
    isFor: ({ reads, remove }) => reads !== undefined && remove !== undefined,
    async play(place) {
      const { binding, world } = place;
      const id = await place.create();
      await binding.remove?.(world, id);
      await place.settle();
      expect((await place.records()).filter(({ status }) => status !== binding.removed)).toEqual([]);
      expect(await place.events()).toEqual([]);
      expect(await place.read()).toMatchObject(isWell);
    },
  },
  {
    name: 'lost_webhook',
    title: 'what lost webhooks were about is found by the next look for changes, also after an hour that lost a third',
    async play(place) {
      const { binding, world } = place;
      await binding.switchWebhooks(world, false);
      const id = await place.create();
      await place.settle();
      expect(await place.records()).toEqual([]);
      await place.poll();
      expect(await place.records()).toEqual([{ id, status: binding.statuses.created }]);
      await place.change(id);
      await place.poll();
      expect(await place.records()).toEqual([{ id, status: binding.statuses.changed }]);
      await binding.switchWebhooks(world, true);
      const hour = [id];
      for (let minute = 0; minute < 60; minute += 3) {
        hour.push(await place.create({ isSilent: minute % 9 === 0 }));
        await place.pass(3);
      }
      await place.settle();
      const arrived = await place.records();
      expect(arrived.length).toBeLessThan(hour.length);
      await place.poll();
      expect((await place.records()).map((one) => one.id)).toEqual(hour.toSorted());
    },
  },
  {
    name: 'repeated_webhook',
    title: 'a webhook that comes twice counts once',
    async play(place) {
      const id = await place.create();
      await place.settle();
      const events = await place.events();
      expect(events.length).toBeGreaterThan(0);
      await repeatWebhook(place, 'last');
      await place.settle();
      expect(await place.events()).toEqual(events);
      expect(await place.records()).toEqual([{ id, status: place.binding.statuses.created }]);
    },
  },
  {
    name: 'late_webhook',
    title: 'a webhook that comes after a newer one takes nothing back',
    async play(place) {
      const id = await place.create();
      await place.settle();
      await place.change(id);
      await place.settle();
      const events = await place.events();
      await repeatWebhook(place, 'first');
      await place.settle();
      expect(await place.records()).toEqual([{ id, status: place.binding.statuses.changed }]);
      expect(await place.events()).toEqual(events);
    },
  },
  {
    name: 'early_webhook',
    title: 'a record whose webhook comes before it can be read is found later',
    isFor: ({ reads }) => reads !== undefined,
    async play(place) {
      const { binding } = place;
      await place.disturb({ action: 'http', status: 404, body: null, match: binding.reads ?? '' });
      const id = await place.create();
      await place.settle();
      expect(await place.records()).toEqual([]);
      await place.calm();
      await place.poll();
      expect(await place.records()).toEqual([{ id, status: binding.statuses.created }]);
      expect(await place.read()).toMatchObject(isWell);
    },
  },
  {
    name: 'foreign_webhook',
    title: 'a webhook about another account changes nothing',
    async play(place) {
      const { binding } = place;
      const other = await place.openOther();
      const id = await other.create();
      await other.settle();
      expect((await other.records()).map((one) => one.id)).toEqual([id]);
      const { webhookUrl, webhookToken } = await place.read();
      const { body, headers } = await findWebhook(place, 'last');
      const sent = await fetch(webhookUrl, {
        method: 'POST',
        headers: withToken(headers, webhookToken),
        body,
      });
      expect(sent.status).toBe(binding.signsPayloads ? 401 : 200);
      await place.settle();
      expect(await place.records()).toEqual([]);
      expect(await place.read()).toMatchObject(isWell);
    },
  },
  {
    name: 'clocks',
    title: 'a vendor whose clock is four minutes slow or fast loses no change',
    async play(place) {
      const { binding, world, server } = place;
      await binding.switchWebhooks(world, false);
      await server.clock.advance({ minutes: 4 });
      await place.poll();
      const slow = await place.create();
      await place.poll();
      expect((await place.records()).map(({ id }) => id)).toEqual([slow]);
      await world.passTime(8 * 60_000);
      await place.poll();
      const fast = await place.create();
      await place.poll();
      expect((await place.records()).map(({ id }) => id)).toEqual([slow, fast].toSorted());
    },
  },
  {
    name: 'phones',
    title: 'a person whose phone is written in five ways is one contact',
    async play(place) {
      const before = await place.phones();
      expect(new Set(place.binding.phones).size).toBe(5);
      for (const phone of place.binding.phones) await place.create({ phone });
      await place.settle();
      expect(await place.records()).toHaveLength(5);
      const added = (await place.phones()).filter((phone) => !before.includes(phone));
      expect(added).toEqual([expect.stringMatching(/^\+\d{10,13}$/)]);
    },
  },
  {
    name: 'hook_off',
    title: 'a vendor that has forgotten our address is told it again, and what it did not send is found',
    isFor: ({ forgetWebhook }) => forgetWebhook !== undefined,
    async play(place) {
      const { binding, world, account } = place;
      await binding.forgetWebhook?.(world, account);
      const missed = await place.create();
      await place.settle();
      expect(await place.records()).toEqual([]);
      await place.pass(CHECK_MINUTES);
      await place.poll();
      expect((await place.records()).map(({ id }) => id)).toEqual([missed]);
      expect((await place.read()).branches).toMatchObject([{ webhooksState: 'set' }]);
      const next = await place.create();
      await place.settle();
      expect((await place.records()).map(({ id }) => id)).toEqual([missed, next].toSorted());
    },
  },
  {
    name: 'disconnect',
    title: 'a connection that is removed while it is read stops, and nothing of it is read or received later',
    isRead: false,
    async play(place) {
      const { binding, server } = place;
      await place.create({ isSilent: true });
      const { id, webhookUrl } = await place.read();
      await place.disturb({ ...SLOW, match: binding.lists, times: 1 });
      const reading = server.runJobs();
      await untilCalled(place, binding.lists);
      await place.disconnect(id);
      await reading;
      await place.calm();
      await place.pass(2);
      await server.runJobs();
      const records = await place.records();
      expect(await place.readAll()).toEqual([]);
      expect((await fetch(webhookUrl, { method: 'POST', body: '{}' })).status).toBe(404);
      await place.create();
      await place.poll();
      await place.settle();
      expect(await place.records()).toEqual(records);
    },
  },
  {
    name: 'other_account',
    title: 'another account of the vendor in place of the first is a connection of its own, and the history stays',
    async play(place) {
      const { binding, world, server } = place;
      const first = await place.create();
      await place.settle();
      const before = await place.read();
      await place.disconnect(before.id);
      await place.pass(2);
      await server.runJobs();
      const account = await binding.found(world);
      const second = await binding.create(world, account, { isSilent: true });
      const { id } = await place.connect(account);
      await server.runJobs();
      expect(await place.readAll()).toMatchObject([{ ...isWell, id, branches: [{ externalId: account.branchId }] }]);
      expect(id).not.toBe(before.id);
      const stored = [first, second].toSorted();
      expect((await place.records()).map((one) => one.id)).toEqual(stored);
      await place.change(first);
      await place.poll();
      await place.settle();
      expect((await place.records()).find((one) => one.id === first)).toMatchObject({
        status: binding.statuses.created,
      });
    },
  },
];
