import { Anchor, Button, Text } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { FIRST_CHANNEL_KIND } from '#contract/channels/kinds.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowTemplateCard, MadeFlow } from '#contract/gallery/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { missingIn } from '#web/flows/going-live/missing-words.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import classes from './gallery.module.css';
import { CONNECT_PATHS, type Gallery } from './systems.ts';
import { useAddTemplate } from './use-gallery.ts';

/** Requirements of a flow's subject. */
const NEEDS = {
  visit: 'needs_visits',
  order: 'needs_orders',
  deal: 'needs_deals',
  deal_task: 'needs_deals',
  cart: 'needs_carts',
  api_event: 'needs_events',
  day: 'needs_any',
  week: 'needs_any',
  contact: 'needs_contacts',
  group_move: 'needs_any',
} as const;

type CreateProps = {
  card: FlowTemplateCard;
  gallery: Gallery | undefined;
  /** Id of the element with the name of the flow. */
  nameId: string;
  /** One word, on a card among others. */
  isBrief?: boolean;
};

/** Creates the flow and opens it. */
export function CreateButton({ card: { type, made }, gallery, nameId, isBrief = false }: CreateProps) {
  const t = useTexts();
  const add = useAddTemplate(gallery);
  return (
    <Button
      size={isBrief ? 'compact-md' : undefined}
      variant={isBrief ? 'light' : undefined}
      leftSection={<IconPlus size={16} />}
      loading={add.isPending}
      aria-describedby={nameId}
      onClick={() => add.mutate(type)}
    >
      {t(made.length > 0 && !isBrief ? 'gallery:make_more' : 'gallery:make')}
    </Button>
  );
}

/** Whether a system that a flow works with is connected. */
export const isConnected = (sources: readonly ConnectionKind[], connected: readonly ConnectionKind[]): boolean =>
  sources.some((source) => connected.includes(source));

type SourcesProps = { card: FlowTemplateCard; connected: readonly ConnectionKind[] };

/** Systems the flow works with; where none is connected, links to connect one. */
export function Sources({ card: { kind, sources }, connected }: SourcesProps) {
  const canOpen = useCanOpen();
  const t = useTexts();
  const systems = sources.map((source) => t(`gallery:system.${source}`)).join(', ');
  const needs = t(`gallery:${NEEDS[flowKind(kind).subject]}`, { systems });
  if (isConnected(sources, connected)) {
    return (
      <Text size="sm" c="dimmed">
        {needs}
      </Text>
    );
  }
  return (
    <div className={classes.unready}>
      <Text size="sm" c="attention">
        <IconPlugConnected size={16} aria-hidden className={classes.icon} />
        {needs}. {t('gallery:not_connected')}
      </Text>
      <div className={classes.ways}>
        {sources
          .filter((source) => canOpen(CONNECT_PATHS[source]))
          .map((source) => (
            <Anchor key={source} component={Link} to={CONNECT_PATHS[source]} size="sm">
              {t('gallery:connect', { system: t(`gallery:system.${source}`) })}
            </Anchor>
          ))}
      </div>
    </div>
  );
}

/** The page where templates are looked after, for a flow that has none. */
export function WayToTemplate() {
  const t = useTexts();
  return (
    <Anchor component={Link} to={CHANNEL_APPEARANCES[FIRST_CHANNEL_KIND].path} size="sm">
      {t('flows:editor.form.ways')}
    </Anchor>
  );
}

/** The cabinet's flows that do the same; nothing when there are none. */
export function MadeFlows({ made }: Pick<FlowTemplateCard, 'made'>) {
  const t = useTexts();
  if (made.length === 0) return null;
  return (
    <ul className={classes.made} aria-label={t('gallery:made')}>
      {made.map((flow) => (
        <Made key={flow.id} flow={flow} />
      ))}
    </ul>
  );
}

function Made({ flow: { id, title, status, mode, attention, missing } }: { flow: MadeFlow }) {
  const t = useTexts();
  return (
    <li className={classes.flow}>
      <span className={classes.flowHead}>
        <Anchor component={Link} to={`/flows/edit/${id}`} size="sm" className={classes.flowTitle}>
          {title}
        </Anchor>
        <StatusBadge status={status} mode={mode} isUnheard={attention !== null} />
      </span>
      {missing.length > 0 && (
        <Text size="sm" c="attention">
          <span className={classes.count} aria-hidden>
            {missing.length}
          </span>
          {t('gallery:lacks', { what: missingIn(missing, t) })}
        </Text>
      )}
    </li>
  );
}
