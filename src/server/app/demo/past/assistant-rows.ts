import { fill } from '#server/app/demo/quality/dialogues.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { dateIn, sumIn, timeOf } from '#server/texts/content/format-rules.ts';
import { TALKS } from './assistant-talks.ts';
import { type Exchange, inboundRow, ownRow } from './conversation-rows.ts';
import type { Person } from './people-rows.ts';
import type { Random } from './random.ts';
import type { PastAssistant, Row, Setting } from './setting.ts';
import type { PastVisit } from './year.ts';

/** Days ago on which the assistant began to answer. */
const SINCE_DAYS = 60;
/** Shares of the visits that the assistant booked, and of its clients who asked something else, or complained. */
const [BOOKED, INQUIRED, COMPLAINED] = [0.45, 0.3, 0.05];
/** Seconds of an answer, tokens of a talk, and its price. */
const TOOK = { seconds: 4, inputTokens: 2_300, outputTokens: 120, costMicroUsd: 900 };

type Making = {
  setting: Setting;
  random: Random;
  now: Temporal.Instant;
  conversationId: string;
};

type Turn = {
  question: string;
  reply: string;
  at: Temporal.Instant;
  calls?: Row[];
  handoff?: { handoff_reason: string; summary: string };
};

/** The talks of a client with the assistant; empty where it does not answer on the client's channel. */
export function assistantExchangesOf(person: Person, making: Making): Exchange[] {
  const { setting, random, now } = making;
  const { assistant, language } = setting;
  const { address, client } = person;
  if (!assistant || !address) return [];
  const { channelIds } = assistant;
  if (channelIds.length > 0 && !channelIds.includes(address.channelId)) return [];
  const since = now.subtract({ hours: 24 * SINCE_DAYS });
  const booked = client.visits.filter(({ bookedAt }) => isBefore(since, bookedAt) && random.chance(BOOKED));
  const turns = booked.flatMap((visit) => bookingTurns(visit, making));
  const texts = TALKS[language];
  // A day of office hours, in the middle of the day of most zones.
  const anyTime = () => now.subtract({ hours: 24 * (1 + random.below(SINCE_DAYS - 2)), minutes: random.below(300) });
  if (random.chance(INQUIRED)) {
    const [question, reply] = random.pick(texts.questions);
    turns.push({ question, reply, at: anyTime() });
  }
  if (random.chance(COMPLAINED))
    turns.push({
      question: texts.complaint,
      reply: text(language, 'reply.handed_over'),
      at: anyTime(),
      handoff: { handoff_reason: 'asked', summary: texts.summary },
    });
  return turns
    .filter(({ at }) => isBefore(at.add({ seconds: 60 }), now))
    .map((turn) => exchangeOf(turn, person, assistant, making));
}

/** The client asks for a service, and takes the first of the two times. */
function bookingTurns(visit: PastVisit, { setting, random }: Making): Turn[] {
  const { language } = setting;
  const texts = TALKS[language];
  const branch = setting.branches.find(({ id }) => id === visit.branchId);
  const wall = visit.startsAt.toZonedDateTimeISO(branch?.timeZone ?? setting.timeZone);
  const timeIn = (at: Temporal.ZonedDateTime) => `${dateIn(at, language)}, ${timeOf(at)}`;
  const words = {
    service: visit.service.title,
    price: sumIn(visit.service.priceMinor, branch?.currency ?? '', language),
    master: visit.master.name,
    first: timeIn(wall),
    second: timeIn(wall.add({ days: 1 })),
  };
  const write = (wordings: readonly string[]) => fill(random.pick(wordings), words);
  return [
    { question: write(texts.openings), reply: write(texts.offers), at: visit.bookedAt.subtract({ minutes: 3 }) },
    {
      question: write(texts.picks),
      reply: write(texts.books),
      at: visit.bookedAt,
      calls: [
        {
          tool: 'book',
          arguments: { service: words.service, master: words.master, at: visit.startsAt.toString() },
          result: { ok: true, visit: { visit_id: visit.id } },
          error: null,
        },
      ],
    },
  ];
}

function exchangeOf(
  { question, reply, at, calls = [], handoff }: Turn,
  person: Person,
  { id: assistantId, version, model }: PastAssistant,
  { random, conversationId }: Making,
): Exchange {
  const inbound = inboundRow(person, { text: question, at, conversationId, button: null, random });
  const answer = ownRow(person, {
    senderId: assistantId,
    senderVersion: version,
    body: reply,
    at: at.add({ seconds: TOOK.seconds }),
    inboundId: String(inbound['id']),
    random,
  });
  const turn = {
    id: random.id(at),
    assistant_id: assistantId,
    version,
    conversation_id: conversationId,
    contact_id: person.client.id,
    key: inbound['id'],
    question,
    reply,
    message_id: answer['id'],
    outcome: handoff ? 'handed_over' : 'answered',
    handoff_reason: handoff?.handoff_reason ?? null,
    summary: handoff?.summary ?? null,
    calls,
    findings: [],
    passages: [],
    is_regenerated: false,
    model,
    input_tokens: TOOK.inputTokens,
    output_tokens: TOOK.outputTokens,
    cost_micro_usd: TOOK.costMicroUsd,
    took_ms: TOOK.seconds * 1_000,
    at: at.add({ seconds: TOOK.seconds }),
  };
  return { inbound, answer, turn, at, text: reply };
}
