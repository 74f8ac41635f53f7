import { hash } from 'node:crypto';
import type { Language } from '#contract/primitives.ts';
import type { ChecklistItem, ChecklistSettings } from '#contract/quality/checklists.ts';
import type { SpokenLine } from '#contract/quality/talks.ts';
import type { TalkKind } from '#contract/quality/values.ts';
import { NAMES } from '#server/app/demo/past/names.ts';
import { createRandom, type Random } from '#server/app/demo/past/random.ts';
import type { PastRows } from '#server/app/demo/past/rows.ts';
import type { Row } from '#server/app/demo/past/setting.ts';
import { earlierOf } from '#server/platform/values/instant-rules.ts';
import { readyChecklist } from '#server/quality/checklists/ready-rules.ts';
import { scoreOf } from '#server/quality/judging/score-rules.ts';
import { measureTalk } from '#server/quality/reports/measure-rules.ts';
import { measureVoices } from '#server/platform/sound/voice-rules.ts';
import { bytesOfCall, secondsOfCall, timedCall, voicesOf } from './call-sounds.ts';
import { DIALOGUES, type Dialogue, fill, makeDialogue, QUESTIONS, speakersOf, type Truth } from './dialogues.ts';
import type { DialogueTexts } from './shape.ts';

export type QualityPast = {
  language: Language;
  timeZone: string;
  now: Temporal.Instant;
  /** Members: one changed verdicts, the other does not agree with one. */
  ownerId: string | null;
  staffId: string | null;
};

/** Days of a report; there are three of chats, one after another, and one of calls. */
const REPORT_DAYS = 28;
const CHATS = [34, 34, 36] as const;
const CALLS = 30;
/** The price of a judged case. */
const CASE_COST_MICRO_USD = 1_400;

const TABLES = [
  'quality_checklists',
  'quality_recordings',
  'quality_recording_pieces',
  'quality_talks',
  'quality_reports',
  'quality_report_talks',
  'quality_cases',
  'quality_verdicts',
  'quality_disputes',
] as const;

type Making = QualityPast & { random: Random; texts: DialogueTexts; checklist: ChecklistSettings; rows: PastRows };

/** Rows of a checklist and of finished reports about chats and calls in which it is known what is wrong. */
export function qualityRows(past: QualityPast): PastRows {
  const random = createRandom(`frontdesk demo quality ${past.language}`);
  const rows: PastRows = new Map(TABLES.map((table) => [table, []]));
  const made = past.now.subtract({ hours: 24 * (REPORT_DAYS * CHATS.length + 1) });
  const checklistId = random.id(made);
  const { title, kind, items } = readyChecklist('salon', past.language);
  const checklist = { title, kind, items: items.map((item) => ({ ...item, id: random.id(made) })) };
  const making: Making = { ...past, random, texts: DIALOGUES[past.language], checklist, rows };
  add(making, 'quality_checklists', {
    id: checklistId,
    version: 1,
    settings: checklist,
    created_at: made,
    updated_at: made,
  });
  for (const [nth, count] of CHATS.entries())
    addReport(making, checklistId, { kind: 'chats', count, periodsAgo: CHATS.length - 1 - nth });
  addReport(making, checklistId, { kind: 'calls', count: CALLS, periodsAgo: 0 });
  return rows;
}

function add({ rows }: Pick<Making, 'rows'>, table: (typeof TABLES)[number], row: Row): void {
  rows.get(table)?.push(row);
}

type Order = { kind: TalkKind; count: number; periodsAgo: number };

function addReport(making: Making, checklistId: string, { kind, count, periodsAgo }: Order): void {
  const { random, now, timeZone, checklist } = making;
  const last = now
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days: 1 + periodsAgo * REPORT_DAYS });
  const first = last.subtract({ days: REPORT_DAYS - 1 });
  const midnight = last.add({ days: 1 }).toZonedDateTime({ timeZone, plainTime: '00:10' }).toInstant();
  const createdAt = earlierOf(midnight, now.subtract({ minutes: 30 }));
  const id = random.id(createdAt);
  const speakers = speakersOf(making.texts);
  const scores: number[] = [];
  const report: Row = {
    id,
    kind,
    sources: [kind === 'calls' ? 'recordings' : 'uploads'],
    from_day: first.toString(),
    to_day: last.toString(),
    status: 'Done',
    checklist_id: checklistId,
    checklist_version: 1,
    checklist,
    sample_percent: 100,
    talks: count,
    found: count,
    cases: count,
    done: count,
    failed: 0,
    cost_micro_usd: count * CASE_COST_MICRO_USD,
    cap_micro_usd: 2 * count * CASE_COST_MICRO_USD,
    model: 'balanced',
    created_by: making.ownerId,
    created_at: createdAt,
    finished_at: createdAt.add({ minutes: 6 }),
    taken_at: createdAt.add({ seconds: 20 }),
    score: null,
    summary: null,
  };
  add(making, 'quality_reports', report);
  for (let nth = 0; nth < count; nth++) {
    const speaker = speakers[kind === 'calls' ? nth % (speakers.length - 1) : nth % speakers.length] ?? speakers[0];
    if (!speaker) continue;
    const names = NAMES[making.language];
    const client = `${random.pick(names.women)} ${random.pick(names.womenSurnames)}`;
    const dialogue = makeDialogue(making.texts, {
      speaker,
      client,
      random,
      isHostile: kind === 'chats' && nth === count - 2,
    });
    const startedAt = momentOf(making, first.add({ days: Math.floor((nth * REPORT_DAYS) / count) }));
    const score = addTalk(making, { reportId: id, kind, client, dialogue, startedAt, judgedAt: createdAt });
    if (score !== null) scores.push(score);
  }
  const score = scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length);
  report['score'] = score;
  report['summary'] = summaryOf(making, id, score);
}

/** A few words about the report from its figures. */
function summaryOf({ rows, texts, checklist }: Making, reportId: string, score: number): string {
  const cases = new Map(
    (rows.get('quality_cases') ?? []).filter((row) => row['report_id'] === reportId).map((row) => [row['id'], row]),
  );
  const missed = (rows.get('quality_verdicts') ?? []).filter(
    (row) => row['verdict'] === 'no' && cases.has(row['case_id']),
  );
  const most = (keys: unknown[]): unknown =>
    [...Map.groupBy(keys, (key) => key)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
  const item = checklist.items.find(({ id }) => id === most(missed.map((row) => row['item_id'])));
  const name = most(
    missed.flatMap((row) =>
      cases.get(row['case_id'])?.['is_bot'] === true ? [] : [cases.get(row['case_id'])?.['employee']],
    ),
  );
  return fill(texts.summary, {
    count: String(cases.size),
    score: String(Math.round(score)),
    item: item?.words.replace(/\?$/u, '') ?? '',
    name: String(name),
  });
}

/** Some time of a working day. */
function momentOf({ random, timeZone }: Making, day: Temporal.PlainDate): Temporal.Instant {
  const plainTime = Temporal.PlainTime.from({ hour: 10 + random.below(9), minute: random.below(60) });
  return day.toZonedDateTime({ timeZone, plainTime }).toInstant();
}

type MadeTalk = {
  reportId: string;
  kind: TalkKind;
  client: string;
  dialogue: Dialogue;
  startedAt: Temporal.Instant;
  judgedAt: Temporal.Instant;
};

/** Adds a talk with its case. @returns its score */
function addTalk(making: Making, talk: MadeTalk): number | null {
  const { random } = making;
  const { reportId, kind, client, dialogue, startedAt, judgedAt } = talk;
  const lines = timedLines(making, talk);
  const { name, isBot } = dialogue.speaker;
  const id = random.id(startedAt);
  const seconds = kind === 'calls' ? secondsOfCall(lines) : null;
  const recordingId = kind === 'calls' ? random.id(startedAt) : null;
  if (recordingId !== null && seconds !== null) addRecording(making, talk, { id: recordingId, seconds, lines });
  add(making, 'quality_talks', {
    id,
    kind,
    source: kind === 'calls' ? 'recordings' : 'uploads',
    source_key: recordingId ?? hash('sha256', JSON.stringify([client, lines])),
    title: client,
    started_at: startedAt,
    lines,
    line_count: lines.length,
    seconds,
    employees: [{ name, isBot }],
    recording_id: recordingId,
    created_at: judgedAt,
  });
  const measures = kind === 'chats' ? measureTalk(lines) : null;
  add(making, 'quality_report_talks', {
    report_id: reportId,
    talk_id: id,
    first_answer: measures?.firstAnswer ?? null,
    longest_wait: measures?.longestWait ?? null,
    is_unanswered: measures?.isUnanswered ?? false,
  });
  return addCase(making, { reportId, talkId: id, lines, dialogue, startedAt, judgedAt });
}

/** The latest calls have their sound; that of the others is not kept any more. */
const DAYS_WITH_SOUND = 8;

function addRecording(
  making: Making,
  { client, dialogue, startedAt, judgedAt }: MadeTalk,
  { id, seconds, lines }: { id: string; seconds: number; lines: readonly SpokenLine[] },
): void {
  const isKept = startedAt.epochMilliseconds > making.now.epochMilliseconds - DAYS_WITH_SOUND * 86_400_000;
  const name = startedAt.toZonedDateTimeISO(making.timeZone).toPlainDateTime().toString().slice(0, 16);
  const sides = [(side: SpokenLine['side']) => side !== 'client', (side: SpokenLine['side']) => side === 'client'].map(
    (isOfSide) => lines.filter(({ side }) => isOfSide(side)),
  );
  const voices = sides.map((part) => voicesOf(part, seconds));
  add(making, 'quality_recordings', {
    id,
    file_name: `${name.replaceAll(/[:T]/gu, '-')}.${isKept ? 'wav' : 'mp3'}`,
    size: isKept ? bytesOfCall(lines) : Math.round(seconds * 4_000),
    state: 'ready',
    seconds,
    is_stereo: true,
    is_incomplete: false,
    employee_name: dialogue.speaker.name,
    client_name: client,
    employee_channel: 'left',
    started_at: startedAt,
    measures: measureVoices(voices, seconds),
    sound: {
      channels: 2,
      voices: voices.map((bits) => Buffer.from(bits).toString('base64')),
      isPlayable: true,
    },
    attempts: 1,
    created_at: judgedAt,
    updated_at: judgedAt,
  });
  for (const [channel, part] of sides.entries())
    add(making, 'quality_recording_pieces', {
      recording_id: id,
      channel,
      piece: 0,
      starts_at: 0,
      segments: part.map(({ from, to, text }) => ({ start: from, end: to, text, speaker: null })),
    });
}

/** Lines with their times: minutes between those of a chat, seconds between those of a call. */
function timedLines({ random }: Making, { kind, dialogue, startedAt }: MadeTalk): SpokenLine[] {
  if (kind === 'calls') return timedCall(dialogue.lines).map((line) => ({ ...line, at: null, isGuessed: false }));
  let at = startedAt;
  return dialogue.lines.map((line): SpokenLine => {
    at = at.add({ seconds: waitBefore(line.side, random) });
    return { ...line, at: at.toString(), from: null, to: null, isGuessed: false };
  });
}

/** Seconds until a line of a side: a bot answers at once. */
function waitBefore(side: SpokenLine['side'], random: Random): number {
  if (side === 'bot') return 5;
  return side === 'employee' ? 60 + random.below(900) : 30 + random.below(300);
}

type MadeCase = {
  reportId: string;
  talkId: string;
  lines: readonly SpokenLine[];
  dialogue: Dialogue;
  startedAt: Temporal.Instant;
  judgedAt: Temporal.Instant;
};

function addCase(making: Making, { reportId, talkId, lines, dialogue, startedAt, judgedAt }: MadeCase): number | null {
  const { random, timeZone, checklist, texts } = making;
  const { items } = checklist;
  const id = random.id(judgedAt);
  const verdicts = dialogue.truth.flatMap((truth) => {
    const item = items[QUESTIONS.indexOf(truth.question)];
    return item ? [verdictRow(making, { caseId: id, item, truth, lines, judgedAt, texts })] : [];
  });
  const score = scoreOf(
    items,
    verdicts.map((row) => ({ itemId: String(row['item_id']), verdict: row['verdict'] as Truth['verdict'] })), // NOTE: written by verdictRow
  );
  add(making, 'quality_cases', {
    id,
    report_id: reportId,
    talk_id: talkId,
    part: 0,
    employee: dialogue.speaker.name,
    is_bot: dialogue.speaker.isBot,
    from_line: 0,
    to_line: lines.length - 1,
    state: 'done',
    attempts: 1,
    score: score.score,
    is_critical_missed: score.isCriticalMissed,
    missed: score.missed,
    cost_micro_usd: CASE_COST_MICRO_USD,
    day: startedAt.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    is_last: true,
    characters: lines.reduce((sum, { text }) => sum + text.length, 0),
    judged_at: judgedAt.add({ minutes: 3 }),
  });
  for (const row of verdicts) add(making, 'quality_verdicts', row);
  addDispute(making, verdicts, judgedAt);
  return score.score;
}

type MadeVerdict = {
  caseId: string;
  item: ChecklistItem;
  truth: Truth;
  lines: readonly SpokenLine[];
  judgedAt: Temporal.Instant;
  texts: DialogueTexts;
};

/** Share of the verdicts in which the model states the contrary, and the owner changes it. */
const CHANGED = 0.025;
const CONTRARY = { yes: 'no', no: 'yes', na: 'na' } as const;

function verdictRow({ random, ownerId }: Making, { caseId, item, truth, lines, judgedAt, texts }: MadeVerdict): Row {
  const { verdict, line } = truth;
  const isChanged = verdict !== 'na' && random.chance(CHANGED);
  const place = placeOf(item, verdict, line, lines);
  return {
    id: random.id(judgedAt),
    case_id: caseId,
    item_id: item.id,
    verdict,
    model_verdict: isChanged ? CONTRARY[verdict] : verdict,
    quote: place === null ? null : (lines[place]?.text ?? null),
    line: place,
    second: place === null ? null : (lines[place]?.from ?? null),
    comment: { yes: texts.found, no: texts.missing, na: texts.unneeded }[verdict],
    root_cause: verdict === 'no' && item.rootCauses.length > 0 ? random.pick(item.rootCauses) : null,
    changed_by: isChanged ? ownerId : null,
    changed_at: isChanged ? judgedAt.add({ minutes: 20 }) : null,
    created_at: judgedAt.add({ minutes: 3 }),
  };
}

/** Where an opening or an end should have been, as the judging says it. */
function placeOf(
  { part }: ChecklistItem,
  verdict: Truth['verdict'],
  line: number,
  lines: readonly SpokenLine[],
): number | null {
  if (verdict === 'na') return null;
  const isOwn = ({ side }: SpokenLine) => side === 'employee' || side === 'bot';
  if (verdict === 'no' && part === 'first') return lines.findIndex(isOwn);
  return verdict === 'no' && part === 'last' ? lines.findLastIndex(isOwn) : line;
}

/** A member of staff does not agree with one verdict, and the owner has not decided. */
function addDispute(making: Making, verdicts: readonly Row[], judgedAt: Temporal.Instant): void {
  const { staffId, texts, rows, random, now } = making;
  const isRecent = judgedAt.epochMilliseconds > now.epochMilliseconds - 2 * 86_400_000;
  if (staffId === null || !isRecent || (rows.get('quality_disputes') ?? []).length > 0) return;
  const verdict = verdicts[QUESTIONS.indexOf('price')];
  if (verdict?.['verdict'] !== 'no') return;
  add(making, 'quality_disputes', {
    id: random.id(judgedAt),
    verdict_id: verdict['id'],
    state: 'open',
    wanted: 'yes',
    reason: texts.dispute,
    created_by: staffId,
    created_at: judgedAt.add({ minutes: 25 }),
  });
}
