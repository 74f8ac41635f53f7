import type { Language } from '../texts.tsx';

/** A text in the languages of the page. */
export type Words = Readonly<Record<Language, string>>;

/** @property isNew whether it is done without a row */
export type Action = { id: string; title: Words; isNew: boolean };

export type Row = { id: string; cells: string[] };

/** @property total rows in the service; `rows` has the newest of them */
export type Table = { id: string; title: Words; columns: Words[]; rows: Row[]; total: number; actions: Action[] };

export type Field = {
  name: string;
  label: Words;
  kind: 'text' | 'long_text' | 'choice' | 'when';
  options: { value: string; label: string }[] | null;
  value: string;
};
