import type { ClientConfig } from '#contract/config.ts';
import { callPublic } from './api.ts';

let config: ClientConfig | undefined;

/** Takes the configuration of this deployment from the page, where the server has put it; otherwise asks for it. */
export async function startConfig(): Promise<void> {
  const written = document.getElementById('config')?.textContent;
  if (written) config = JSON.parse(written) as ClientConfig; // NOTE: written by the server from its own type
  else config = await callPublic('GET /api/v1/config').catch(() => undefined);
}

/** Configuration of this deployment; undefined when the server could not be asked. */
export const clientConfig = (): ClientConfig | undefined => config;
