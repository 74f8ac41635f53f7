import { randomUUID } from 'node:crypto';

type Ids = { channelId: string; memberId: string; at: Temporal.Instant };

/** Rows of a cabinet in the tables that operators' pages read and write. */
export function operatorRows({ channelId, memberId, at }: Ids): Record<string, Record<string, unknown>> {
  const [ofChannel, counted] = [{ channel_id: channelId }, at.toString()];
  return {
    announcement_reads: { member_id: memberId, announcement_id: randomUUID(), read_at: counted },
    idea_authors: { member_id: memberId, idea_id: randomUUID() },
    idea_votes: { member_id: memberId, idea_id: randomUUID(), voted_at: counted },
    sending_minutes: {
      ...ofChannel,
      minute: counted,
      sent: 1,
      failed: 0,
      undecided: 0,
      lateness: [1, 0, 0, 0, 0, 0, 0],
    },
    sending_queues: { ...ofChannel, waiting: 1, late: 1, oldest_due_at: counted, undecided: 0, counted_at: counted },
  };
}

/** Ids of what is of no cabinet. */
export const operatorIds = () => ({
  announcementId: randomUUID(),
  ideaId: randomUUID(),
  managerId: randomUUID(),
  pauseId: randomUUID(),
});
