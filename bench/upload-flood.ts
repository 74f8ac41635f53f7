import { randomBytes } from 'node:crypto';

/** `node bench/upload-flood.ts ORIGIN TOKEN`: uploads documents, many at once, and prints how many had which answer. */
const [origin = '', token = ''] = process.argv.slice(2);
const DOCUMENTS = 64;
const AT_ONCE = 32;
const BYTES = 15 * 1_048_576;

const document = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(BYTES)]);
const counts: Record<string, number> = {};
let left = DOCUMENTS;

async function uploadOn(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const form = new FormData();
    form.set('file', new Blob([document]), 'price.pdf');
    const answer = await fetch(`${origin}/api/v1/flows/documents`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.text();
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, uploadOn));
process.stdout.write(JSON.stringify(counts));
