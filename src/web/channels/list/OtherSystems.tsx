import { API_SYSTEM_NAMES, API_SYSTEMS } from '#contract/integrations/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkCard } from '#web/ui/layout/LinkCard.tsx';

/** Leads to systems whose data a program of the business sends. */
export function OtherSystems() {
  const t = useTexts();
  return (
    <LinkCard
      title={t('cascade:other')}
      text={t('cascade:other_help')}
      links={API_SYSTEMS.map((system) => ({ to: `/accounts/api/${system}`, label: API_SYSTEM_NAMES[system] }))}
    />
  );
}
