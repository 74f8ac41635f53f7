import type { BranchId } from '#contract/connections/calls.ts';
import type { NeedsPersonReason } from '#contract/conversations/calls.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import type { Claim, Responder, Turn } from '#server/conversations/answering/port.ts';
import { CHATBOT } from '#server/conversations/answering/rules.ts';
import { isFirstSince } from '#server/conversations/inbound/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { compareInstants, isAfter, isBefore } from '#server/platform/values/instant-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { visitsOfContact } from '#server/visits/changes/actions.ts';
import type { WorkWeek } from '#contract/chatbots/scripts.ts';
import { findDialogue } from './dialogue-queries.ts';
import { choiceOf, type Choice, type Dialogue, isHandedOver } from './dialogue-rules.ts';
import { closedSince, isOutside } from './hours-rules.ts';
import {
  guarded,
  type KnownBranches,
  listChoosableBranches,
  noteRun,
  type PlannedRun,
  writeRun,
} from './running-actions.ts';
import { listWorkingBots } from './settings-actions.ts';
import { answeredStep, firstStep, runFrom } from './step-rules.ts';
import { findStart, type ScriptBot, type StartFacts } from './trigger-rules.ts';

/** Goes on where a contact answers a button of a bot. A person's message leaves only a tap in the latest menu to it. */
export const menuResponder: Responder = { kind: 'chatbot', worksInSilence: true, claim: claimChoice };

/** Starts a bot by the contact's words or the time, where nothing more exact answers. */
export const scriptResponder: Responder = { kind: 'chatbot', worksInSilence: false, claim: claimStart };

const FOR_PERSON: Claim = { kind: 'person', reason: 'new_message' };

async function claimChoice(scope: ActionScope, turn: Turn): Promise<Claim> {
  const choice = choiceOf(turn);
  if (!choice || (turn.isSilent && !choice.isTap)) return { kind: 'not_mine' };
  const bot = (await listWorkingBots(scope)).find(({ id }) => id === choice.botId);
  // NOTE: the words of a tap on a bot that is off are not an answer about a visit.
  if (!bot) return choice.isTap ? FOR_PERSON : { kind: 'not_mine' };
  const branches = await listChoosableBranches(scope);
  const answered = answeredStep(bot, choice, branches);
  if (!answered) return { kind: 'person', reason: 'not_understood' };
  const before = await findDialogue(scope, turn.conversationId);
  if (turn.isSilent && !isLatestMenu(before, bot, answered.menuStepId)) return FOR_PERSON;
  const branchId = answered.branchId ?? knownBranch(bot, before);
  const run = runFrom(bot, { stepId: answered.stepId, branchId, branches });
  return claimRun(scope, turn, { planned: { bot, run, before, isOutside: false }, choice, branches });
}

function isLatestMenu(dialogue: Dialogue | null, { id }: ScriptBot, stepId: string): boolean {
  return dialogue?.phase === 'menu' && dialogue.botId === id && dialogue.stepId === stepId;
}

/** The branch that a contact chose, or that of the bot. */
const knownBranch = (bot: ScriptBot, before: Dialogue | null): BranchId | null => before?.branchId ?? bot.branchId;

async function claimStart(scope: ActionScope, turn: Turn): Promise<Claim> {
  const bots = await listWorkingBots(scope);
  if (bots.length === 0) return { kind: 'not_mine' };
  const before = await findDialogue(scope, turn.conversationId);
  if (isHandedOver(before, scope.clock.now())) return { kind: 'not_mine' };
  const start = findStart(bots, await startFacts(scope, turn, { bots, before }));
  if (!start) return { kind: 'not_mine' };
  const { bot, trigger } = start;
  const branches = await listChoosableBranches(scope);
  const stepId = trigger.stepId ?? firstStep(bot);
  const run = runFrom(bot, { stepId, branchId: knownBranch(bot, before), branches });
  const isOutsideHours = trigger.kind === 'outside_hours';
  return claimRun(scope, turn, { planned: { bot, run, before, isOutside: isOutsideHours }, choice: null, branches });
}

type Starting = { bots: readonly ScriptBot[]; before: Dialogue | null };

/** Reads only what triggers of these bots ask for. */
async function startFacts(scope: ActionScope, turn: Turn, { bots, before }: Starting): Promise<StartFacts> {
  const has = (kind: string) => bots.some(({ triggers }) => triggers.some((trigger) => trigger.kind === kind));
  const isOfBranch = bots.some(({ branchId }) => branchId !== null);
  const zoneOf = has('outside_hours') ? await zonesOf(scope) : null;
  const now = scope.clock.now();
  const announcedAt = before?.outsideHoursAt ?? null;
  return {
    place: { branchId: isOfBranch ? await branchOf(scope, turn, before) : null, channelId: turn.channelId },
    messages: turn.messages,
    questions: turn.questions,
    isFirst: has('first_message') && (await isFirstSince(scope, turn.conversationId, turn.since)),
    isOutside: (bot, hours) =>
      zoneOf !== null && isUnannounced(hours, now.toZonedDateTimeISO(zoneOf(bot)), announcedAt),
  };
}

/** Whether a message comes outside work hours, and no bot said so since the business closed. */
function isUnannounced(hours: WorkWeek, at: Temporal.ZonedDateTime, announcedAt: Temporal.Instant | null): boolean {
  if (!isOutside(hours, at)) return false;
  const closed = closedSince(hours, at);
  return announcedAt === null || (closed !== null && isBefore(announcedAt, closed));
}

async function zonesOf(scope: ActionScope): Promise<(bot: ScriptBot) => string> {
  const { timeZone } = await getTenant(scope);
  const branches = await listBranches(scope);
  return ({ branchId }) => branches.find(({ id }) => id === branchId)?.timeZone ?? timeZone;
}

const AROUND_DAYS = 365;

/** The branch of a conversation: the one chosen in it, else that of the contact's next visit, else of the last. */
async function branchOf(scope: ActionScope, { contactId }: Turn, before: Dialogue | null): Promise<BranchId | null> {
  if (before?.branchId) return before.branchId;
  const now = scope.clock.now();
  const period = { from: now.subtract({ hours: 24 * AROUND_DAYS }), to: now.add({ hours: 24 * AROUND_DAYS }) };
  const visits = (await visitsOfContact(scope, contactId, period)).toSorted((one, other) =>
    compareInstants(one.startsAt, other.startsAt),
  );
  const next = visits.find(({ startsAt }) => isAfter(startsAt, now));
  return (next ?? visits.at(-1))?.branchId ?? null;
}

type Answering = { planned: PlannedRun; choice: Choice | null; branches: KnownBranches };

/** The outcome of a turn that a bot answers by a run. */
async function claimRun(scope: ActionScope, turn: Turn, { planned, choice, branches }: Answering): Promise<Claim> {
  const { run, isTooOften } = guarded(planned, scope.clock.now());
  const also = (inside: ActionScope) => noteRun(inside, turn.conversationId, { ...planned, run, isTooOften });
  const reason = reasonForPerson(run.end.kind === 'person', { isTooOften, choice });
  const [first, ...others] = await writeRun(scope, run, { ...turn, branches });
  if (first)
    return { kind: 'reply', sender: CHATBOT, contents: [first, ...others], also, ...(reason && { person: reason }) };
  if (reason) return { kind: 'person', reason, also };
  if (run.end.kind === 'waiting' || (run.end.kind === 'ended' && choice)) return { kind: 'nothing', also };
  if (run.end.kind === 'assistant') await also(scope);
  return { kind: 'not_mine' };
}

function reasonForPerson(
  isHandover: boolean,
  { isTooOften, choice }: { isTooOften: boolean; choice: Choice | null },
): NeedsPersonReason | null {
  if (isTooOften || choice?.hasOtherText) return 'not_understood';
  return isHandover ? 'asked_for_person' : null;
}
