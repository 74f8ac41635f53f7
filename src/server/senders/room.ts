import { TRANSFERS_NOTICES } from '#contract/transfers/codes.ts';
import { defineRoom } from '#server/room.ts';
import { workTransfers } from './transfers/workers.ts';
import { listFilesOfVersions } from './versions/version-reads.ts';

export const senders = defineRoom({
  name: 'senders',
  work: (work, _, { senderKits }) => workTransfers(work, senderKits),
  listFiles: listFilesOfVersions,
  notices: TRANSFERS_NOTICES,
});
