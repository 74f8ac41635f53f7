import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './AuthFrame.module.css';

const ROWS = {
  figures: ['revenue', 'visits', 'returned'],
  scores: ['first', 'second', 'bot'],
} as const;

/** Sample figures of a business, or scores of its people. */
export function SampleFigures({ of }: { of: keyof typeof ROWS }) {
  const t = useTexts();
  const rows =
    of === 'figures'
      ? ROWS.figures.map((row) => ({
          name: t(`auth:sample.figures.${row}.name`),
          note: t(`auth:sample.figures.${row}.note`),
          value: t(`auth:sample.figures.${row}.value`),
        }))
      : ROWS.scores.map((row) => ({
          name: t(`auth:sample.scores.${row}.name`),
          note: t(`auth:sample.scores.${row}.note`),
          value: t(`auth:sample.scores.${row}.value`),
        }));
  return (
    <section className={classes.figures} aria-label={t(`auth:sample.${of}.title`)}>
      <h2>{t(`auth:sample.${of}.title`)}</h2>
      <ul>
        {rows.map(({ name, note, value }) => (
          <li key={name}>
            <span>
              {name}
              <small>{note}</small>
            </span>
            <strong className="figures">{value}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
