import { z } from 'zod';

/** Variables about bots and accounts of Telegram. */
export const TELEGRAM_VARIABLES = {
  TELEGRAM_BASE_URL: z.url().optional(),
  /** A gateway to Telegram accounts of people, in Green-API's dialect. */
  TELEGRAM_GATEWAY_URL: z.url().optional(),
  /** Opens and deletes sessions at the gateway; without it no account can be connected. */
  TELEGRAM_GATEWAY_TOKEN: z.string().optional(),
};

/** @param world address of the simulated world, in a demo */
export function telegramOf(
  { TELEGRAM_BASE_URL, TELEGRAM_GATEWAY_URL, TELEGRAM_GATEWAY_TOKEN }: z.output<z.ZodObject<typeof TELEGRAM_VARIABLES>>,
  world: string | undefined,
) {
  return {
    telegram: { baseUrl: TELEGRAM_BASE_URL ?? (world ? `${world}/tg` : 'https://api.telegram.org') },
    telegramGateway: {
      baseUrl: TELEGRAM_GATEWAY_URL ?? (world ? `${world}/greentg` : 'https://api.green-api.com'),
      partnerToken: TELEGRAM_GATEWAY_TOKEN ?? (world ? 'greentg-demo-partner-token' : undefined),
    },
  };
}
