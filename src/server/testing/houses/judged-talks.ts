import { randomUUID } from 'node:crypto';
import * as checklists from '#contract/quality/checklists.ts';
import * as reports from '#contract/quality/reports.ts';
import type { SpokenLine } from '#contract/quality/talks.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { saveTalk } from '#server/quality/talks/talk-actions.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import type { SignedUp, TestServer } from '#server/testing/server/http.ts';
import { type ModelReply, type ModelRequest, modelServer } from '#server/testing/world/model-server.ts';

export type JudgeVerdict = { verdict: 'yes' | 'no' | 'na'; lines: number[]; quote: string; rootCause?: number };

/** A message as the model reads it: the lines of the talk and the items, by their numbers. */
export type JudgingMessage = {
  lines: { number: number; speaker: string; text: string }[];
  items: Map<number, string>;
  text: string;
};

/** A judge that answers each item by a function; the summary is its own text. */
export async function judgedTalks(server: TestServer) {
  const model = await modelServer();
  Object.assign(server.ctx.config.ai, { ...twoProviders(model.baseUrl), trialCreditMicroUsd: 1_000_000 });
  let judge: (words: string, messages: JudgingMessage) => JudgeVerdict | ModelReply = quoteFirst;
  let summary = 'Разговоры прошли хорошо.';

  function answer(request: ModelRequest): ModelReply {
    if (!request.body['response_format']) return { content: summary };
    const messages = readMessage(request);
    const answers = [...messages.items].map(([item, words]) => ({ item, given: judge(words, messages) }));
    const fault = answers.map(({ given }) => given).find((given) => !('verdict' in given));
    if (fault) return fault as ModelReply; // NOTE: what is no verdict is a reply
    const verdicts = answers.map(({ item, given }) => ({ item, rootCause: 0, comment: 'Так', ...given }));
    return { content: JSON.stringify({ verdicts }) };
  }

  const house = {
    model,
    quoteFirst,
    reset(): void {
      model.reset();
      judge = quoteFirst;
      summary = 'Разговоры прошли хорошо.';
      model.answer('a', answer);
      model.answer('b', answer);
    },
    judgeBy(by: typeof judge): void {
      judge = by;
    },
    summarise(text: string): void {
      summary = text;
    },
    /** Messages of the calls that judged. */
    messages: (): JudgingMessage[] => model.requests.filter(({ body }) => body['response_format']).map(readMessage),
    addTalk: (tenantId: TenantId, lines: readonly string[], change: { day?: string } = {}) =>
      withTenant(server.ctx, tenantId, (scope) =>
        saveTalk(scope, {
          kind: 'chats',
          source: 'uploads',
          sourceKey: randomUUID(),
          title: 'Анна',
          startedAt: Temporal.Instant.from(`${change.day ?? '2026-03-01'}T10:00:00Z`),
          lines: lines.map(toLine),
          seconds: null,
          conversationId: null,
          recordingId: null,
        }),
      ),
    async addChecklist({ token }: Pick<SignedUp, 'token'>, items: readonly object[]) {
      const whole = items.map((item) => ({ id: randomUUID(), ...item }));
      const { body } = await server.call(checklists.createChecklist, { token, body: { title: 'Салон', items: whole } });
      return body;
    },
    async order({ token }: Pick<SignedUp, 'token'>, checklistId: string, change: object = {}) {
      const period = { from: '2026-02-01', to: '2026-03-02' };
      const body = { kind: 'chats', source: ['uploads'], ...period, checklistId, capMicroUsd: 1_000_000, ...change };
      return server.call(reports.createQualityReport, { token, body });
    },
  };
  house.reset();
  return house;
}

function quoteFirst(_words: string, { lines }: JudgingMessage): JudgeVerdict {
  const own = lines.find(({ speaker }) => speaker !== 'Client' && speaker !== 'Note');
  return { verdict: 'yes', lines: [own?.number ?? 0], quote: own?.text ?? '' };
}

function readMessage({ messages }: ModelRequest): JudgingMessage {
  const text = String(messages.at(-1)?.content);
  const [talk = '', rest = ''] = text.split('\n# Items\n');
  const lines = [...talk.matchAll(/^(\d+) \| ([^|]+) \| (.*)$/gmu)].map(([, number, speaker = '', words = '']) => ({
    number: Number(number),
    speaker,
    text: words,
  }));
  const [items = ''] = rest.split('\n# Earlier');
  return {
    lines,
    items: new Map([...items.matchAll(/^(\d+)\. (.*)$/gmu)].map(([, number, words = '']) => [Number(number), words])),
    text,
  };
}

/** `client: text`, `bot Ника: text`, `Мария: text`; a minute passes between lines. */
function toLine(line: string, index: number): SpokenLine {
  const [, name = '', text = ''] = /^([^:]+): (.*)$/u.exec(line) ?? [];
  const ofBusiness = name.startsWith('bot ') ? 'bot' : 'employee';
  return {
    side: name === 'client' ? 'client' : ofBusiness,
    speaker: name.replace(/^bot /u, ''),
    text,
    at: Temporal.Instant.from('2026-03-01T10:00:00Z').add({ minutes: index }).toString(),
    from: null,
    to: null,
    isGuessed: false,
  };
}
