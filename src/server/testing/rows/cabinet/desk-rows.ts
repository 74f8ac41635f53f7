type Ids = Record<'connectionId' | 'branchId' | 'channelId' | 'contactId' | 'messageId' | 'mark', string>;

/** A row of each table of desks of operators, without the tenant. */
export function deskRows({
  connectionId,
  branchId,
  channelId,
  contactId,
  messageId,
  mark,
  at: moment,
}: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const at = moment.toString();
  const of = { connection_id: connectionId, channel_id: channelId };
  const switched = { ...of, is_on: true, since: at };
  return {
    desk_inboxes: { ...switched, branch_id: branchId, external_id: mark, name: mark, signed_by: mark },
    desk_channels: { ...switched, branch_id: branchId, inbox_id: mark },
    desk_talks: { ...of, inbox_id: mark, external_id: mark, contact_id: contactId, state: 'open', seen_at: at },
    desk_reads: { connection_id: connectionId, talk_id: mark, listed_until: mark, facts: JSON.stringify({}) },
    desk_messages: { connection_id: connectionId, external_id: mark, talk_id: mark, taken_at: at },
    desk_answers: { connection_id: connectionId, message_id: messageId, talk_id: mark, external_id: mark },
    desk_lines: { ...of, item_id: messageId, contact_id: contactId, at, state: 'shown', external_id: mark },
  };
}
