import type { Refusal } from '#contract/delivery/compared.ts';
import type { ChannelId, ChannelKind, ChannelState } from '#contract/channels/calls.ts';
import { declarationOf } from '#contract/channels/kinds.ts';
import type { ContactAddress } from './rules.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';

/** A channel of the cabinet with the facts for a choice. */
export type ChannelToChoose = {
  id: ChannelId;
  /** Absent where only one channel is asked about. */
  kind?: ChannelKind;
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
  | ({ kind: 'none' } & Refusal<'no_channel' | 'opted_out' | 'template_missing'>);

/** Why one channel does not reach a person; `closed`: free text is not allowed now and there is no template. */
export type Blocker = 'no_phone' | 'not_there' | 'blocked' | 'unreachable' | 'opted_out' | 'closed';

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
  /** An opt-out from marketing on a channel closes that channel to it. False by default. */
  isMarketing?: boolean;
};

/**
 * Returns the first channel that reaches the recipient, and the fallbacks.
 *
 * Channels that can send the message at its time come before those whose window will be closed, working channels before
 * those with a problem; otherwise the given order applies.
 */
export function chooseChannel(question: ChannelQuestion): ChannelChoice {
  const checked = checkChannels(question);
  const open = checked.filter(({ blocker }) => blocker === null);
  const closed = question.isDue ? [] : checked.filter(({ blocker }) => blocker === 'closed');
  const [first, ...rest] = [...workingFirst(open), ...workingFirst(closed)].map(({ channel }) => channel);
  if (first) return { kind: 'chosen', channel: first, fallbacks: rest };

  const blockers = checked.map(({ blocker }) => blocker);
  const compared = {
    hasPhone: question.person.phone !== null,
    tried: checked.map(({ channel, blocker }) => `${channel.title}: ${blocker}`).join(', '),
  };
  if (blockers.includes('closed')) return { kind: 'none', rule: 'template_missing', compared };
  if (blockers.includes('opted_out')) return { kind: 'none', rule: 'opted_out', compared };
  return { kind: 'none', rule: 'no_channel', compared };
}

/** Returns each channel with the reason why it does not reach the person; null where it does. */
export function checkChannels<Channel extends ChannelToChoose>(
  question: Omit<ChannelQuestion, 'channels' | 'isDue'> & { channels: readonly Channel[] },
): { channel: Channel; blocker: Blocker | null }[] {
  return question.channels.map((channel) => ({ channel, blocker: blockerOf(channel, question) }));
}

/** Returns the flow's own channels in their order, or the cabinet's where it has none. */
export function channelsOf<Channel extends { id: ChannelId }>(
  channelIds: readonly ChannelId[],
  channels: readonly Channel[],
): Channel[] {
  if (channelIds.length === 0) return [...channels];
  return channelIds.flatMap((id) => channels.find((channel) => channel.id === id) ?? []);
}

/**
 * Returns a flow's channels for messages about a branch: the branch's own channel stands for all of its messenger.
 *
 * @param ownId null: the branch has none
 */
export function channelsForBranch<Channel extends { id: ChannelId; kind?: ChannelKind }>(
  channelIds: readonly ChannelId[],
  channels: readonly Channel[],
  ownId: ChannelId | null,
): Channel[] {
  const chosen = channelsOf(channelIds, channels);
  const own = channels.find(({ id }) => id === ownId);
  if (!own?.kind) return chosen;
  const isOfSameMessenger = (channel: Channel) => messengerOf(channel) === messengerOf(own);
  const place = chosen.findIndex(isOfSameMessenger);
  if (place === -1) return chosen;
  const others = chosen.filter((channel) => !isOfSameMessenger(channel));
  return others.toSpliced(place, 0, own);
}

/** The messenger of a channel; a kind that names none is one by itself. */
const messengerOf = ({ kind }: { kind?: ChannelKind }) => kind && (declarationOf(kind).chat?.name ?? kind);

function blockerOf(channel: ChannelToChoose, question: Omit<ChannelQuestion, 'channels' | 'isDue'>): Blocker | null {
  const { person, isMarketing = false } = question;
  const isRefused = ({ channelId, scope }: Person['optOuts'][number]) =>
    (channelId ?? channel.id) === channel.id && (scope === 'all' || isMarketing);
  if (person.optOuts.some(isRefused)) return 'opted_out';
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
  { id, traits }: Pick<ChannelToChoose, 'id' | 'traits'>,
  { addresses }: Pick<Person, 'addresses'>,
  at: Temporal.Instant,
): boolean {
  const reachable = addresses.filter(({ channelId, state }) => channelId === id && state === 'reachable');
  return isFreeTextAllowed(traits, null, at) || reachable.some((one) => isFreeTextAllowed(traits, one.windowUntil, at));
}

/** @param windowUntil end of the window of the contact's address; null: they never wrote */
export function isFreeTextAllowed(
  { windowHours }: ChannelToChoose['traits'],
  windowUntil: Temporal.Instant | null,
  at: Temporal.Instant,
): boolean {
  return windowHours === null || (windowUntil !== null && isAfter(windowUntil, at));
}

function workingFirst<Looked extends { channel: ChannelToChoose }>(checked: readonly Looked[]): Looked[] {
  const isWorking = ({ channel }: Looked) => channel.state === 'Authorized';
  return [...checked.filter(isWorking), ...checked.filter((one) => !isWorking(one))];
}
