import { Card, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { FlowTemplateCard } from '#contract/gallery/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './gallery.module.css';
import { type Gallery, galleryOf } from './systems.ts';
import { CreateButton, isConnected, MadeFlows, Sources, WayToTemplate } from './TemplateParts.tsx';

type Props = {
  card: FlowTemplateCard;
  gallery: Gallery | undefined;
  connected: readonly ConnectionKind[];
  /** Shows the message as it is sent to a contact who has not written lately. */
  isFirst: boolean;
};

/**
 * A ready-made flow in the gallery: name, purpose, the beginning of its message with the buttons, and what it needs. The button that
 * creates it appears with the pointer or the focus; on a touch screen it is always there.
 */
export function TemplateCard({ card, gallery, connected, isFirst }: Props) {
  const t = useTexts();
  const nameId = useId();
  const { type, example, made, sources } = card;
  const message = isFirst ? example.template : example;
  const integration = gallery ?? galleryOf(sources, connected);
  return (
    <Card className={classes.card} component="article" aria-labelledby={nameId}>
      <div className={classes.cardHead}>
        <Title order={3} size="h4" id={nameId}>
          <Link
            to="/templates/$integration/add/$templateType"
            params={{ integration, templateType: type }}
            className={classes.name}
          >
            {t(`gallery:name.${type}`)}
          </Link>
        </Title>
        <span className={classes.create}>
          <CreateButton card={card} gallery={gallery} nameId={nameId} isBrief />
        </span>
      </div>
      <Text size="sm">{t(`gallery:card.${type}`)}</Text>
      <div className={classes.example} role="img" aria-label={t('gallery:example')}>
        <p className={classes.text}>
          {isFirst && message && `${t('flows:editor.form.words')} `}
          {message?.text ?? t('flows:editor.form.nothing')}
        </p>
        {message && message.buttons.length > 0 && (
          <span className={classes.answers}>
            {message.buttons.map((title) => (
              <span key={title}>{title}</span>
            ))}
          </span>
        )}
      </div>
      {isFirst && !example.template && <WayToTemplate />}
      <MadeFlows made={made} />
      {!isConnected(sources, connected) && <Sources card={card} connected={connected} />}
    </Card>
  );
}
