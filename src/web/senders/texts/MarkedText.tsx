import classes from './texts.module.css';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { toReadable } from '#web/texts/editor/variable-names.ts';

type Props = {
  text: string;
  /** Start and length of marked parts, in order. */
  spans: readonly (readonly [number, number])[];
  /** Accessible label: before or after. */
  label: string;
  isAfter?: boolean;
};

/** A text with marked parts, variables by their names. */
export function MarkedText({ text, spans, label, isAfter }: Props) {
  const names = useVariableNames();
  const readable = (start: number, end?: number) => toReadable(text.slice(start, end), names);
  const parts = spans.flatMap(([start, length], index) => {
    const before = spans[index - 1];
    const from = before ? before[0] + before[1] : 0;
    return [readable(from, start), <mark key={start}>{readable(start, start + length)}</mark>];
  });
  const last = spans.at(-1);
  return (
    <figure className={classes.marked}>
      <figcaption className={classes.caption}>{label}</figcaption>
      <p className={classes.text} data-after={isAfter || undefined}>
        {parts}
        {readable(last ? last[0] + last[1] : 0)}
      </p>
    </figure>
  );
}
