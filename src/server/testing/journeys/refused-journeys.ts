import { test } from 'vitest';
import { type ConnectionKind, listConnections, setBranchActive } from '#contract/connections/calls.ts';
import { setTestPhones } from '#contract/flows/trials.ts';
import { getContactPolicy, setContactPolicy } from '#contract/policy/calls.ts';
import { type RefusalGroup, refusalsOf } from './refusal-table.ts';
import { type Results, runRefusals } from './running.ts';
import { expectShown } from './shown-refusals.ts';
import { type JourneyWorld, journeyWorld } from './world.ts';

/** Declares a test for each row of the table in a source: the reason why nothing was sent is shown. Many rows run at once in one cabinet. */
export async function refusedJourneysFrom(source: ConnectionKind): Promise<void> {
  const journey = await journeyWorld(source);
  const { server, owner } = journey;
  const { token } = owner;
  const refusals = refusalsOf(source);
  await server.call(setTestPhones, { token, body: { testPhones: '' } });
  const usual = (await server.call(getContactPolicy, { token })).body;
  const strict = { ...usual, marketingLimit: 1 };
  const runUnder = async (policy: typeof usual, group: RefusalGroup) => {
    await server.call(setContactPolicy, { token, body: policy });
    const isClosing = group === 'closing' || group === 'closing_later';
    const results = await runRefusals(journey, refusals[group], isClosing ? () => setBranches(journey, false) : null);
    if (isClosing) await setBranches(journey, true);
    return results;
  };
  const results: Results = new Map([
    ...(await runUnder(strict, 'settings')),
    ...(await runUnder(usual, 'people')),
    ...(await runUnder(strict, 'others')),
    ...(await runUnder(usual, 'closing')),
    ...(await runUnder(usual, 'closing_later')),
  ]);

  test.each([...results.keys()].map((refusal) => [refusal.kind, refusal.expected, refusal] as const))(
    '%s: %s is shown wherever an owner looks for it, and nothing is sent',
    (_kind, _rule, refusal) => {
      const result = results.get(refusal);
      if (result?.status !== 'fulfilled') throw result?.reason;
      expectShown(refusal, result.value);
    },
  );
}

async function setBranches(journey: JourneyWorld, isActive: boolean): Promise<void> {
  const { server, owner } = journey;
  const { token } = owner;
  const { connections } = (await server.call(listConnections, { token })).body;
  for (const { id: connectionId, branches } of connections)
    for (const { id: branchId } of branches)
      await server.call(setBranchActive, { token, params: { connectionId, branchId }, body: { isActive } });
  await server.runJobs();
}
