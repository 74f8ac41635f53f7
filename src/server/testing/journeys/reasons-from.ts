import { getContactPolicy, setContactPolicy } from '#contract/policy.ts';
import { describe, expect, test } from 'vitest';
import { type ConnectionKind, listConnections, setBranchActive } from '#contract/connections.ts';
import { setTestPhones } from '#contract/flow-trials.ts';
import { type ReasonGroup, type Reason, reasonsOf, wantedRules } from './reasons.ts';
import { type Lived, livedTogether } from './refused-journeys.ts';
import { kindsOf } from './scenarios.ts';
import { expectShown } from './shown-refusals.ts';
import { type JourneyWorld, journeyWorld } from './world.ts';

/** Declares tests for each kind a source supports: every reason against its message is shown. Many reasons run at once in one cabinet. */
export async function reasonsFrom(source: ConnectionKind): Promise<void> {
  const journey = await journeyWorld(source);
  const { server, owner } = journey;
  const { token } = owner;
  const reasons = reasonsOf(source);
  await server.call(setTestPhones, { token, body: { testPhones: '' } });
  const usual = (await server.call(getContactPolicy, { token })).body;
  const strict = { ...usual, marketingLimit: 1 };
  const livedUnder = async (policy: typeof usual, group: ReasonGroup) => {
    await server.call(setContactPolicy, { token, body: policy });
    const isClosing = group === 'closing' || group === 'closing_later';
    const lived = await livedTogether(journey, reasons[group], isClosing ? () => setBranches(journey, false) : null);
    if (isClosing) await setBranches(journey, true);
    return lived;
  };
  const lived: Lived = new Map([
    ...(await livedUnder(strict, 'settings')),
    ...(await livedUnder(usual, 'people')),
    ...(await livedUnder(strict, 'others')),
    ...(await livedUnder(usual, 'closing')),
    ...(await livedUnder(usual, 'closing_later')),
  ]);

  test.each([...lived.keys()].map((reason) => [reason.kind, reason.rule, reason] as const))(
    '%s: %s is shown wherever an owner looks for it, and nothing is sent',
    (_kind, _rule, reason) => {
      const one = lived.get(reason);
      if (one?.status !== 'fulfilled') throw one?.reason;
      expectShown(reason, one.value);
    },
  );

  describe('every kind of the source', () => {
    test.each(kindsOf(source))('%s has each of its reasons above', (kind) => {
      const ofKind = [...lived.keys()].filter((reason: Reason) => reason.kind === kind).map(({ rule }) => rule);
      expect(ofKind).toEqual(expect.arrayContaining(wantedRules(kind)));
    });
  });
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
