import { CHANNELS, type Channel } from './journal.ts';

/** How a service behaves when nothing is broken. */
export type Behaviour = {
  latencyMs: number;
  latencyJitterMs: number;
  /** `sent` comes after this much virtual time, `delivered` after twice, `read` after four times. */
  statusDelayMs: number;
  limits: 'on' | 'off';
  reads: 'on' | 'off';
  statuses: 'on' | 'off';
  log: 'on' | 'off';
};

export type Behaviours = {
  of(channel: Channel): Behaviour;
  change(channel: Channel, part: Partial<Behaviour>): Behaviour;
  all(): Record<Channel, Behaviour>;
  reset(): void;
};

const CALM: Behaviour = {
  latencyMs: 0,
  latencyJitterMs: 0,
  statusDelayMs: 800,
  limits: 'on',
  reads: 'on',
  statuses: 'on',
  log: 'on',
};

export function createBehaviours(): Behaviours {
  const fresh = () =>
    Object.fromEntries(CHANNELS.map((channel) => [channel, { ...CALM }])) as Record<Channel, Behaviour>; // NOTE: `fromEntries` forgets the keys' type
  let behaviours = fresh();

  return {
    of: (channel) => behaviours[channel],
    change: (channel, part) => Object.assign(behaviours[channel], part),
    all: () => behaviours,
    reset: () => {
      behaviours = fresh();
    },
  };
}
