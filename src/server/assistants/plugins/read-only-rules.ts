import { AssistantPlugins, type SalonPlugin } from '#contract/assistants/settings.ts';

/** The plugins whose functions look things up, without those that act: for texts that no client has asked for. */
export function readOnly({ yclients_salon, altegio_salon, medflex }: AssistantPlugins): AssistantPlugins {
  const silent = (plugin: SalonPlugin | null) => plugin && { ...plugin, books: false, moves: false, cancels: false };
  return AssistantPlugins.parse({
    yclients_salon: silent(yclients_salon),
    altegio_salon: silent(altegio_salon),
    medflex: medflex && { ...medflex, books: false, cancels: false },
  });
}
