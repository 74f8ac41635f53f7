import { beforeEach, expect, test } from 'vitest';
import { type AmoCabinet, amoHouse } from '#server/testing/houses/amo-house.ts';

const { server, world, open, account, settle, pass } = await amoHouse();

let cabinet: AmoCabinet;
beforeEach(async () => {
  cabinet = await open();
});

const MINUTES = 60;
/** The changes in each ten whose webhooks are lost. */
const LOST: readonly number[] = [1, 4, 8];

/** Deals and open tasks as amoCRM has them. */
async function listInAmo(): Promise<string[]> {
  const { leads, tasks, pipelines } = await account();
  const stageOf = (pipelineId: number, statusId: number) =>
    pipelines.find(({ id }) => id === pipelineId)?.statuses.find(({ id }) => id === statusId)?.name;
  return [
    ...leads
      .filter((lead) => !lead.is_deleted)
      .map((lead) => `deal ${lead.id} ${stageOf(lead.pipeline_id, lead.status_id)} ${lead.price * 100}`),
    ...tasks.filter((task) => !task.is_completed).map(({ id, text }) => `task ${id} ${text}`),
  ].toSorted();
}

/** The same as they are stored. */
async function listStored(): Promise<string[]> {
  const { rows } = await server.owner.query<{ line: string }>(
    `select concat_ws(' ', 'deal', d.external_id, s.title, d.price_minor) as line from deals d
     join deal_stages s on s.tenant_id = d.tenant_id and s.id = d.stage_id where d.tenant_id = $1 and not d.is_deleted
     union all select concat_ws(' ', 'task', external_id, text) from deal_tasks
     where tenant_id = $1 and not is_done and not is_deleted`,
    [cabinet.tenantId],
  );
  return rows.map(({ line }) => line).toSorted();
}

const differing = (one: readonly string[], other: readonly string[]) =>
  [...one.filter((line) => !other.includes(line)), ...other.filter((line) => !one.includes(line))].length;

/** Changes one thing a minute for an hour: deals are created, moved, priced and deleted, tasks are set and done. */
async function changeForAnHour(isLost: (nth: number) => boolean): Promise<void> {
  const { leads, pipelines, tasks } = await account();
  const [pipeline] = pipelines;
  const lead = (nth: number) => leads[nth % leads.length]!.id;
  const at = '/amo/leads';
  const changes: ((nth: number) => Promise<unknown>)[] = [
    (nth) => world.control('POST', at, { name: `Кухня ${nth}`, price: 1_000 + nth }),
    (nth) => {
      const stage = { pipelineId: pipeline?.id, statusId: pipeline?.statuses[nth % 4]?.id };
      return world.control('PATCH', `${at}/${lead(nth)}`, { stage });
    },
    (nth) => world.control('PATCH', `${at}/${lead(nth)}`, { price: 7_000 + nth }),
    (nth) => world.control('POST', '/amo/tasks', { leadId: lead(nth), text: `Замер ${nth}`, dueAt: 1_900_000_000 }),
    (nth) => world.control('PATCH', `/amo/tasks/${tasks[Math.floor(nth / 6) % tasks.length]!.id}`, { isDone: true }),
    (nth) => world.control('PATCH', `${at}/${lead(nth)}`, { isDeleted: true }),
  ];
  for (let nth = 0; nth < MINUTES; nth++) {
    await world.control('PATCH', '/amo', { isMute: isLost(nth) });
    await changes[nth % changes.length]?.(nth);
    await world.passTime(60_000);
  }
  await world.control('PATCH', '/amo', { isMute: false });
  await settle();
}

test('an hour that lost 30 % of the webhooks is in our copy after the next look', { timeout: 60_000 }, async () => {
  await changeForAnHour((nth) => LOST.includes(nth % 10));
  expect(differing(await listStored(), await listInAmo())).toBeGreaterThan(0);
  await pass({ minutes: 2 });
  expect(await listStored()).toEqual(await listInAmo());
});

test(
  'an hour in which amoCRM had switched our address off is in our copy after the next look',
  { timeout: 60_000 },
  async () => {
    await world.control('PATCH', '/amo', { disablesWebhooks: true });
    await changeForAnHour(() => false);
    expect(differing(await listStored(), await listInAmo())).toBeGreaterThan(20);
    await pass({ minutes: 2 });
    expect(await listStored()).toEqual(await listInAmo());
    expect((await account()).webhooks).toMatchObject([{ disabled: false }]);
  },
);
