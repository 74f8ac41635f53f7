import { setTimeout as sleep } from 'node:timers/promises';
import { createSegment, type SegmentId } from '#contract/audiences/segments.ts';
import { type ContactImport, getImport, startImport, uploadImport } from '#contract/imports/calls.ts';
import type { callsTo } from '#server/testing/server/http.ts';

/** @property tagged rows with the tag of the segment; others have none */
export type PeopleSize = { tagged: number; others: number; bad: number };

type Caller = { webUrl: string; token: string; request: ReturnType<typeof callsTo> };

const TAG = 'spring';
const IMPORT_LIMIT_MS = 600_000;

/** Imports a list of contacts, of which some rows are bad, and saves those with a tag as a segment. */
export async function importPeople(
  caller: Caller,
  size: PeopleSize,
): Promise<{ list: ContactImport; segmentId: SegmentId }> {
  const { request } = caller;
  const draft = await upload(caller, fileOf(size));
  const columns = draft.columns.map(({ field }) => field);
  const body = { columns, consentSource: 'Form', consentedOn: null, updatesExisting: false, allowsForeign: true };
  const at = { params: { importId: draft.id } };
  await request(startImport, { ...at, body });
  const list = await untilImported(() => request(getImport, at).then((answer) => answer.body));
  const conditions = {
    match: 'all',
    groups: [{ match: 'all', conditions: [{ field: 'tag', isNot: false, values: [TAG] }] }],
  };
  const segment = await request(createSegment, { body: { title: 'Spring', conditions } });
  return { list, segmentId: segment.body.id };
}

/** NOTE: the world fails messages to phones that end in 026, 049 or 050. */
function fileOf({ tagged, others, bad }: PeopleSize): string {
  const good = Array.from({ length: tagged + others }, (_, n) => {
    const phone = `+7916${String(Math.floor(n / 20)).padStart(5, '0')}${60 + (n % 20)}`;
    return `Anna;${phone};${n < tagged ? TAG : ''}`;
  });
  const rejected = Array.from({ length: bad }, (_, n) => `Boris;no phone ${n};`);
  return ['name;phone;tags', ...good, ...rejected].join('\n');
}

async function upload({ webUrl, token }: Caller, text: string): Promise<ContactImport> {
  const form = new FormData();
  form.set('file', new Blob([text]), 'clients.csv');
  const answer = await fetch(`${webUrl}${uploadImport.path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`Not uploaded: ${await answer.text()}`);
  return (await answer.json()) as ContactImport; // NOTE: the reply's shape is the contract's
}

async function untilImported(read: () => Promise<ContactImport>): Promise<ContactImport> {
  const until = performance.now() + IMPORT_LIMIT_MS;
  for (;;) {
    const list = await read();
    if (list.status !== 'running' || performance.now() > until) return list;
    await sleep(100);
  }
}
