import { z } from 'zod';
import { expect, test } from 'vitest';
import { listConnectionCommands, retryConnectionCommand } from '#contract/connections/commands.ts';
import { type CommandOutcome, defineCommand } from '#server/connections/command-port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { iikoRestaurant } from '#server/testing/houses/iiko-restaurant.ts';
import { commandSystem } from './command-actions.ts';
import { runCommands } from './running.ts';

const { server, sourceProviders, found, connect } = await iikoRestaurant();
const { call, clock, owner } = server;

const done: CommandOutcome = { kind: 'done', answer: { id: 7 } };
const unknown: CommandOutcome = { kind: 'unknown', text: 'timeout' };
const unreached: CommandOutcome = { kind: 'unreached', trouble: 'unreachable', text: 'HTTP 503' };
const refused: CommandOutcome = { kind: 'refused', trouble: 'rights_missing', text: 'No rights' };

/** A system with the given outcomes, one after another; then every write is done. */
async function aSystem(outcomes: CommandOutcome[], found_: { isDone: boolean }[] = []) {
  const { connection, tenantId, token } = await connect(await found({ timeZone: 'Europe/Moscow' }));
  const log: string[] = [];
  const kind = defineCommand({
    name: 'test.write',
    payload: z.object({ text: z.string() }),
    usefulHours: 24,
    async run(_ctx, _system, { payload }) {
      log.push(`run ${payload.text}`);
      return outcomes.shift() ?? done;
    },
    async find() {
      log.push('find');
      return found_.shift() ?? null;
    },
    async finish(_scope, { key }, outcome) {
      log.push(`end ${key} ${outcome.kind}`);
    },
  });
  const connectionId = connection.id;
  const ctx = { ...server.ctx, sourceProviders, commandKinds: new Map([[kind.name, kind]]) };
  return {
    log,
    ask: (key: string, text = key) =>
      withTenant(server.ctx, tenantId, (scope) =>
        commandSystem({ ...scope, ...server.ctx }, kind, { connectionId, key, payload: { text } }),
      ),
    run: () => runCommands(ctx, { tenantId, connectionId }, new AbortController().signal),
    list: async (failed?: 'true') =>
      (await call(listConnectionCommands, { token, params: { connectionId }, query: failed ? { failed } : {} })).body
        .items,
    retry: (commandId: string) => call(retryConnectionCommand, { token, params: { connectionId, commandId } }),
    die: () =>
      owner.query(
        `update connection_commands set state = 'running', due_at = $2, lease_until = now() - interval '1 s' where connection_id = $1`,
        [connectionId, clock.now().toString()],
      ),
  };
}

test('a write that is asked for twice is carried out once, in order', async () => {
  const system = await aSystem([]);
  await system.ask('1', 'first');
  await system.ask('1', 'first again');
  await system.ask('2', 'second');
  await system.run();
  expect(system.log).toEqual(['run first', 'end 1 done', 'run second', 'end 2 done']);
  expect((await system.list()).map(({ state }) => state)).toEqual(['done', 'done']);
});

test('what was not reached is tried again after a pause', async () => {
  const system = await aSystem([unreached]);
  await system.ask('1');
  await system.run();
  await system.run();
  expect(system.log).toEqual(['run 1']);
  await clock.advance({ seconds: 11 });
  await system.run();
  expect(system.log).toEqual(['run 1', 'run 1', 'end 1 done']);
});

test('an unknown outcome is looked up, and carried out again only where it was not', async () => {
  const system = await aSystem([unknown, done], [{ isDone: false }]);
  await system.ask('1');
  await system.run();
  await clock.advance({ seconds: 31 });
  await system.run();
  expect(system.log).toEqual(['run 1', 'find', 'run 1', 'end 1 done']);
});

test('a process that dies in the middle leaves an unknown outcome, which is looked up', async () => {
  const system = await aSystem([], [{ isDone: true }]);
  await system.ask('1');
  await system.die();
  await system.run();
  expect(system.log).toEqual(['find', 'end 1 done']);
});

test('a refused write is listed with its reason, and can be carried out again by hand', async () => {
  const system = await aSystem([refused]);
  await system.ask('1');
  await system.run();
  const [failed] = await system.list('true');
  expect(failed).toMatchObject({ state: 'refused', trouble: 'rights_missing', text: 'No rights' });
  expect((await system.retry(failed!.id)).status).toBe(200);
  await system.run();
  expect(await system.list('true')).toEqual([]);
  expect((await system.retry(failed!.id)).body).toMatchObject({ code: 'connection_command.not_failed' });
});
