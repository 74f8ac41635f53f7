import { texts as app } from './pt_br/app.ts';
import { texts as menu } from './pt_br/menu.ts';
import { texts as problems } from './pt_br/problems.ts';
import { texts as ui } from './pt_br/ui.ts';
import type { TextTree } from './texts.ts';

/** What every page says in Portuguese. */
export const always = { app, menu, problems, ui };

/** What comes with a page, by file. */
export const rooms = import.meta.glob<{ texts: TextTree }>([
  './pt_br/*.ts',
  '!./pt_br/app.ts',
  '!./pt_br/menu.ts',
  '!./pt_br/problems.ts',
  '!./pt_br/ui.ts',
]);
