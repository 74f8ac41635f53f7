import { expect, test } from 'vitest';
import type { Job } from '#server/platform/jobs.ts';
import { workRooms } from './binding.ts';
import { ROOMS } from './rooms.ts';
import { subscriptions } from './binding.ts';

test('every subscriber that a worker handles is queued for its events', () => {
  const handled: string[] = [];
  const note = (job: Job) => {
    if ('on' in job) handled.push(job.name);
  };
  const providers = { channels: new Map(), sourceProviders: new Map(), marketplaces: new Map(), payments: null };
  workRooms(note, () => {}, { rooms: ROOMS, providers });
  const queued = new Set([...subscriptions(ROOMS).jobs.values()].flat().map(({ name }) => name));
  expect(handled.length).toBeGreaterThan(10);
  expect(handled.toSorted()).toEqual([...queued].toSorted());
});
