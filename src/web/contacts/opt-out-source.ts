import type { OptOut } from '#contract/contacts/calls.ts';

/** The text of how an opt-out came: messengers report a blocked chat, and promotions that were switched off, alike. */
export function optOutSourceKey({ source, scope }: { source: OptOut['source']; scope: OptOut['scope'] | null }) {
  const isSwitch = source === 'provider' && scope === 'marketing';
  return isSwitch ? ('contacts:source.provider_marketing' as const) : (`contacts:source.${source}` as const);
}
