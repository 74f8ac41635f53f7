import { parseArgs } from 'node:util';
import { migrate } from '#server/platform/migrate.ts';
import { runFlowKillTest } from '#server/testing/kill/flows-run.ts';
import { runKillTest } from '#server/testing/kill/kill-run.ts';
import { runMailingKillTest } from '#server/testing/kill/mailings-run.ts';
import { startDatabase } from './database.ts';

/**
 * `npm run test:kill`: two workers send 20,000 messages while they are killed 20 times and frozen 3 times at random
 * moments; then flows are killed while what they follow is posted, and a rehearsal midway; then four workers of a mailing,
 * which is paused, edited and continued. The simulators are the judge. `-- --messages 100000 --kills 200` makes it longer,
 * `--recipients 100000` the mailing, and `--only mailing` runs that alone.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '20' },
    freezes: { type: 'string', default: '3' },
    numbers: { type: 'string', default: '4' },
    recipients: { type: 'string', default: '5000' },
    only: { type: 'string' },
  },
});
const messages = Number(values.messages);
const log = (line: string) => void process.stdout.write(`${line}\n`);
/** A flow sends no more than 300 a day. */
const OF_EACH_FLOW = 250;
/** Messages of a channel on their way when its worker is killed, at most. */
const CALLS_AT_ONCE = 64;
const bots = 1;
const botMessages = Math.ceil(messages / 20);
const kills = Number(values.kills);
// NOTE: each message is changed several times; without vacuuming, the last of 100,000 take ten times as long as the first.
const database = await startDatabase({ durable: false, settings: { autovacuum: 'on' } });
try {
  await migrate(database.url);
  const wrong = [...(values.only === 'mailing' ? [] : await killOthers()), ...(await killMailing())];
  log(wrong.length === 0 ? 'Nothing lost, nothing doubled.' : wrong.join('\n'));
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}

async function killOthers(): Promise<string[]> {
  const report = await runKillTest(database.url, {
    numbers: Number(values.numbers),
    messages: messages - bots * botMessages,
    bots,
    chats: 100,
    botMessages,
    kills,
    freezes: Number(values.freezes),
    log,
  });
  log(JSON.stringify(report, null, 2));
  const plan = { each: OF_EACH_FLOW, saves: 5, kills: Math.ceil(kills / 2), sleepers: 20_000, log };
  const flows = await runFlowKillTest(database.url, plan);
  log(JSON.stringify(flows, null, 2));
  return [...wrongs(report), ...wrongsOfFlows(flows)];
}

async function killMailing(): Promise<string[]> {
  const recipients = Number(values.recipients);
  const changes = Math.ceil(kills / 5);
  const optOuts = Math.floor(recipients / 20 / changes);
  const people = { tagged: recipients, others: 0, bad: 0 };
  const report = await runMailingKillTest(database.url, { people, changes, optOuts, workers: 4, kills, log });
  log(JSON.stringify(report, null, 2));
  const { status, unaccounted, unconfirmed, reached, lost, doubled, miscounted } = report;
  const expected = recipients - changes * optOuts;
  return [
    ...(status === 'done' ? [] : [`The mailing is ${status}.`]),
    ...(reached + unconfirmed === expected
      ? []
      : [`The mailing reached ${reached} contacts of ${expected}, ${unconfirmed} are unconfirmed.`]),
    ...(unconfirmed > kills * CALLS_AT_ONCE ? ['More is unconfirmed than was on its way.'] : []),
    ...(lost > 0 ? [`${lost} messages of the mailing were lost.`] : []),
    ...(doubled > 0 ? [`${doubled} messages of the mailing were sent twice.`] : []),
    ...(unaccounted === 0 ? [] : [`${unaccounted} recipients are in none of the mailing's counts.`]),
    ...miscounted.map((wrong) => `Miscounted ${wrong}`),
  ];
}

function wrongs({
  whatsapp,
  telegram,
  limitsExceeded,
  takeoversMs,
}: Awaited<ReturnType<typeof runKillTest>>): string[] {
  const slow = takeoversMs.filter((ms) => ms > 5_000);
  return [
    ...(whatsapp.lost + telegram.lost > 0 ? [`${whatsapp.lost + telegram.lost} messages were lost.`] : []),
    ...(whatsapp.doubled > 0 ? [`${whatsapp.doubled} messages were sent twice on a channel that echoes.`] : []),
    ...(telegram.doubled > 0 ? [`${telegram.doubled} messages were sent twice by a bot.`] : []),
    ...(telegram.unknown > telegram.inFlightAtKills ? ['More is unknown than was on its way.'] : []),
    ...(limitsExceeded > 0 ? [`A limit was exceeded ${limitsExceeded} times.`] : []),
    ...(slow.length > 0 ? [`Taken over after ${slow.join(', ')} ms.`] : []),
  ];
}

function wrongsOfFlows({
  sent,
  unsent,
  doubled,
  wrongVersions,
  miscounted,
  rehearsal,
}: Awaited<ReturnType<typeof runFlowKillTest>>): string[] {
  return [
    ...Object.entries(sent).flatMap(([kind, count]) =>
      count === OF_EACH_FLOW ? [] : [`Of ${OF_EACH_FLOW} messages of ${kind}, ${count} were sent.`],
    ),
    ...(unsent > 0 ? [`${unsent} messages of flows were lost.`] : []),
    ...(doubled > 0 ? [`${doubled} messages of flows were sent twice.`] : []),
    ...(wrongVersions > 0 ? [`${wrongVersions} messages were in the words of another version.`] : []),
    ...miscounted.map((wrong) => `Miscounted ${wrong}`),
    ...(rehearsal.differences > 0 ? [`The rehearsal differs in ${rehearsal.differences} lines.`] : []),
  ];
}
