import { QUALITY_NOTICES } from '#contract/quality/codes.ts';
import { defineRoom } from '#server/room.ts';
import { serveChecklists, serveReports } from './routes.ts';
import { workReports } from './workers.ts';

/** Talks of employees and bots with clients, judged by checklists. */
export const quality = defineRoom({
  name: 'quality',
  serve(serve) {
    serveChecklists(serve);
    serveReports(serve);
  },
  work(work, repeat) {
    workReports(work, repeat);
  },
  notices: QUALITY_NOTICES,
});
