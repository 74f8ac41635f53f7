import classes from './many.module.css';

type Props = {
  text: string;
  /** Start and length of what is marked, in order. */
  spans: readonly (readonly [number, number])[];
  /** Which of the two it is. */
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
    <figure className={classes.marked}>
      <figcaption className={classes.caption}>{label}</figcaption>
      <p className={classes.text} data-after={isAfter || undefined}>
        {parts}
        {text.slice(last ? last[0] + last[1] : 0)}
      </p>
    </figure>
  );
}
