import { getCapability } from '#server/connections/storage/opening-actions.ts';
import type { Page, Source } from '#server/connections/sync/port.ts';
import type { Cursor } from '#server/connections/jobs.ts';
import type { TalkFacts, TalkMessageFacts } from '#server/connections/talk-port.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { listOwnInboxes } from './inbox-queries.ts';
import { renewChannelsJob } from './jobs.ts';
import { recordItems } from './receiving-actions.ts';

/** A talk as a list has it, or a message with its talk. */
export type TalkItem = { talk: TalkFacts; message?: never } | { message: TalkMessageFacts; talk?: never };

/** Clocks differ, and a talk may change while its page is read. */
const OVERLAP_MINUTES = 5;

const NOTHING: Page<TalkItem> = {
  items: [],
  unreadable: [],
  unknownFields: [],
  next: null,
  total: null,
  revision: null,
};

/**
 * Talks of desks of operators. Payloads hold the messages and are signed. Polls list changed talks, whose messages are
 * read by jobs of their own, each from where it was read to. What was written before a desk was connected is not read.
 */
export const talkSource: Source<TalkItem> = {
  pagesPerRun: 10,

  begin(stretch, branch, { now, since }): Cursor {
    if (stretch === 'past') return { page: 0 };
    // An account that is connected again is read from where it was read to.
    return { page: 1, since: (since ?? branch.changedUntil ?? now).subtract({ minutes: OVERLAP_MINUTES }).toString() };
  },

  async readPage({ provider, caller }, { page, since }) {
    if (since === undefined) return { isOk: true, value: NOTHING };
    const changedAfter = Temporal.Instant.from(String(since));
    const read = await getCapability(provider, 'talks').listChangedTalks(caller, changedAfter, Number(page));
    if (!read.isOk) return read;
    const { talks, nextPage } = read.value;
    const next = nextPage === null ? null : { page: nextPage, since };
    return { isOk: true, value: { ...NOTHING, items: talks.map((talk) => ({ talk })), next } };
  },

  async record(scope, branch, { items }) {
    await recordItems(scope, branch.connectionId, items);
  },

  async finish(scope, { connectionId }, stretch) {
    if (stretch !== 'changes') return;
    const inboxes = await listOwnInboxes(scope, connectionId);
    if (inboxes.some(({ isOn }) => isOn))
      await enqueue(scope, renewChannelsJob, { tenantId: scope.tenantId, connectionId });
  },

  parsePayload(provider, { body }, branches) {
    const active = branches.filter(({ isActive }) => isActive).map(({ externalId }) => externalId);
    const read = getCapability(provider, 'talks').readPayload(body, active);
    const { branchExternalId, messages, talks, unreadable } = read;
    if (branchExternalId === null) return { notices: [], delivered: [], unreadable };
    const items = [...messages.map((message): TalkItem => ({ message })), ...talks.map((talk): TalkItem => ({ talk }))];
    const batch = { branchExternalId, items, unreadable: [], unknownFields: [] };
    return { notices: [], delivered: [batch], unreadable };
  },
};
