import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

/** Sections of the report, in its order; a run of some leaves the figures of the others as they were. */
export const SECTIONS = {
  mailing: 'Mailing',
  'opt-outs': 'Opt-outs during a mailing',
  expansion: 'A million recipients',
  neighbours: 'Reminders beside a mailing',
  pending: 'A million planned messages',
  adapters: 'Sends by each channel',
  webhooks: 'Webhooks',
  redirects: 'Short links',
  lists: 'Screens of a large cabinet',
  conversations: 'Conversations',
  flows: 'Flows',
  verdicts: 'Decisions',
  'verdicts-10m': 'Ten million decisions',
  conversion: 'Conversion',
  analytics: 'Analytics',
  segments: 'Segments',
  silence: 'A person against bots',
  uploads: 'A flood of uploads',
  judging: 'Judged talks',
  imports: 'Imports',
  start: 'Start',
  pages: 'Public pages',
} as const;
export type Section = keyof typeof SECTIONS;

export type Row = { what: string; figure: string; goal: string };

/** From here on the report is written by a person, and stays. */
const BY_HAND = '\n## Limits and open points';

const COMPARED = `## What is compared

- **mailing**: 10,000 due rows of the ledger, decided and rendered for each contact, sent over HTTP to a server in another process that answers at once, and recorded. The ledger is the product's own, with all its indexes; commits are durable.
- **opt-outs**: a mailing over HTTP to a server that answers after 400 ms; 10,000 contacts opt out in front of their own message, in two lanes, one after another: by the link, and by a word or a button in a webhook to the product's web role in another process. A delay is from before the request until the arrival at the provider.
- **a million recipients**: the batches of the job that lists the recipients of a mailing to all contacts, half of them with an address on its channel, some opted out, one after another. The bare statement inserts the same rows into the same table with its keys and indexes, and decides nothing. Memory is what no other process shares, after a third and at the end. The check is a request over HTTP to the product's web role in another process.
- **reminders beside a mailing**: twenty tenants send 20 reminders each, one every 2 s, over HTTP to a server that answers after 100 ms; alone, then while a mailing to a million contacts of another tenant lists its recipients, plans them in waves and sends at the rate of its number, all by one worker process. Lateness is from the due time to the call.
- **bare HTTP loop**: 64 concurrent calls, each with its own body and a parsed answer; nothing is decided or recorded, and no database is used. With \`fetch\`, as a script would do it, and with undici's \`request\`, the fastest client for Node.js, which the product uses too.
- **BullMQ**, **graphile-worker unbatched**: one job per recipient; its handler reads the row, renders, sends, and updates the row of the same ledger. Redis persists nothing to disk.
- **claim**: the statement that finds due messages, with all its joins.
- **sends by each channel**: 64 concurrent sends of texts by the adapter alone, without its limiter, the ledger and the queue, over HTTP to the vendor's simulator in another process, which limits and reports nothing; then the same calls with the same bodies by undici's \`request\`, with a parsed answer.
- **webhooks**: payloads in 360dialog's format over 64 connections to the product's web role in another process; each is verified and stored before it is answered. \`pgbench\`: single inserts of such a row over 64 connections, without HTTP.
- **short links**: a tenant with 200,000 links; links are followed over 64 connections to the product's web role in another process, each as another person, and clicks are recorded beside the answers. At a steady rate each connection follows a link every 100 ms; without pause it follows the next as soon as the last is answered, and client, web role and database share the processors.
- **screens**: a tenant with a million messages, 200,000 contacts and 100,000 conversations, beside fifty small ones; 300 different requests of each kind over HTTP to the product's web role in another process, sequentially, from request to complete answer.
- **conversations**: a tenant with 100,000 conversations over one channel and a million searchable texts, beside fifty small tenants with 2,000 texts each; 300 different requests of each kind over HTTP, as above. A page has 50 conversations; a search finds contacts and messages in one answer.
- **an event of a visit, 20 flows**: processor time of the worker including the driver, from the event's id to the commit of the decisions of twenty live flows of five kinds, half of them with conditions; the median of 280 events.
- **rehearsal**: the job as it runs in production, from the first batch to the last stored row; memory is the growth of the process.
- **a visit moved or cancelled**: from the record that was read to the updated message in the ledger, through the real queue.
- **decisions**: one tenant with the given number of decisions over thirteen months, four in ten of them negative; 200 different requests of each kind over HTTP, as above.
- **a person against bots**: \`npm start\` with its world on one machine. An operator answers in the simulated Chatwoot, whose webhook goes to the product; the time is from the operator's click until the API says that bots are silent in the conversation, asked every 10 ms.
- **uploads**: one tenant uploads 64 documents of 15 MB, 32 at once, while another one lists its flows; each in a process of its own. Memory is the growth of the product's web role; p99 is the other tenant's, with the flood and before it, in each of three rounds; the flooding program has the system's lowest priority, because an attacker's processor is not the product's.
- **judged talks**: talks of a made-up salon in which it is known which questions of its ready checklist are met, in one of ten of which the client gives orders to whoever judges. They are judged by the rules of the product and the simulated model, which knows words and no meaning and was written with these talks in view: the figures say that the way from prompt to verdict works, and nothing about a real model; a talk is found, missed or invented by its "no". A verdict without a true quote is for a person.
- **imports**: lists of five columns (name, phone, birthday, address, tag) over HTTP, through the product's web and worker roles in processes of their own; memory is resident, sampled ten times a second.
- **public pages**: Lighthouse's mobile preset (a slow telephone on a slow line; its processor is this machine's, slowed four times, so other load counts against the page), applied by the browser while the page loads, the median of three rounds.
- **conversion**: a tenant with a million visits and their messages; the rate at which all of them are measured from scratch, and the screens over them.
- **analytics**: a tenant with a million visits. All clients counted from nothing by the job that keeps their facts; the bare statement sums the same visits without the clients' own intervals. Screens over HTTP, as above; DuckDB answers the same questions over the raw visits in its memory, without HTTP.
- **segments**: the live count of a tenant with 200,000 contacts, a million visits and 200,000 orders, over HTTP to the product's web role in another process: all contacts, those for whom the conditions hold, and what each condition leaves out.
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

Generated by \`npm run bench\`; with names of sections it measures only those. All contenders run in each round, one after another. A ratio is the median of the rounds' ratios, after one warm-up round. The database is the embedded PostgreSQL with its default durability.
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
  return `${report.slice(start, end === -1 ? undefined : end).trimEnd()}\n`;
}
