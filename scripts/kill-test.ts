import { parseArgs } from 'node:util';
import { migrate } from '#server/platform/migrate.ts';
import { runFlowKillTest } from '#server/testing/kill/flows-run.ts';
import { runKillTest } from '#server/testing/kill/kill-run.ts';
import { startDatabase } from './database.ts';

/**
 * `npm run test:kill`: two workers send 20,000 messages while they are killed 20 times and frozen 3 times at random
 * moments; then flows are killed while what they follow is posted, and a rehearsal midway. The simulators are the judge.
 * `-- --messages 100000 --kills 200` makes it longer.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '20' },
    freezes: { type: 'string', default: '3' },
    numbers: { type: 'string', default: '4' },
  },
});
const messages = Number(values.messages);
const log = (line: string) => void process.stdout.write(`${line}\n`);
/** A flow sends no more than 300 a day. */
const OF_EACH_FLOW = 250;
const bots = 1;
const botMessages = Math.ceil(messages / 20);
const database = await startDatabase({ durable: false });
try {
  await migrate(database.url);
  const report = await runKillTest(database.url, {
    numbers: Number(values.numbers),
    messages: messages - bots * botMessages,
    bots,
    chats: 100,
    botMessages,
    kills: Number(values.kills),
    freezes: Number(values.freezes),
    log,
  });
  log(JSON.stringify(report, null, 2));
  const kills = Math.ceil(Number(values.kills) / 2);
  const flows = await runFlowKillTest(database.url, { each: OF_EACH_FLOW, saves: 5, kills, sleepers: 20_000, log });
  log(JSON.stringify(flows, null, 2));
  const wrong = [...wrongs(report), ...wrongsOfFlows(flows)];
  log(wrong.length === 0 ? 'Nothing lost, nothing doubled.' : wrong.join('\n'));
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await database.stop();
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
