import classes from './many.module.css';

type Props = {
  text: string;
  /** Start and length of what is marked, in order. */
  spans: readonly (readonly [number, number])[];
  /** Which of the two it is, for people who do not see it. */
  label: string;
  isAfter?: boolean;
};

/** A text with some of its parts marked. */
export function MarkedText({ text, spans, label, isAfter }: Props) {
  const parts = spans.flatMap(([start, length], index) => {
    const before = spans[index - 1];
    const from = before ? before[0] + before[1] : 0;
    return [text.slice(from, start), <mark key={start}>{text.slice(start, start + length)}</mark>];
  });
  const last = spans.at(-1);
  return (
    <p className={classes.text} data-after={isAfter || undefined} aria-label={label}>
      {parts}
      {text.slice(last ? last[0] + last[1] : 0)}
    </p>
  );
}
