import { texts as app } from './en/app.ts';
import { texts as menu } from './en/menu.ts';
import { texts as problems } from './en/problems.ts';
import { texts as ui } from './en/ui.ts';
import type { TextTree } from './texts.ts';

/** What every page says in English. */
export const always = { app, menu, problems, ui };

/** What comes with a page, by file. */
export const rooms = import.meta.glob<{ texts: TextTree }>([
  './en/*.ts',
  '!./en/app.ts',
  '!./en/menu.ts',
  '!./en/problems.ts',
  '!./en/ui.ts',
]);
