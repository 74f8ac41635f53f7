import { API_SYSTEMS } from '#contract/integrations/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkCard } from '#web/ui/layout/LinkCard.tsx';

/** Leads to the pages of systems whose data comes through the API. */
export function ApiSystems() {
  const t = useTexts();
  return (
    <LinkCard
      title={t('integrations:system.title')}
      text={t('integrations:system.title_help')}
      links={API_SYSTEMS.map((system) => ({
        to: `/accounts/api/${system}`,
        label: t(`integrations:system.name.${system}`),
      }))}
    />
  );
}
