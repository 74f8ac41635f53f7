import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Variables about bots of Telegram and MAX, and about Telegram accounts of people. */
export const BOT_VARIABLES = {
  TELEGRAM_BASE_URL: z.url().optional(),
  /** A gateway to Telegram accounts of people, in Green-API's dialect. */
  TELEGRAM_GATEWAY_URL: z.url().optional(),
  /** Opens and deletes sessions at the gateway; without it no account can be connected. */
  TELEGRAM_GATEWAY_TOKEN: z.string().optional(),
  MAX_BASE_URL: z.url().optional(),
  /** A PEM file with the root certificate of MAX, which Node.js does not know; it is trusted for MAX alone. */
  MAX_CA_FILE: z.string().min(1).optional(),
};

/** @param world address of the simulated world, in a demo */
export function botsOf(env: z.output<z.ZodObject<typeof BOT_VARIABLES>>, world: string | undefined) {
  return {
    telegram: { baseUrl: env.TELEGRAM_BASE_URL ?? (world ? `${world}/tg` : 'https://api.telegram.org') },
    telegramGateway: {
      baseUrl: env.TELEGRAM_GATEWAY_URL ?? (world ? `${world}/greentg` : 'https://api.green-api.com'),
      partnerToken: env.TELEGRAM_GATEWAY_TOKEN ?? (world ? 'greentg-demo-partner-token' : undefined),
    },
    max: {
      baseUrl: env.MAX_BASE_URL ?? (world ? `${world}/max` : 'https://platform-api2.max.ru'),
      certificate: env.MAX_CA_FILE === undefined ? null : readFileSync(env.MAX_CA_FILE, 'utf8'),
    },
  };
}
