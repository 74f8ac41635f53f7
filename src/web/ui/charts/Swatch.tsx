import classes from './Swatch.module.css';

/** The colour that something has in a chart, before its name. */
export function Swatch({ colour }: { colour: string | undefined }) {
  return <span className={classes.swatch} style={{ background: colour }} aria-hidden />;
}
