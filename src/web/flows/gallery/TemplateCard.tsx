import { Anchor, Button, Card, Text, Title } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { ConnectionKind } from '#contract/connections.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowTemplateCard, MadeFlow } from '#contract/flow-templates.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { PhoneBubble } from '#web/ui/PhoneBubble.tsx';
import { StatusBadge, TestBadge } from '#web/ui/StatusBadge.tsx';
import { missingIn } from '#web/flows/outcome-words.ts';
import classes from './gallery.module.css';
import { CONNECT_PATHS, type Gallery } from './systems.ts';
import { useAddTemplate } from './use-gallery.ts';

/** The hour on an example's message. */
const EXAMPLE_TIME = '10:00';
/** Requirements of a flow's subject. */
const NEEDS = {
  visit: 'needs_visits',
  order: 'needs_orders',
  cart: 'needs_carts',
  api_event: 'needs_events',
  day: 'needs_any',
  week: 'needs_any',
  contact: 'needs_contacts',
} as const;

type Props = {
  card: FlowTemplateCard;
  gallery: Gallery | undefined;
  connected: readonly ConnectionKind[];
  /** Heading level of the name. */
  order: 2 | 3;
};

/** A ready-made flow: purpose, example message, requirements, and a button that creates it. */
export function TemplateCard({ card, gallery, connected, order }: Props) {
  const t = useTexts();
  const add = useAddTemplate(gallery);
  const nameId = useId();
  const { type, example, made } = card;
  const name = t(`flows:gallery.name.${type}`);
  const buttons = example.buttons.map((text, index) => ({ key: String(index), title: text, kind: 'answer' as const }));
  return (
    <Card className={classes.card} component="article" aria-label={name}>
      <div className={classes.chat} role="img" aria-label={t('flows:gallery.example')}>
        <PhoneBubble
          skin="whatsapp"
          message={{ key: type, side: 'business', text: [{ text: example.text }], time: EXAMPLE_TIME, buttons }}
        />
      </div>
      <div className={classes.words}>
        <Title order={order} id={nameId}>
          {name}
        </Title>
        <Text size="sm">{t(`flows:gallery.card.${type}`)}</Text>
        <Sources card={card} connected={connected} />
        {made.length > 0 && (
          <ul className={classes.made} aria-label={t('flows:gallery.made')}>
            {made.map((flow) => (
              <Made key={flow.id} flow={flow} />
            ))}
          </ul>
        )}
        <div className={classes.action}>
          <Button
            variant={made.length > 0 ? 'default' : 'filled'}
            leftSection={<IconPlus size={18} />}
            loading={add.isPending}
            aria-describedby={nameId}
            onClick={() => add.mutate(type)}
          >
            {t(made.length > 0 ? 'flows:gallery.make_more' : 'flows:gallery.make')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Systems it works with; where none is connected, a link to connect one. */
function Sources({ card: { kind, sources }, connected }: Pick<Props, 'card' | 'connected'>) {
  const t = useTexts();
  const systems = sources.map((source) => t(`flows:gallery.system.${source}`)).join(', ');
  const isReady = sources.some((source) => connected.includes(source));
  const needs = t(`flows:gallery.${NEEDS[FLOW_CATALOGUE[kind].subject]}`, { systems });
  if (isReady) {
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
        {needs}. {t('flows:gallery.not_connected')}
      </Text>
      <div className={classes.ways}>
        {sources.map((source) => (
          <Anchor key={source} component={Link} to={CONNECT_PATHS[source]} size="sm">
            {t('flows:gallery.connect', { system: t(`flows:gallery.system.${source}`) })}
          </Anchor>
        ))}
      </div>
    </div>
  );
}

function Made({ flow: { id, title, status, mode, missing } }: { flow: MadeFlow }) {
  const t = useTexts();
  return (
    <li className={classes.flow}>
      <Anchor component={Link} to={`/flows/edit/${id}`} className={classes.flowTitle}>
        {title}
      </Anchor>
      <span className={classes.badges}>
        <StatusBadge status={status} />
        {mode === 'test' && <TestBadge />}
      </span>
      {missing.length > 0 && (
        <Text size="sm" c="attention">
          <span className={classes.count} aria-hidden>
            {missing.length}
          </span>
          {t('flows:gallery.lacks', { what: missingIn(missing, t) })}
        </Text>
      )}
    </li>
  );
}
