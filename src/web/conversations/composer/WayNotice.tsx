import { Alert, Button } from '@mantine/core';
import { IconBan, IconClockOff, IconPhone, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnswerWay, Conversation } from '#contract/conversations/calls.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import classes from './composer.module.css';

const TEMPLATES_PATH = '/accounts/templates';

/** Blockers with a sentence of their own; the first can be mended by the member. */
const STOPS = ['broken', 'opted_out', 'blocked'] as const;

type Phone = Conversation['phone'];

/** The channel takes no free text now: why, and what can be done instead. */
export function ClosedNotice({ way, phone }: { way: AnswerWay; phone: Phone }) {
  const t = useTexts();
  const canHaveTemplates = !way.hasTemplates && traitsOf(way.channelKind).templates !== null;
  return (
    <Alert
      className={classes.closed}
      color="attention"
      icon={<IconClockOff size={20} />}
      title={t('conversations:closed_title')}
    >
      {t(way.hasTemplates ? 'conversations:closed_template' : 'conversations:closed_text')}
      {!way.hasTemplates && (
        <Actions phone={phone}>
          {canHaveTemplates && <PageButton to={TEMPLATES_PATH}>{t('conversations:template.create')}</PageButton>}
        </Actions>
      )}
    </Alert>
  );
}

/** No channel reaches the contact: why, and what can be done. */
export function NoWayNotice({ ways, phone }: { ways: readonly AnswerWay[]; phone: Phone }) {
  const t = useTexts();
  const stop = STOPS.find((one) => ways.some(({ blocker }) => blocker === one)) ?? 'none';
  const Icon = stop === 'opted_out' || stop === 'blocked' ? IconBan : IconPlugConnectedX;
  const broken = ways.find(({ blocker }) => blocker === 'broken');
  return (
    <Alert color="bad" icon={<Icon size={20} />} title={t(`conversations:way.stop.${stop}.title`)}>
      {t(`conversations:way.stop.${stop}.text`, { channel: broken?.title ?? '' })}
      {stop !== 'none' && (
        <Actions phone={phone}>
          {broken && (
            <PageButton to={CHANNEL_APPEARANCES[broken.channelKind].path}>
              {t('conversations:way.stop.check')}
            </PageButton>
          )}
        </Actions>
      )}
    </Alert>
  );
}

function Actions({ phone, children }: { phone: Phone; children: ReactNode }) {
  const t = useTexts();
  return (
    <div className={classes.noticeActions}>
      {phone && (
        <Button component="a" href={`tel:${phone}`} size="xs" variant="default" leftSection={<IconPhone size={16} />}>
          {t('conversations:call')}
        </Button>
      )}
      {children}
    </div>
  );
}

/** Leads to a page the member may open. */
function PageButton({ to, children }: { to: string; children: ReactNode }) {
  const canOpen = useCanOpen();
  if (!canOpen(to)) return null;
  return (
    <Button component={Link} to={to} size="xs" variant="default">
      {children}
    </Button>
  );
}
