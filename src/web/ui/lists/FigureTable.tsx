import type { ReactNode } from 'react';
import classes from './FigureTable.module.css';

/** A small table in a card: names and their figures (`data-numeric`); a row of help (`data-help`) belongs to the one above it. */
export function FigureTable({ children }: { children: ReactNode }) {
  return <table className={classes.table}>{children}</table>;
}
