import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

/** What is measured, in the order of the report; a run of some leaves the figures of the others as they were. */
export const SECTIONS = {
  mailing: 'Mailing',
  pending: 'A million that wait',
  webhooks: 'Webhooks',
  lists: 'Screens of a large cabinet',
  flows: 'Flows',
  verdicts: 'Decisions',
  'verdicts-10m': 'Ten million decisions',
  conversion: 'Conversion',
  start: 'Start',
} as const;
export type Section = keyof typeof SECTIONS;

export type Row = { what: string; figure: string; goal: string };

/** From here on the report is written by a person, and stays. */
const BY_HAND = '\n## What stands in the way';

const COMPARED = `## What is compared

- **mailing**: 10,000 due rows of the ledger, decided and rendered for each customer, sent over HTTP to a server in a process of its own that answers at once, recorded. The ledger is the product's own, with all its indexes; commits are durable.
- **bare HTTP loop**: 64 calls at once, each with a body of its own and its answer parsed; nothing is decided or recorded, and no database is asked. With \`fetch\`, as a script would have it, and with undici's \`request\`, the leanest client for Node, which is also the product's.
- **BullMQ**, **graphile-worker unbatched**: a job for each recipient; its handler reads the row, renders, sends, and updates the row of the same ledger. Redis keeps nothing on disk.
- **claim**: the statement that finds what is due, with all that is joined to it.
- **webhooks**: posts of 360dialog's shape over 64 connections against the product's web role in a process of its own; each is verified and stored before it is answered. \`pgbench\`: single inserts of such a row over 64 connections, without HTTP.
- **screens**: a cabinet with a million messages, 200,000 contacts and 100,000 conversations, beside fifty small ones; 300 different requests of each kind over HTTP to the product's web role in a process of its own, one after another, from request to the whole answer.
- **an event of a visit and 20 flows**: processor time of the worker, driver and all, from the event's id to the commit of what twenty live flows of five kinds decided, half of them with conditions; the median of 280 events.
- **rehearsal**: the job as it runs, from the first batch to the last row stored; memory is how much the process grew.
- **a visit moved or cancelled**: from the record that was read to the message in the ledger that is moved or cancelled, by the real queue.
- **decisions**: one cabinet with so many decisions of thirteen months, four in ten of them against a message; 200 different requests of each kind over HTTP, as above.
- **conversion**: a cabinet with a million visits and their messages; how fast all of them are measured from nothing, and the screens over them.
`;

/** Puts the figures of a section into the report. */
export function writeReport(measured: Section, rows: readonly Row[]): void {
  const former = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '';
  const names = Object.keys(SECTIONS) as Section[];
  const tables = names.map((name) => (name === measured ? tableOf(name, rows) : formerSection(former, name)));
  const byHand = former.includes(BY_HAND) ? former.slice(former.indexOf(BY_HAND)) : '';
  writeFileSync(REPORT, `${HEAD}\n${tables.filter(Boolean).join('\n')}\n${COMPARED}${byHand}`);
}

const HEAD = `# Benchmarks

Written by \`npm run bench\`; with names of sections it measures those alone. Every contender runs in each round, one after another; a ratio is the median of the rounds' ratios, after one round to warm up. The database is the embedded PostgreSQL with its default durability.
`;

function tableOf(name: Section, rows: readonly Row[]): string {
  const day = new Date().toISOString().slice(0, 10);
  const lines = rows.map(({ what, figure, goal }) => `| ${what} | ${figure} | ${goal} |`);
  return `## ${SECTIONS[name]}

\`npm run bench ${name}\`, ${day}, ${machine()}.

| what | measured | goal |
|---|---|---|
${lines.join('\n')}
`;
}

function machine(): string {
  const [cpu] = cpus();
  const cores = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}`;
  const load = loadBefore.map((one) => one.toFixed(1)).join(' ');
  return `${cores}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.versions.node}; load before: ${load}`;
}

const loadBefore = loadavg();

function formerSection(report: string, name: Section): string {
  const start = report.indexOf(`## ${SECTIONS[name]}\n`);
  if (start === -1) return '';
  const end = report.indexOf('\n## ', start);
  return report.slice(start, end === -1 ? undefined : end + 1);
}
