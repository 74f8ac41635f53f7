import { Fragment } from 'react';
import type { ReactNode } from 'react';

type Props = {
  /** A text with marked words: `Я принимаю <terms>условия</terms>`. */
  text: string;
  /** What becomes of the marked words, by mark. */
  marks: Record<string, (words: string) => ReactNode>;
};

/** Draws a text some of whose words are links or bold, so that every language may place them where it likes. */
export function RichText({ text, marks }: Props) {
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/g);
  return parts.map((part, index) => {
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>;
    if (index % 3 === 1) return <Fragment key={index}>{marks[part]?.(parts[index + 1] ?? '')}</Fragment>;
    return null;
  });
}
