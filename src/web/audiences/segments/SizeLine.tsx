import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './segments.module.css';

const [WIDTH, HEIGHT, EDGE] = [96, 28, 2];

/** Sizes of a segment by day as a line, without axes. */
export function SizeLine({ sizes }: { sizes: readonly number[] }) {
  const t = useTexts();
  const format = useFormat();
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const across = (index: number) => EDGE + (index / (sizes.length - 1)) * (WIDTH - 2 * EDGE);
  const up = (size: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((size - least) / (most - least)) * (HEIGHT - 2 * EDGE);
  const [first = 0, last = 0] = [sizes[0], sizes.at(-1)];
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('segments:from_to', { from: format.number(first), to: format.number(last) })}
    >
      <polyline points={sizes.map((size, index) => `${across(index)},${up(size)}`).join(' ')} />
    </svg>
  );
}
