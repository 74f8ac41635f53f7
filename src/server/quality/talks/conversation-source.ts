import type { SpokenLine } from '#contract/quality/talks.ts';
import {
  countTalkStarts,
  listTalkStarts,
  type TalkPeriod,
  type TalkStart,
} from '#server/conversations/threads/talk-start-reads.ts';
import { listSpoken, type SpokenItem } from '#server/delivery/threads/talk-reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isAfterPause, MOST_TALK_LINES, PAUSE_MS } from './pause-rules.ts';
import type { TalkSource, WantedTalks } from './port.ts';
import { saveTalk } from './talk-actions.ts';

/** Letters of a name and a number beside each line. */
const BESIDE_LINE = 20;

/** Conversations of the cabinet. One that goes on for weeks is several talks: a pause of 12 hours ends one. */
export const conversationTalks: TalkSource = {
  key: 'conversations',
  async countTalks(scope, wanted) {
    if (wanted.kind !== 'chats') return { talks: 0, notReady: 0, characters: 0 };
    const { talks, lines, letters } = await countTalkStarts(scope, periodOf(wanted));
    return { talks, notReady: 0, characters: letters + lines * BESIDE_LINE };
  },
  async takeTalks(scope, wanted, { after, limit, isWanted }) {
    if (wanted.kind !== 'chats') return { talks: [], next: null };
    const starts = await listTalkStarts(scope, periodOf(wanted), {
      after: after === null ? null : placeOf(after),
      limit,
    });
    const talks = [];
    for (const start of starts.filter(({ messageId }) => isWanted(messageId))) {
      const lines = (await readTalk(scope, start)).map((item) => toLine(item, start));
      if (lines.length === 0) continue;
      const id = await saveTalk(scope, {
        kind: 'chats',
        source: 'conversations',
        // NOTE: the message alone names the talk: its conversation may become part of another.
        sourceKey: start.messageId,
        title: start.contactName || (start.phone ?? ''),
        startedAt: start.at,
        lines,
        seconds: null,
        conversationId: start.conversationId,
        recordingId: null,
      });
      talks.push({ id, startedAt: start.at });
    }
    const last = starts.at(-1);
    return { talks, next: last && starts.length === limit ? `${last.at.toString()} ${last.messageId}` : null };
  },
};

const periodOf = ({ from, until }: WantedTalks): TalkPeriod => ({ from, until, pauseMs: PAUSE_MS });

function placeOf(after: string): [at: string, id: string] {
  const [at = '', id = ''] = after.split(' ');
  return [at, id];
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const ITEMS_AT_ONCE = 200;

/** Reads the items of a talk, from an automatic message that it answers to the pause that ends it. */
async function readTalk(scope: TenantScope, start: TalkStart): Promise<SpokenItem[]> {
  const thread = { id: start.conversationId, contactId: start.contactId };
  const read: SpokenItem[] = [];
  let beyond: readonly [string, string] | null = [start.at.subtract({ milliseconds: PAUSE_MS }).toString(), FIRST_ID];
  while (beyond && read.length < MOST_TALK_LINES && !hasEnded(read, start)) {
    const page = await listSpoken(scope, thread, { beyond, limit: ITEMS_AT_ONCE });
    read.push(...page.items);
    beyond = page.next;
  }
  return talkIn(read, start);
}

const hasEnded = (items: readonly SpokenItem[], { messageId }: TalkStart): boolean => {
  const from = items.findIndex(({ id }) => id === messageId);
  return from >= 0 && endOf(items, from) < items.length;
};

/** The place after the last item of the talk that begins at a place. */
function endOf(items: readonly SpokenItem[], from: number): number {
  let last: Temporal.Instant | null = null;
  let end = from;
  for (let index = from; index < items.length; index++) {
    const item = items[index];
    if (!item || item.by === 'automatic') continue;
    if (isAfterPause(last, item.at)) return end;
    // NOTE: pictures without words do not make a talk longer; see where talks begin.
    if (item.text !== '') last = item.at;
    end = index + 1;
  }
  return items.length;
}

function talkIn(items: readonly SpokenItem[], { messageId }: TalkStart): SpokenItem[] {
  const from = items.findIndex(({ id }) => id === messageId);
  if (from < 0) return [];
  const before = items.slice(0, from).findLast(({ by }) => by === 'automatic');
  const talk = items.slice(from, endOf(items, from));
  const lastSpoken = talk.findLastIndex(({ by }) => by !== 'automatic');
  return [...(before ? [before] : []), ...talk.slice(0, lastSpoken + 1)].slice(0, MOST_TALK_LINES);
}

const SIDES = { contact: 'client', person: 'employee', bot: 'bot', automatic: 'note' } as const;

/** Shown where a message has no words. */
const SIGNS: Readonly<Record<string, string>> = {
  image: '📷',
  sticker: '📷',
  video: '🎬',
  voice: '🎤',
  contact: '👤',
  location: '📍',
};
const LONGEST_NOTE = 400;
const LONGEST_TEXT = 4_000;

function toLine({ by, name, kind, text, at }: SpokenItem, { contactName }: TalkStart): SpokenLine {
  const most = by === 'automatic' ? LONGEST_NOTE : LONGEST_TEXT;
  return {
    side: SIDES[by],
    speaker: by === 'contact' ? contactName : name,
    text: (text || (SIGNS[kind] ?? '📎')).slice(0, most),
    at: at.toString(),
    from: null,
    to: null,
    isGuessed: false,
  };
}
