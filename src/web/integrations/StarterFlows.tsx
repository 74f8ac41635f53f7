import { STARTER_FLOWS } from '#contract/integrations/systems.ts';
import type { ApiSystem } from '#contract/integrations/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkCard } from '#web/ui/layout/LinkCard.tsx';

/** Ready-made flows that follow what a system sends. */
export function StarterFlows({ system }: { system: ApiSystem }) {
  const t = useTexts();
  return (
    <LinkCard
      title={t('integrations:system.flows')}
      text={t('integrations:system.flows_help', { system: t(`integrations:system.name.${system}`) })}
      links={STARTER_FLOWS[system].map((type) => ({
        to: `/templates/apicrm/add/${type}`,
        label: t(`integrations:system.flow.${type}`),
      }))}
    />
  );
}
