import { type ChangeNotice, UnreadablePayload } from '#server/connections/port.ts';

/** Entities of a payload that we read again. */
const KINDS: Readonly<Record<string, ChangeNotice['kind']>> = { leads: 'deal', contacts: 'client', task: 'task' };

/** More entities come in no payload; a longer one is no payload of amoCRM. */
const MAX_PAIRS = 20_000;

/**
 * Returns the records that a payload names. It is a form with names like `leads[update][0][id]`, or without the index
 * `leads[update][id]`; several entities and actions may share one payload.
 *
 * @throws {UnreadablePayload} when it names no account
 */
export function readPayload(body: Buffer): ChangeNotice[] {
  const pairs = [...new URLSearchParams(body.toString('utf8'))];
  if (pairs.length > MAX_PAIRS) throw new UnreadablePayload('too many fields');
  const account = pairs.find(([name]) => name === 'account[id]')?.[1];
  const notices = new Map<string, ChangeNotice>();
  for (const [name, value] of pairs) {
    const [, entity = '', action, field = ''] = /^(\w+)\[(\w+)\](?:\[\d+\])?\[(\w+)\]$/.exec(name) ?? [];
    const kind = KINDS[entity];
    // A contact's note is none of ours; a note of a deal changes the deal's time alone.
    if (!kind || field !== 'id' || action === 'note' || !/^\d{1,15}$/.test(value)) continue;
    notices.set(`${kind}:${value}`, {
      branchExternalId: account ?? '',
      kind,
      externalId: value,
      unknownFields: [],
    });
  }
  if (!account || !/^\d{1,15}$/.test(account)) throw new UnreadablePayload('not understood: account[id]');
  if (notices.size > 0) return [...notices.values()];
  return [{ branchExternalId: account, kind: 'other', externalId: '', unknownFields: [] }];
}
