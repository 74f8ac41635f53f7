import { QUALITY_NOTICES } from '#contract/quality/codes.ts';
import { defineRoom } from '#server/room.ts';
import { serveReportFiles } from './exports/export-routes.ts';
import { serveRecordings, serveSound } from './recording-routes.ts';
import { workRecordings } from './recording-workers.ts';
import { serveChecklists, serveReports } from './routes.ts';
import { serveTalks } from './talk-routes.ts';
import { workReports } from './workers.ts';

/** Talks of employees and bots with clients, judged by checklists. */
export const quality = defineRoom({
  name: 'quality',
  serve(serve) {
    serveChecklists(serve);
    serveReports(serve);
    serveTalks(serve);
    serveRecordings(serve);
  },
  pages(app, ctx) {
    serveSound(app, ctx);
    serveReportFiles(app, ctx);
  },
  work(work, repeat) {
    workReports(work, repeat);
    workRecordings(work, repeat);
  },
  notices: QUALITY_NOTICES,
});
