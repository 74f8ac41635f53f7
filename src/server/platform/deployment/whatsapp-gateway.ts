import { z } from 'zod';

/** Variables about the gateway through which WhatsApp numbers are linked. */
export const WHATSAPP_GATEWAY_VARIABLES = {
  /** The dialect of the gateway that WhatsApp numbers are linked through by QR code. */
  WHATSAPP_GATEWAY: z.enum(['green-api', 'evolution']).default('green-api'),
  WHATSAPP_GATEWAY_URL: z.url().optional(),
  /** Green-API: the partner token. Evolution: the global API key. */
  WHATSAPP_GATEWAY_TOKEN: z.string().optional(),
};

const GATEWAYS = {
  'green-api': { world: 'greenapi', demoToken: 'green-demo-partner-token', publicUrl: 'https://api.green-api.com' },
  evolution: { world: 'evolution', demoToken: 'evolution-demo-key', publicUrl: 'http://localhost:8080' },
} as const;

/** @param world address of the simulated world, in a demo */
export function whatsAppGatewayOf(
  {
    WHATSAPP_GATEWAY: dialect,
    WHATSAPP_GATEWAY_URL,
    WHATSAPP_GATEWAY_TOKEN,
  }: z.output<z.ZodObject<typeof WHATSAPP_GATEWAY_VARIABLES>>,
  world: string | undefined,
) {
  const defaults = GATEWAYS[dialect];
  return {
    dialect,
    baseUrl: WHATSAPP_GATEWAY_URL ?? (world ? `${world}/${defaults.world}` : defaults.publicUrl),
    token: WHATSAPP_GATEWAY_TOKEN ?? (world ? defaults.demoToken : undefined),
  };
}
