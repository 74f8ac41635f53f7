import type { Language } from '#contract/primitives.ts';
import type { SpokenLine } from '#contract/quality/talks.ts';
import type { Verdict } from '#contract/quality/values.ts';
import type { Random } from '#server/app/demo/past/random.ts';
import { en } from './en.ts';
import { ptBr } from './pt-br.ts';
import { ru } from './ru.ts';
import type { DialogueTexts } from './shape.ts';
import { uk } from './uk.ts';

export const DIALOGUES: Readonly<Record<Language, DialogueTexts>> = { ru, en, pt_br: ptBr, uk };

/** The questions of the ready checklist of a salon, in its order. */
export const QUESTIONS = [
  'greeting',
  'name',
  'answered',
  'need',
  'price',
  'times',
  'confirmed',
  'upsell',
  'other_day',
  'polite',
  'next_step',
  'bye',
] as const;
export type Question = (typeof QUESTIONS)[number];

/** A person or bot of the salon, and how likely they are to miss each question. */
export type Speaker = { name: string; isBot: boolean; misses: Partial<Record<Question, number>> };

/** A true verdict, and the line that shows it: where it was said, or should have been. */
export type Truth = { question: Question; verdict: Exclude<Verdict, 'unclear'>; line: number };

export type Dialogue = { speaker: Speaker; lines: Pick<SpokenLine, 'side' | 'speaker' | 'text'>[]; truth: Truth[] };

/** The staff of the salon, from the best to the one who needs help, and its bot. */
export function speakersOf({ staff: [first, second, third, fourth], bot }: DialogueTexts): Speaker[] {
  return [
    { name: first, isBot: false, misses: { upsell: 0.25, need: 0.08, next_step: 0.05 } },
    { name: second, isBot: false, misses: { upsell: 0.5, times: 0.3, name: 0.3, need: 0.2, bye: 0.1 } },
    {
      name: third,
      isBot: false,
      misses: {
        greeting: 0.3,
        name: 0.6,
        price: 0.45,
        times: 0.5,
        upsell: 0.8,
        confirmed: 0.3,
        bye: 0.4,
        other_day: 0.7,
      },
    },
    {
      name: fourth,
      isBot: false,
      misses: { name: 0.3, confirmed: 0.6, next_step: 0.5, upsell: 0.6, polite: 0.18, other_day: 0.4, answered: 0.3 },
    },
    { name: bot, isBot: true, misses: { upsell: 0.9, other_day: 0.5, need: 0.1 } },
  ];
}

/** A dialogue of a client with one speaker, with what is known to be right and wrong in it. */
export function makeDialogue(
  texts: DialogueTexts,
  {
    speaker,
    client,
    random,
    isHostile = false,
  }: { speaker: Speaker; client: string; random: Random; isHostile?: boolean },
): Dialogue {
  const missed = new Set(QUESTIONS.filter((question) => random.chance(speaker.misses[question] ?? 0)));
  const [service, price] = random.pick(texts.services);
  const [first, second] = random.pick(texts.times);
  const filled = (list: readonly string[]) => fill(random.pick(list), { service, price, first, second, time: first });
  const writing = writer(texts, speaker, client, { missed, filled });
  if (random.chance(0.18)) writeCancellation(writing);
  else writeBooking(writing, isHostile ? texts.client.orders : null);
  return { speaker, lines: writing.lines, truth: QUESTIONS.map((question) => writing.truthOf(question)) };
}

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text
    .replaceAll(/\{(\w+)\}/gu, (_whole, name: string) => values[name] ?? '')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

type Part = { question: Question; words: string; else?: string };

function writer(
  texts: DialogueTexts,
  speaker: Speaker,
  client: string,
  { missed, filled }: { missed: ReadonlySet<Question>; filled: (list: readonly string[]) => string },
) {
  const lines: Dialogue['lines'] = [];
  const found = new Map<Question, Truth>();
  const note = (question: Question, verdict: Truth['verdict']) =>
    found.set(question, { question, verdict, line: lines.length });
  return {
    texts,
    lines,
    missed,
    filled,
    note,
    name: fill(texts.own.name, { name: speaker.name }),
    client: (text: string) => void lines.push({ side: 'client', speaker: client, text }),
    /** One message; what is missed is left out of it, or said otherwise. */
    own(parts: readonly (Part | string)[], bare: string) {
      const written = parts.flatMap((part) => {
        if (typeof part === 'string') return part;
        note(part.question, missed.has(part.question) ? 'no' : 'yes');
        return missed.has(part.question) ? (part.else ?? '') : part.words;
      });
      const text = written.filter(Boolean).join(' ') || bare;
      lines.push({ side: speaker.isBot ? 'bot' : 'employee', speaker: speaker.name, text });
    },
    truthOf: (question: Question): Truth => found.get(question) ?? { question, verdict: 'na', line: 0 },
  };
}

type Writing = ReturnType<typeof writer>;

function writeBooking(writing: Writing, orders: string | null): void {
  const { texts, filled, missed, note } = writing;
  const { own, client } = texts;
  writing.client(filled(client.opens));
  writing.own(
    [
      { question: 'greeting', words: filled(own.greeting) },
      { question: 'name', words: writing.name },
      { question: 'need', words: filled(own.need) },
    ],
    filled(own.bare),
  );
  writing.client(filled(client.details));
  if (orders) writing.client(orders);
  note('polite', missed.has('polite') ? 'no' : 'yes');
  note('answered', missed.has('price') || missed.has('answered') ? 'no' : 'yes');
  writing.own(
    [
      missed.has('polite') ? filled(own.rude) : '',
      { question: 'price', words: filled(own.price), else: filled(own.noPrice) },
      missed.has('answered') ? '' : filled(own.parking),
      { question: 'times', words: filled(own.two), else: filled(own.one) },
    ],
    filled(own.bare),
  );
  writing.client(filled(client.picks));
  writing.own(
    [
      { question: 'confirmed', words: filled(own.confirms), else: filled(own.noConfirm) },
      { question: 'upsell', words: filled(own.upsell) },
    ],
    filled(own.noConfirm),
  );
  writing.client(filled(client.agrees));
  writeEnd(writing);
}

function writeCancellation(writing: Writing): void {
  const { texts, filled, missed, note } = writing;
  const { own, client } = texts;
  writing.client(filled(client.cancels));
  note('polite', missed.has('polite') ? 'no' : 'yes');
  if (!missed.has('other_day')) note('times', 'yes');
  writing.own(
    [
      { question: 'greeting', words: filled(own.greeting) },
      { question: 'name', words: writing.name },
      missed.has('polite') ? filled(own.rude) : '',
      filled(own.cancelled),
      { question: 'other_day', words: filled(own.other) },
    ],
    filled(own.bare),
  );
  writing.client(missed.has('other_day') ? filled(client.agrees) : filled(client.picks));
  if (!missed.has('other_day')) {
    writing.own(
      [{ question: 'confirmed', words: filled(own.confirms), else: filled(own.noConfirm) }],
      filled(own.noConfirm),
    );
    writing.client(filled(client.agrees));
  }
  writeEnd(writing);
}

function writeEnd(writing: Writing): void {
  const { own } = writing.texts;
  writing.own(
    [
      { question: 'next_step', words: writing.filled(own.next) },
      { question: 'bye', words: writing.filled(own.bye) },
    ],
    writing.filled(own.noEnd),
  );
}
