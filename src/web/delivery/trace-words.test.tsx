import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DecisionRule, TraceStep } from '#contract/delivery/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { draw } from '#web/testing/draw.tsx';
import { causeOf } from './trace-words.ts';

function Cause({ kind, rule }: { kind: TraceStep['kind']; rule: DecisionRule }) {
  return <output>{causeOf(kind, rule, useTexts())}</output>;
}

test.each([
  ['moved', 'opted_out', 'The client opted out of messages on that channel.'],
  ['moved', 'channel_unavailable', 'The channel was not working.'],
  ['moved', 'not_delivered', 'The service did not confirm the delivery in the time you set.'],
  ['stays', 'recipient_invalid', 'The client’s number is not on that channel.'],
  ['stays', 'opted_out', /^The client opted out of messages\. If they change their mind/],
  ['verdict', 'channel_unavailable', 'The channel is not working: we will send it when the channel is back.'],
] as const)('a step %s by the rule %s says why in words', async (kind, rule, words) => {
  await draw(<Cause kind={kind} rule={rule} />, { texts: ['delivery', 'rules'] });
  expect((await screen.findByText(words)).tagName).toBe('OUTPUT');
});
