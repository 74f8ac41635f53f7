import { cloneElement, Fragment } from 'react';
import type { ReactElement } from 'react';

type Props = {
  /** A text with marked words: `Я принимаю <terms>условия</terms>`. */
  text: string;
  /** What the marked words are put into, by mark. */
  marks: Record<string, ReactElement>;
};

/** Draws a text some of whose words are links or bold, so that every language may place them where it likes. */
export function RichText({ text, marks }: Props) {
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/g);
  return parts.map((part, index) => {
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>;
    const mark = marks[part];
    if (index % 3 === 2 || !mark) return null;
    return cloneElement(mark, { key: index }, parts[index + 1]);
  });
}
