import { parseArgs } from 'node:util';
import { migrate } from '#server/platform/migrate.ts';
import { runKillTest } from '#server/testing/kill/kill-run.ts';
import { startDatabase } from './database.ts';

/**
 * `npm run test:kill`: two workers send 20,000 messages while they are killed 20 times and frozen 3 times at random
 * moments. The simulators are the judge. `-- --messages 100000 --kills 200` makes it longer.
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
    log: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  const wrong = wrongs(report);
  process.stdout.write(wrong.length === 0 ? 'Nothing lost, nothing doubled.\n' : `${wrong.join('\n')}\n`);
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
