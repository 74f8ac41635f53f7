import { Card, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { FlowTemplateCard } from '#contract/gallery/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PhoneBubble } from '#web/ui/preview/PhoneBubble.tsx';
import classes from './gallery.module.css';
import type { Gallery } from './systems.ts';
import { CreateButton, MadeFlows, Sources, WayToTemplate } from './TemplateParts.tsx';

/** The hour on an example's message. */
const EXAMPLE_TIME = '10:00';

type Props = {
  card: FlowTemplateCard;
  gallery: Gallery;
  connected: readonly ConnectionKind[];
  /** Shows the message as it is sent to a contact who has not written lately. */
  isFirst: boolean;
};

/** A ready-made flow on a page of its own: the button that creates it, and beside it the whole message. */
export function TemplateDetails({ card, gallery, connected, isFirst }: Props) {
  const t = useTexts();
  const nameId = useId();
  const { type, example, made } = card;
  const message = isFirst ? example.template : example;
  const buttons = (message?.buttons ?? []).map((title, key) => ({ key: String(key), title, kind: 'answer' as const }));
  return (
    <Card className={classes.details} component="article" aria-labelledby={nameId}>
      <div className={classes.words}>
        <Title order={2} id={nameId}>
          {t(`gallery:name.${type}`)}
        </Title>
        <Text>{t(`gallery:card.${type}`)}</Text>
        {isFirst && example.template && (
          <Text size="sm" c="dimmed">
            {t('flows:editor.form.named', { name: example.template.name })}
          </Text>
        )}
        {isFirst && !example.template && <WayToTemplate />}
        <Sources card={card} connected={connected} />
        <span>
          <CreateButton card={card} gallery={gallery} nameId={nameId} />
        </span>
        <MadeFlows made={made} />
      </div>
      <div className={classes.chat} role="img" aria-label={t('gallery:example')}>
        {message ? (
          <PhoneBubble
            skin="whatsapp"
            message={{ key: type, side: 'business', text: [{ text: message.text }], time: EXAMPLE_TIME, buttons }}
          />
        ) : (
          <Text size="sm">{t('flows:editor.form.nothing')}</Text>
        )}
      </div>
    </Card>
  );
}
