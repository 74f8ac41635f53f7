import { texts as app } from './uk/app.ts';
import { texts as menu } from './uk/menu.ts';
import { texts as problems } from './uk/problems.ts';
import { texts as ui } from './uk/ui.ts';
import type { TextTree } from './texts.ts';

/** What every page says in Ukrainian. */
export const always = { app, menu, problems, ui };

/** What comes with a page, by file. */
export const rooms = import.meta.glob<{ texts: TextTree }>([
  './uk/*.ts',
  '!./uk/app.ts',
  '!./uk/menu.ts',
  '!./uk/problems.ts',
  '!./uk/ui.ts',
]);
