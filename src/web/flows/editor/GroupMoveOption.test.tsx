import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Flow } from '#contract/flows/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { GroupMoveOption } from './GroupMoveOption.tsx';

const product = await startProduct();

function Section({ flow }: { flow: Flow }) {
  const [settings, setSettings] = useState(flow.settings);
  const change = (part: Partial<Flow['settings']>) => setSettings((former) => ({ ...former, ...part }));
  const form = { kind: flow.kind, settings, change, errorOf: () => undefined, testPhones: {} };
  return (
    <>
      <GroupMoveOption form={form} />
      <output>{JSON.stringify(settings.options)}</output>
    </>
  );
}

async function open() {
  const as = await product.signUp();
  await signIn(as);
  const flow = await call('POST /api/v1/flows', { body: { kind: 'group_moved' } });
  const drawn = await draw(<Section flow={flow} />, { texts: ['flows', 'audiences'], as });
  await screen.findByText('Moves to the group');
  return { ...drawn, options: () => JSON.parse(screen.getByRole('status').textContent ?? '') };
}

const chip = (group: string, name: string) =>
  [...screen.getByRole('group', { name: group }).querySelectorAll('input')].find(
    (input) => input.labels?.[0]?.textContent === name,
  )!;

test('groups are chosen by a tap, and without a group to move to it is asked for', async () => {
  const { user, options } = await open();
  await user.click(chip('Moves to the group', 'Sleeping'));
  expect(options().groupMove).toEqual({ dashboardId: null, fromGroups: [], toGroups: ['at_risk'] });
  await user.click(chip('Moves from the group', 'Come often'));
  expect(options().groupMove.fromGroups).toEqual(['loyal']);
  await user.click(chip('Moves to the group', 'Used to come'));
  expect(screen.getByText('Choose at least one group')).toBeTruthy();
});

test('days are asked for only where the message is repeated after some', async () => {
  const { user, options } = await open();
  const days = screen.getByLabelText('Days without a repeat');
  await user.clear(days);
  await user.type(days, '30');
  expect(options().reentry).toEqual({ rule: 'after_days', minDays: 30 });
  await user.selectOptions(screen.getByLabelText('If a client moves there again'), 'Write once only');
  expect(options().reentry.rule).toBe('once');
  expect(screen.queryByLabelText('Days without a repeat')).toBeNull();
});
