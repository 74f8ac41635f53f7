import type { SpokenLine, Talk } from '#contract/quality/talks.ts';

type Line = Pick<SpokenLine, 'side' | 'speaker'>;

/** The part of a talk in which one person or bot spoke for the business. Lines by their index, the last included. */
export type TalkPart = {
  employee: string;
  isBot: boolean;
  from: number;
  to: number;
  /** The opening of the talk is in it. */
  isFirst: boolean;
  /** The end of the talk is in it. */
  isLast: boolean;
};

const isOfBusiness = ({ side }: Line): boolean => side === 'employee' || side === 'bot';

/**
 * Splits a talk by who spoke for the business. A part begins with what its employee answers and ends with their last words; the last
 * goes on to the end of the talk. A talk that nobody answered has no parts.
 */
export function partsOf(lines: readonly Line[]): TalkPart[] {
  const parts: Omit<TalkPart, 'isFirst' | 'isLast'>[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isOfBusiness(line)) continue;
    const last = parts.at(-1);
    const isBot = line.side === 'bot';
    if (last && last.employee === line.speaker && last.isBot === isBot) last.to = index;
    else parts.push({ employee: line.speaker, isBot, from: last ? last.to + 1 : 0, to: index });
  }
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    return { ...part, to: isLast ? lines.length - 1 : part.to, isFirst: index === 0, isLast };
  });
}

/** People and bots that spoke for the business, in the order of their first words. */
export function employeesOf(lines: readonly Line[]): Talk['employees'] {
  const found = new Map<string, Talk['employees'][number]>();
  for (const { side, speaker } of lines.filter(isOfBusiness)) {
    const isBot = side === 'bot';
    found.set(`${isBot} ${speaker}`, { name: speaker, isBot });
  }
  return [...found.values()];
}
