import type { Ways } from '#server/mailings/recipients/ways.ts';
import type { MailingTrouble } from './stopping.ts';

/** The trouble of a mailing that reaches nobody, or some recipients only by a template that is barred; null where it has none. */
export function troubleOf({ channels, barred }: Pick<Ways, 'channels' | 'barred'>): MailingTrouble | null {
  const titles = channels.map(({ title }) => title).join(', ');
  if (channels.every(({ state }) => state !== 'Authorized')) return { code: 'channels_gone', reason: titles };
  const [first] = barred;
  return first ? { code: 'template_barred', reason: `${first.name} (${first.language})` } : null;
}
