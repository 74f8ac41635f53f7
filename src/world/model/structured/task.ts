import { LANGUAGES, type Language } from '../lexicon/words.ts';
import type { ChatRequest } from '../protocol/types.ts';
import { languageOf } from '../talk/reading/language.ts';

/** The purpose of a request without a talk. */
export type TaskKind = 'search' | 'review' | 'verdict' | 'summary' | 'client' | 'other';

/**
 * A request as the fillers of schemas read it.
 *
 * @property data all that is no instruction: the question, the review, the talk
 * @property language of the data
 * @property target the language that the instructions want, else that of the data
 */
export type Task = {
  kind: TaskKind;
  instructions: string;
  data: string;
  lines: TaskLine[];
  language: Language;
  target: Language;
  variant: string;
};

/** A line of a talk with its speaker, where the text has one. @property number as the text counts lines */
export type TaskLine = { number: number; speaker: string; text: string; isClient: boolean };

const KINDS: readonly (readonly [TaskKind, RegExp])[] = [
  [
    'client',
    /you (?:are|play|act as) (?:a |the |an )?(?:simulated |test )?(?:client|customer)|(?:play|simulate) (?:a|the) (?:client|customer)|(?:ты|вы|сыграй\w*|играешь)[ —-]+(?:роль )?клиент/iu,
  ],
  ['search', /search (?:string|quer|phrase|term)|search_|quer(?:y|ies)|retriev|rewrite the question|поисков/iu],
  ['verdict', /verdict|checklist|judge|\bgrade|rubric|criteri|чек-?лист|оцени/iu],
  ['review', /\breviews?\b|отзыв|avalia[cç]|відгук/iu],
  ['summary', /summar|сводк|кратко|изложи|resum[oi]|підсум/iu],
];
/** Rules begin with what they are for. */
const HEAD_LENGTH = 600;

export function readTask({ messages, output, seed }: ChatRequest): Task {
  const instructions = messages
    .filter(({ role }) => role === 'system')
    .map(({ text }) => text)
    .join('\n');
  const spoken = messages.filter(({ role }) => role === 'user' || role === 'assistant');
  const data = spoken.map(({ text }) => text).join('\n');
  const about = `${output.kind === 'schema' ? `${output.name} ${output.description}` : ''}\n${instructions.slice(0, HEAD_LENGTH)}`;
  const language = languageOf(data) ?? (/[а-я]/iu.test(data) ? 'ru' : languageOf(instructions)) ?? 'en';
  return {
    kind: KINDS.find(([, pattern]) => pattern.test(about))?.[0] ?? 'other',
    instructions,
    data,
    lines: linesOf(data),
    language,
    target: targetOf(`${about}\n${data}`) ?? language,
    variant: `${seed ?? ''} ${data}`,
  };
}

const NAMES: Readonly<Record<Language, RegExp>> = {
  ru: /\b(?:in|into|language:?|язык:?)\s+(?:russian|ru\b)|на русском/iu,
  en: /\b(?:in|into|language:?|язык:?)\s+(?:english|en\b)|на английском/iu,
  pt: /\b(?:in|into|language:?|язык:?)\s+(?:brazilian )?(?:portuguese|pt\b|pt[-_]br)|на португальском|em português/iu,
  uk: /\b(?:in|into|language:?|язык:?)\s+(?:ukrainian|uk\b)|на украинском|українською/iu,
};

const targetOf = (text: string): Language | null => LANGUAGES.find((language) => NAMES[language].test(text)) ?? null;

const CLIENT = /client|customer|visitor|guest|user|клиент|гость|посетител|клієнт|гість|cliente/iu;

/** `12 | Maria | text` and `Client: text`; other lines have no speaker. */
function linesOf(data: string): TaskLine[] {
  return data.split('\n').flatMap((line, index): TaskLine[] => {
    const [, number, speaker = '', text = ''] =
      /^\s*(\d+)\s*[|.:)]\s*([^|:]{1,40})[|:]\s*(.+)$/u.exec(line) ??
      /^\s*()([\p{L}][^|:]{0,40})[|:]\s*(.+)$/u.exec(line) ??
      [];
    if (text === '')
      return line.trim() === '' ? [] : [{ number: index + 1, speaker: '', text: line.trim(), isClient: false }];
    return [
      {
        number: Number(number) || index + 1,
        speaker: speaker.trim(),
        text: text.trim(),
        isClient: CLIENT.test(speaker),
      },
    ];
  });
}
