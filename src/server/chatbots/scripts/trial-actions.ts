import { ChatbotId } from '#contract/chatbots/calls.ts';
import type { ScriptEffect, tryScriptBot } from '#contract/chatbots/scripts.ts';
import { SCRIPT_VARIABLES } from '#contract/chatbots/values.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { isOptOutWord } from '#server/contacts/book/opt-out-word-rules.ts';
import type { Question } from '#server/conversations/answering/port.ts';
import { type AnsweringMessage, understandAll } from '#server/conversations/answering/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { exampleSubject } from '#server/subjects/example-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { unknownVariablesIn, variablesIn } from '#server/texts/content/text-rules.ts';
import { afterRun, choiceOf, type Dialogue, isHandedOver, isTooOften } from './dialogue-rules.ts';
import { issuesOf } from './issue-rules.ts';
import { listChoosableBranches } from './running-actions.ts';
import { answeredStep, firstStep, type Run, runFrom } from './step-rules.ts';
import { findStart, type ScriptBot } from './trigger-rules.ts';
import { type ScriptWords, writeMessage } from './writing-rules.ts';

type Trial = BodyOf<typeof tryScriptBot>;
type Reply = ReplyOf<typeof tryScriptBot>['replies'][number];

/** No row has it. */
const EXAMPLE_ID = ChatbotId.parse('00000000-0000-7000-8000-000000000000');

/** Between messages of a trial. */
const PAUSE_MINUTES = 2;

/** Pauses of the bot that one message of a trial goes through. */
const MOST_WAITS = 10;

/** Plays a dialogue with a bot by unsaved settings: the rules are those of real messages, and nothing is sent or stored. */
export async function tryScript(scope: ActionScope, trial: Trial): Promise<ReplyOf<typeof tryScriptBot>> {
  const tenant = await getTenant(scope);
  const { settings, language = tenant.customerLanguage } = trial;
  const now = scope.clock.now();
  const { person } = exampleSubject({ kind: 'visit', startsAt: now, orderStatus: 'unknown' }, tenant, language);
  const words: ScriptWords = {
    clientName: person.reach.contact.name,
    businessName: tenant.name,
    language,
    cabinetLanguage: tenant.customerLanguage,
    branches: await listChoosableBranches(scope),
  };
  const written = settings.steps.flatMap((step) =>
    'texts' in step && step.texts ? Object.values<string>(step.texts) : [],
  );
  const known: readonly string[] = SCRIPT_VARIABLES;
  const barred = variablesIn(written).filter((name) => !known.includes(name));
  return {
    replies: playTrial(trial, { words, branches: await listChoosableBranches(scope), now }),
    issues: issuesOf(settings),
    unknownVariables: [...new Set([...unknownVariablesIn(written), ...barred])],
  };
}

type Setting = {
  words: ScriptWords;
  branches: Awaited<ReturnType<typeof listChoosableBranches>>;
  now: Temporal.Instant;
};
type State = { dialogue: Dialogue | null; questions: readonly Question[] };

function playTrial(trial: Trial, setting: Setting): Reply[] {
  let state: State = { dialogue: null, questions: [] };
  return trial.messages.map((message, n) => {
    const now = setting.now.add({ minutes: n * PAUSE_MINUTES });
    const played = playMessage(trial, toMessage(message, state), {
      state,
      setting: { ...setting, now },
      isFirst: n === 0,
    });
    state = played.state;
    return played.reply;
  });
}

function toMessage(message: Trial['messages'][number], { questions }: State): AnsweringMessage {
  if ('text' in message) return { kind: 'text', text: message.text, buttonId: null, quotedProviderId: null };
  const { button: buttonId } = message;
  const tapped = questions.flatMap(({ buttons }) => buttons).find(({ id }) => id === buttonId);
  return { kind: 'button', text: tapped?.title ?? null, buttonId, quotedProviderId: null };
}

type Playing = { state: State; setting: Setting; isFirst: boolean };

function playMessage(trial: Trial, message: AnsweringMessage, playing: Playing): { reply: Reply; state: State } {
  const bot: ScriptBot = { id: EXAMPLE_ID, ...trial.settings };
  const started = beginRun(trial, { bot, message }, playing);
  const { dialogue } = playing.state;
  if (!started) {
    const isHanded = isHandedOver(dialogue, playing.setting.now);
    return { reply: { messages: [], effect: isHanded ? effectOf(dialogue, 0) : 'none' }, state: playing.state };
  }
  return finishRun(bot, started, playing);
}

/** The run that a message causes; null: the bot does not answer it. */
function beginRun(
  trial: Trial,
  { bot, message }: { bot: ScriptBot; message: AnsweringMessage },
  { state: { dialogue, questions }, setting: { branches, now }, isFirst }: Playing,
): { run: Run; isOutside: boolean } | null {
  // NOTE: the engine of conversations handles both before any bot.
  if (isOptOutWord(message.text ?? '') || understandAll([message]).kind === 'courtesy') return null;
  const messages = [message];
  const branchId = dialogue?.branchId ?? bot.branchId;
  const choice = choiceOf({ messages, questions });
  const answered = choice && answeredStep(bot, choice, branches);
  if (answered) {
    const run = runFrom(bot, { stepId: answered.stepId, branchId: answered.branchId ?? branchId, branches });
    return { run, isOutside: false };
  }
  if (isHandedOver(dialogue, now)) return null;
  const isOutside = () => trial.isOutsideHours && (dialogue?.outsideHoursAt ?? null) === null;
  const start = findStart([bot], { place: bot, messages, questions, isFirst, isOutside });
  if (!start) return null;
  const run = runFrom(bot, { stepId: start.trigger.stepId ?? firstStep(bot), branchId, branches });
  return { run, isOutside: start.trigger.kind === 'outside_hours' };
}

function finishRun(
  bot: ScriptBot,
  { run: started, isOutside }: { run: Run; isOutside: boolean },
  { state, setting: { words, branches, now } }: Playing,
): { reply: Reply; state: State } {
  const messages: Reply['messages'] = [];
  let { dialogue, questions } = state;
  let run = started;
  for (let waits = 0, waitSeconds = 0; ; waits++) {
    if (isTooOften(dialogue?.sentAt ?? [], run, now))
      run = { messages: [], end: { kind: 'person', reason: '' }, branchId: run.branchId };
    const contents = run.messages.map((message) => writeMessage(message, words));
    for (const { text, buttons } of contents) {
      const shown = buttons.flatMap((button) =>
        button.type === 'answer' ? { id: button.id, title: button.title } : [],
      );
      messages.push({ text, buttons: shown, waitSeconds });
      waitSeconds = 0;
      if (shown.length > 0) questions = [asQuestion(shown), ...questions];
    }
    dialogue = afterRun(dialogue, { botId: bot.id, run, now, isOutside });
    if (run.end.kind !== 'waiting' || waits === MOST_WAITS) break;
    waitSeconds += run.end.seconds;
    run = runFrom(bot, { stepId: run.end.stepId, branchId: run.branchId, branches });
  }
  return { reply: { messages, effect: effectOf(dialogue, messages.length) }, state: { dialogue, questions } };
}

function asQuestion(buttons: readonly { id: string; title: string }[]): Question {
  return { providerMessageId: null, buttons: buttons.map((button, n) => ({ ...button, number: n + 1 })) };
}

function effectOf(dialogue: Dialogue | null, messages: number): ScriptEffect {
  if (dialogue?.phase === 'person' || dialogue?.phase === 'assistant') return dialogue.phase;
  return messages > 0 ? 'answered' : 'none';
}
