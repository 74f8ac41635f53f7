import type { ChannelId, ChannelState } from '#contract/channels.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import type { ContactAddress } from './rules.ts';
import { isAfter } from '#server/platform/instant-rules.ts';

/** A channel of the cabinet with the facts for a choice. */
export type ChannelToChoose = {
  id: ChannelId;
  title: string;
  state: ChannelState;
  traits: { windowHours: number | null; reachesPhones: boolean };
};

/** The recipient: a contact, or the owner at one of their own numbers. */
export type Person = {
  phone: string | null;
  addresses: readonly Pick<ContactAddress, 'channelId' | 'state' | 'windowUntil'>[];
  optOuts: readonly { channelId: string | null; scope: 'all' | 'marketing' }[];
};

export type ChannelChoice =
  | { kind: 'chosen'; channel: ChannelToChoose; fallbacks: ChannelToChoose[] }
  | {
      kind: 'none';
      rule: Extract<DecisionRule, 'no_channel' | 'opted_out' | 'template_missing'>;
      compared: Record<string, unknown>;
    };

/** Why one channel does not reach a person; `closed`: free text is not allowed now and there is no template. */
type Obstacle = 'no_phone' | 'not_there' | 'blocked' | 'unreachable' | 'opted_out' | 'closed';

export type ChannelQuestion = {
  /** In the order they are tried. */
  channels: readonly ChannelToChoose[];
  person: Person;
  /** Channels for which there is a template. */
  templateChannelIds: readonly ChannelId[];
  /** When the message is sent. */
  at: Temporal.Instant;
  /** Whether it is sent now: until then a contact may still write and open a channel's window. */
  isDue: boolean;
};

/**
 * Returns the first channel that reaches the recipient, and the fallbacks.
 *
 * Channels that can send the message at its time come before those whose window will be closed, working channels before
 * those with a problem; otherwise the given order applies.
 */
export function chooseChannel(question: ChannelQuestion): ChannelChoice {
  const looked = question.channels.map((channel) => ({ channel, obstacle: obstacleOn(channel, question) }));
  const open = looked.filter(({ obstacle }) => obstacle === null);
  const closed = question.isDue ? [] : looked.filter(({ obstacle }) => obstacle === 'closed');
  const [first, ...rest] = [...workingFirst(open), ...workingFirst(closed)].map(({ channel }) => channel);
  if (first) return { kind: 'chosen', channel: first, fallbacks: rest };

  const obstacles = looked.map(({ obstacle }) => obstacle);
  const compared = {
    hasPhone: question.person.phone !== null,
    tried: looked.map(({ channel, obstacle }) => `${channel.title}: ${obstacle}`).join(', '),
  };
  if (obstacles.includes('closed')) return { kind: 'none', rule: 'template_missing', compared };
  if (obstacles.includes('opted_out')) return { kind: 'none', rule: 'opted_out', compared };
  return { kind: 'none', rule: 'no_channel', compared };
}

/** Returns the flow's own channels in their order, or the cabinet's where it has none. */
export function channelsOf<Channel extends { id: ChannelId }>(
  channelIds: readonly ChannelId[],
  channels: readonly Channel[],
): Channel[] {
  if (channelIds.length === 0) return [...channels];
  return channelIds.flatMap((id) => channels.find((channel) => channel.id === id) ?? []);
}

function obstacleOn(channel: ChannelToChoose, question: ChannelQuestion): Obstacle | null {
  const { person } = question;
  if (person.optOuts.some((one) => one.scope === 'all' && (one.channelId ?? channel.id) === channel.id)) {
    return 'opted_out';
  }
  const here = person.addresses.filter((address) => address.channelId === channel.id);
  const reachable = here.filter(({ state }) => state === 'reachable');
  if (reachable.length === 0) {
    const known = here[0]?.state;
    if (known === 'blocked' || known === 'unreachable') return known;
    if (!channel.traits.reachesPhones) return 'not_there';
    if (person.phone === null) return 'no_phone';
  }
  if (question.templateChannelIds.includes(channel.id)) return null;
  return isWindowOpen(channel, person, question.at) ? null : 'closed';
}

/** Returns whether the messaging window is open then: free text is allowed for a while after the contact wrote. */
export function isWindowOpen(
  { id, traits }: ChannelToChoose,
  { addresses }: Pick<Person, 'addresses'>,
  at: Temporal.Instant,
): boolean {
  if (traits.windowHours === null) return true;
  return addresses.some(
    ({ channelId, state, windowUntil }) =>
      channelId === id && state === 'reachable' && windowUntil !== null && isAfter(windowUntil, at),
  );
}

function workingFirst<Looked extends { channel: ChannelToChoose }>(looked: readonly Looked[]): Looked[] {
  const isWorking = ({ channel }: Looked) => channel.state === 'Authorized';
  return [...looked.filter(isWorking), ...looked.filter((one) => !isWorking(one))];
}
