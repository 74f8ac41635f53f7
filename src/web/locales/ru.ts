import { texts as app } from './ru/app.ts';
import { texts as menu } from './ru/menu.ts';
import { texts as problems } from './ru/problems.ts';
import { texts as ui } from './ru/ui.ts';
import type { TextTree } from './texts.ts';

/** What every page says in Russian. */
export const always = { app, menu, problems, ui };

/** What comes with a page, by file. */
export const rooms = import.meta.glob<{ texts: TextTree }>([
  './ru/*.ts',
  '!./ru/app.ts',
  '!./ru/menu.ts',
  '!./ru/problems.ts',
  '!./ru/ui.ts',
]);
