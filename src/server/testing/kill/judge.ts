import type pg from 'pg';
import { z } from 'zod';
import { type CallWorld, readLedger, type Scene } from './scene.ts';

const Judgement = z.object({
  accepted: z.number(),
  refused: z.record(z.string(), z.number()),
  counts: z.record(z.string(), z.number()),
  rateViolations: z.number(),
  pairViolations: z.number(),
  otherViolations: z.number(),
});

/** Compares the messages that the world accepted with the ledger. */
export async function judge(owner: pg.Pool, scene: Scene, request: CallWorld) {
  const ledger = await readLedger(owner, scene);
  const whatsapp = Judgement.parse(await request('GET', '/_sim/judge?channel=d360'));
  const telegram = Judgement.parse(await request('GET', '/_sim/judge?channel=tg'));
  const ofWhatsapp = ledger.filter(({ channel_id: id }) => scene.numbers.includes(id));
  const ofTelegram = ledger.filter(({ channel_id: id }) => scene.bots.includes(id));
  const countByText = new Map(
    Object.entries(telegram.counts).map(([ref, count]) => [ref.split(':').at(-1) ?? ref, count]),
  );
  const times = ofTelegram.map(({ occasion_key: key, status }) => ({
    count: countByText.get(textOf(key)) ?? 0,
    status,
  }));
  const violations = [whatsapp, telegram].map((one) => one.rateViolations + one.pairViolations);
  return {
    whatsapp: {
      messages: ofWhatsapp.length,
      accepted: whatsapp.accepted,
      passed: ofWhatsapp.filter(({ passes }) => passes > 0).length,
      // NOTE: a message that went on is accepted once by each of its numbers.
      lost: ofWhatsapp.filter(({ id, passes }) => (whatsapp.counts[id] ?? 0) < 1 + passes).length,
      doubled: ofWhatsapp.filter(({ id, passes }) => (whatsapp.counts[id] ?? 0) > 1 + passes).length,
      inLedger: Object.fromEntries(
        Object.entries(Object.groupBy(ofWhatsapp, ({ status }) => status)).map(([status, rows]) => [
          status,
          rows?.length ?? 0,
        ]),
      ),
    },
    telegram: {
      messages: ofTelegram.length,
      accepted: telegram.accepted,
      lost: times.filter(({ count, status }) => count === 0 && status !== 'unknown').length,
      doubled: times.filter(({ count }) => count > 1).length,
      unknown: times.filter(({ status }) => status === 'unknown').length,
    },
    limitsExceeded: violations.reduce((sum, count) => sum + count, 0),
    refused: { whatsapp: whatsapp.refused, telegram: telegram.refused },
  };
}

/** `reply:tg-0-12` has the text "Bot 0 says 12": bots' messages are identified by their text. */
const textOf = (occasionKey: string) => occasionKey.replace(/^tg-(\d+)-(\d+)$/, 'Bot $1 says $2');
