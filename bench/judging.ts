import type { Language } from '#contract/primitives.ts';
import type { ChecklistItem } from '#contract/quality/checklists.ts';
import { DIALOGUES, type Dialogue, makeDialogue, QUESTIONS, speakersOf } from '#server/app/demo/quality/dialogues.ts';
import { createRandom } from '#server/app/demo/past/random.ts';
import { readyChecklist } from '#server/quality/checklists/ready-rules.ts';
import { masking } from '#server/quality/judging/masking-rules.ts';
import { groupItems } from '#server/quality/judging/order-rules.ts';
import {
  type Finding,
  JudgedItems,
  judgingInstructions,
  judgingMessage,
  judgingOutput,
} from '#server/quality/judging/prompt-rules.ts';
import { checkVerdicts, type NumberedItem } from '#server/quality/judging/verdict-rules.ts';
import { spoilAnswer } from '../src/world/model/faults/answer-faults.ts';
import type { ChatRequest } from '../src/world/model/protocol/types.ts';
import { answerStructured } from '../src/world/model/structured/answer-structured.ts';
import { row } from './reporting.ts';

const TALKS = { chats: 100, calls: 30 };
const ROUNDS = 2;

type Counts = { wrong: number; found: number; missed: number; invented: number; unclear: number; verdicts: number };

/**
 * Judges talks with known violations by the rules of the product and the simulated model: what was found, what was missed, and what
 * was invented. A real model is measured by the same talks.
 */
export function benchJudging(): void {
  for (const language of ['ru', 'en', 'pt_br', 'uk'] as const)
    for (const [kind, count] of Object.entries(TALKS))
      tell(`${count} ${kind}, ${language}`, judgeTalks(language, count, kind));
  tell('100 chats, ru, a model that invents its quotes', judgeTalks('ru', TALKS.chats, 'chats', 'invented_quote'));
  tell('100 chats, ru, a model that says yes to everything', judgeTalks('ru', TALKS.chats, 'chats', 'always_yes'));
}

function tell(what: string, { wrong, found, missed, invented, unclear, verdicts }: Counts): void {
  row(
    what,
    `${found} of ${wrong} violations found, ${missed} missed, ${invented} invented, ${unclear} of ${verdicts} for a person`,
    '',
  );
}

function judgeTalks(language: Language, count: number, seed: string, fault?: string): Counts {
  const random = createRandom(`judging ${seed}`);
  const texts = DIALOGUES[language];
  const speakers = speakersOf(texts);
  const items = readyChecklist('salon', language).items.map((item, index) => ({ ...item, id: String(index) }));
  const counts: Counts = { wrong: 0, found: 0, missed: 0, invented: 0, unclear: 0, verdicts: 0 };
  for (let nth = 0; nth < count; nth++) {
    const speaker = speakers[nth % speakers.length];
    if (!speaker) continue;
    const dialogue = makeDialogue(texts, { speaker, client: 'Client', random, isHostile: nth % 10 === 0 });
    const verdicts = judge(dialogue, items, { language, caseId: `${language} ${nth}`, fault });
    for (const [index, question] of QUESTIONS.entries()) {
      const truth = dialogue.truth.find((one) => one.question === question)?.verdict;
      const verdict = verdicts.get(String(index)) ?? 'unclear';
      counts.verdicts += 1;
      if (truth === 'no') counts.wrong += 1;
      if (verdict === 'unclear') counts.unclear += 1;
      else if (truth === 'no') counts[verdict === 'no' ? 'found' : 'missed'] += 1;
      else if (verdict === 'no') counts.invented += 1;
    }
  }
  return counts;
}

type Judging = { language: Language; caseId: string; fault: string | undefined };

/** Asks for groups of items, and once more for those without evidence. */
function judge({ lines }: Dialogue, items: readonly ChecklistItem[], judging: Judging): Map<string, string> {
  const { mask } = masking();
  const sent = lines.map((line, index) => ({ ...line, number: index + 1, text: mask(line.text) }));
  const verdicts = new Map<string, string>();
  for (const group of groupItems(judging.caseId, items)) {
    let asked: (NumberedItem & { item: ChecklistItem })[] = group.map((item, index) => ({ number: index + 1, item }));
    let findings: Finding[] = [];
    for (let round = 0; round < ROUNDS && asked.length > 0; round++) {
      const text = ask(judgingMessage(sent, asked, { mark: 'talk-1', findings }), judging);
      const checked = checkVerdicts(asked, JudgedItems.parse(JSON.parse(text)).verdicts, sent);
      for (const { itemId, verdict } of checked.accepted) verdicts.set(itemId, verdict);
      ({ findings } = checked);
      asked = asked.filter(({ number }) => findings.some(({ item }) => item === number));
    }
  }
  return verdicts;
}

function ask(message: string, { language, fault }: Judging): string {
  const request: ChatRequest = {
    model: 'sim-balanced',
    messages: [
      { role: 'system', text: judgingInstructions(language), calls: [], callId: null },
      { role: 'user', text: message, calls: [], callId: null },
    ],
    tools: [],
    toolChoice: { kind: 'auto' },
    isParallel: true,
    output: { kind: 'schema', name: judgingOutput.name, description: '', schema: { type: 'object' } },
    maxTokens: null,
    stop: [],
    seed: 0,
    isStream: false,
    hasStreamUsage: false,
  };
  return spoilAnswer(answerStructured(request), fault, request).text ?? '';
}
