import type { ChannelProvider } from '#server/channels/port.ts';
import type { CommandOutcome } from '#server/connections/command-port.ts';
import type { BranchFacts, ProviderResult, SourceProvider } from '#server/connections/port.ts';
import type {
  InboxFacts,
  NewTalkMessage,
  TalkCapability,
  TalkFacts,
  TalkMessageFacts,
  TalkState,
} from '#server/connections/talk-port.ts';
import { traitsOf } from '#contract/channels/kinds.ts';

type Clock = { now(): Temporal.Instant };
type Talk = TalkFacts & { messages: TalkMessageFacts[] };

export type FakeDesk = {
  source: SourceProvider;
  channel: ChannelProvider;
  inboxes: (InboxFacts & { hasBot: boolean })[];
  talks: Map<string, Talk>;
  /** Statuses that were written back, as `<message> <status>`. */
  statuses: string[];
  /** The outcomes of the next writes; each that is `unknown` has been carried out all the same. */
  outcomes: CommandOutcome[];
  /** Adds a message as the desk has it. @returns it as a payload has it */
  write(
    talkId: string,
    message: Partial<TalkMessageFacts> & Pick<TalkMessageFacts, 'author' | 'text'>,
  ): TalkMessageFacts;
  setState(talkId: string, state: TalkState): TalkFacts;
  /** Opens a talk in an inbox of the desk's own. */
  aTalk(inboxId: string, state?: TalkState): TalkFacts;
};

const ok = <T>(value: T): ProviderResult<T> => ({ isOk: true, value });

/** A desk of operators that keeps everything in memory, with one inbox of its own: the website. */
export function aFakeDesk(clock: () => Clock): FakeDesk {
  let lastId = 100;
  const nextId = () => String(++lastId);
  const inboxes: FakeDesk['inboxes'] = [
    { externalId: '1', name: 'Website', kind: 'web_widget', key: null, hasBot: false },
  ];
  const talks: FakeDesk['talks'] = new Map();
  const statuses: string[] = [];
  const outcomes: CommandOutcome[] = [];
  const getTalk = (talkId: string): Talk => {
    const talk = talks.get(talkId);
    if (!talk) throw new Error(`No talk ${talkId}`);
    return talk;
  };
  const factsOf = ({ messages, ...facts }: Talk): TalkFacts => ({
    ...facts,
    lastMessageId: messages.at(-1)?.externalId ?? null,
  });

  function write(talkId: string, message: Parameters<FakeDesk['write']>[1]): TalkMessageFacts {
    const talk = getTalk(talkId);
    const stored: TalkMessageFacts = {
      externalId: nextId(),
      talkId,
      inboxId: talk.inboxId,
      isPrivate: false,
      authorName: message.author === 'person' ? 'Olga' : null,
      files: [],
      reference: null,
      createdAt: clock().now(),
      ...message,
    };
    talk.messages.push(stored);
    talk.changedAt = clock().now();
    return { ...stored, talk: factsOf(talk) };
  }

  function aTalk(inboxId: string, state: TalkState = 'pending', person?: TalkFacts['person']): TalkFacts {
    const externalId = nextId();
    const contact = { externalId: nextId(), name: 'Anna', phone: '+79160000001', identifier: null };
    talks.set(externalId, {
      externalId,
      inboxId,
      state,
      person: person ?? contact,
      lastMessageId: null,
      changedAt: clock().now(),
      messages: [],
    });
    return factsOf(getTalk(externalId));
  }

  const add = ({ talkId, direction, isPrivate, text, reference }: NewTalkMessage) =>
    write(talkId, { author: direction === 'incoming' ? 'contact' : 'bot', isPrivate, text, reference });

  const capability: TalkCapability = {
    listInboxes: async () => ok(inboxes.map(({ hasBot: _hasBot, ...inbox }) => inbox)),
    async makeInbox(_caller, { key, name }) {
      const known = inboxes.find((inbox) => inbox.key === key);
      if (known) return ok(known);
      const made = { externalId: nextId(), name, kind: 'api', key, hasBot: false };
      inboxes.push(made);
      return ok(made);
    },
    async setBot(_caller, inboxId, isOwn) {
      const inbox = inboxes.find(({ externalId }) => externalId === inboxId);
      if (inbox) inbox.hasBot = isOwn;
      return ok(null);
    },
    async listChangedTalks(_caller, changedAfter) {
      const changed = [...talks.values()].filter((talk) => Temporal.Instant.compare(talk.changedAt, changedAfter) >= 0);
      return ok({ talks: changed.map(factsOf), nextPage: null });
    },
    async listTalkMessages(_caller, talkId, afterId) {
      const { messages } = getTalk(talkId);
      return ok(messages.filter(({ externalId }) => afterId === null || Number(externalId) > Number(afterId)));
    },
    readPayload: () => ({ branchExternalId: null, messages: [], talks: [], unreadable: [] }),
    channelCredentials: async (caller, inboxId) => ok({ ...caller.credentials, inboxId }),
    async openTalk(_caller, { inboxId, person }) {
      const open = [...talks.values()].find(
        (talk) => talk.inboxId === inboxId && talk.person.identifier === person.identifier && talk.state !== 'resolved',
      );
      const made = open ?? aTalk(inboxId, 'open', { externalId: nextId(), ...person });
      return ok({ talkId: made.externalId });
    },
    async addMessage(_caller, message) {
      const outcome = outcomes.shift();
      if (outcome && outcome.kind !== 'done' && outcome.kind !== 'unknown') return outcome;
      const { externalId: messageId } = add(message);
      return outcome ?? { kind: 'done', answer: { messageId } };
    },
    async findMessage(_caller, talkId, reference) {
      const found = getTalk(talkId).messages.find((message) => message.reference === reference);
      return { messageId: found?.externalId ?? null };
    },
    async setMessageStatus(_caller, _talkId, messageId, { status }) {
      statuses.push(`${messageId} ${status}`);
      return { kind: 'done' };
    },
    async setTalkState(_caller, talkId, state) {
      getTalk(talkId).state = state;
      return { kind: 'done' };
    },
    talkUrl: (_caller, talkId) => `https://desk.example/talks/${talkId}`,
  };
  const account: BranchFacts = {
    externalId: 'account-1',
    title: 'Salon',
    city: null,
    address: null,
    coordinates: null,
    phone: null,
    timeZone: 'Europe/Moscow',
    currency: 'RUB',
    isLicenceActive: true,
    cancelClosesMinutes: null,
  };
  const source: SourceProvider = {
    kind: 'chatwoot',
    signIn: async (_requester, credentials) => ok({ credentials, name: 'Salon' }),
    listBranches: async () => ok([account]),
    getBranch: async () => ok(account),
    subscribe: async () => ok({ state: 'set' }),
    unsubscribe: async () => ok(null),
    talks: capability,
  };
  const channel: ChannelProvider = {
    kind: 'chatwoot',
    traits: traitsOf('chatwoot'),
    check: async () => ({ isOk: true, value: { externalId: 'inbox', address: null, name: null } }),
    subscribe: async () => ({ isOk: true, value: null }),
    verify: () => false,
    read: () => [],
    async send({ message: { reference, text, to }, credentials }) {
      const talk = [...talks.values()].findLast(
        ({ inboxId, person }) => inboxId === credentials['inboxId'] && person.externalId === to.channelUserId,
      );
      if (!talk) return { kind: 'refused', errorClass: 'recipient_invalid', code: '404', text: 'No talk' };
      const { externalId } = write(talk.externalId, { author: 'bot', text, reference });
      return { kind: 'accepted', providerMessageId: externalId, channelUserId: null, isSent: true };
    },
  };
  return {
    source,
    channel,
    inboxes,
    talks,
    statuses,
    outcomes,
    write,
    aTalk,
    setState(talkId, state) {
      const talk = getTalk(talkId);
      talk.state = state;
      talk.changedAt = clock().now();
      return factsOf(talk);
    },
  };
}
