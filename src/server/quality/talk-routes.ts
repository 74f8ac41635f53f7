import * as contract from '#contract/quality/talks.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { removeRecording } from './recordings/recording-actions.ts';
import { deleteTalk, getTalk, listTalks } from './talks/listing-actions.ts';
import { importChats } from './uploads/importing.ts';

/** Talks and files of chats. */
export function serveTalks(serve: Serve): void {
  serve.inTenant(contract.listTalks, (scope, { query }) => listTalks(scope, query));
  serve.inTenant(contract.getTalk, (scope, { params }) => getTalk(scope, params.talkId));
  serve.inTenant(contract.deleteTalk, async (scope, { params }) => {
    await deleteTalk(scope, params.talkId, removeRecording);
    return {};
  });
  serve(contract.importChats, (ctx, { body }) => importChats(ctx, body));
}
