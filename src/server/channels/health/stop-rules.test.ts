import { expect, test } from 'vitest';
import { ChannelId, type ChannelState } from '#contract/channels/calls.ts';
import { stoppedWithout } from './stop-rules.ts';

const [A, B, C] = ['a', 'b', 'c'].map((n) => ChannelId.parse(`00000000-0000-7000-8000-00000000000${n}`)) as [
  ChannelId,
  ChannelId,
  ChannelId,
];
const works = (id: ChannelId, state: ChannelState = 'Authorized') => ({ id, state });
const sender = (title: string, ...channelIds: ChannelId[]) => ({ kind: 'flow' as const, id: title, title, channelIds });
const SENDERS = [sender('of the cabinet'), sender('of both', A, B), sender('of another', B), sender('alone', A)];

test.each([
  ['the only channel', [works(A)], ['alone', 'of both', 'of the cabinet']],
  ['one of two that work', [works(A), works(B)], ['alone']],
  ['one beside another that is down', [works(A), works(B, 'error')], ['alone', 'of both', 'of the cabinet']],
  ['one beside a third', [works(A), works(C)], ['alone', 'of both']],
])('without %s, senders stop that have no other', (_what, channels, stopped) => {
  expect(stoppedWithout(A, SENDERS, channels).map(({ title }) => title)).toEqual(stopped);
});
