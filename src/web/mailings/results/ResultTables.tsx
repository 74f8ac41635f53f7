import { Card, Title } from '@mantine/core';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { MailingResults } from '#contract/mailings/results.ts';
import type { MailingCounts } from '#contract/mailings/calls.ts';
import { channelName } from '#web/channels/channel-names.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import type { PeopleGroup } from './MailingResultsPage.tsx';
import classes from './results.module.css';

type ReasonProps = {
  counts: MailingCounts;
  reasons: MailingResults['reasons'];
  unconfirmed: number;
  onOpen: (group: PeopleGroup, rule?: DecisionRule) => void;
};

/** From the audience to the messages that left: everyone who got none, by reason. Nothing where everybody got one. */
export function ReasonResults({ counts, reasons, unconfirmed, onOpen }: ReasonProps) {
  const t = useTexts();
  const format = useFormat();
  const excluded = Object.entries(counts.excluded).toSorted(([, one], [, other]) => other - one);
  if (excluded.length + reasons.length + unconfirmed + counts.control === 0) return null;
  return (
    <Card component="section" aria-label={t('mailing_results:reasons')}>
      <Title order={2} size="h3" mb="xs">
        {t('mailing_results:reasons')}
      </Title>
      <FigureTable>
        <tbody>
          <tr>
            <th scope="row">{t('mailing_results:audience')}</th>
            <td data-numeric>{format.number(counts.audience)}</td>
          </tr>
          {excluded.map(([rule, count]) => (
            <Row key={rule} rule={rule} count={count} onOpen={(known) => onOpen('excluded', known)} />
          ))}
          {counts.control > 0 && (
            <tr>
              <th scope="row">
                <LinkButton onClick={() => onOpen('control')}>{t('mailing_results:control')}</LinkButton>
              </th>
              <td data-numeric>{format.number(counts.control)}</td>
            </tr>
          )}
          {reasons.map(({ rule, count }) => (
            <Row key={`message.${rule}`} rule={rule} count={count} onOpen={(known) => onOpen('not_sent', known)} />
          ))}
          {unconfirmed > 0 && (
            <tr>
              <th scope="row">
                <LinkButton onClick={() => onOpen('unconfirmed')}>{t('mailing_results:group.unconfirmed')}</LinkButton>
              </th>
              <td data-numeric>{format.number(unconfirmed)}</td>
            </tr>
          )}
        </tbody>
      </FigureTable>
    </Card>
  );
}

function Row({ rule, count, onOpen }: { rule: string; count: number; onOpen: (rule: DecisionRule) => void }) {
  const t = useTexts();
  const format = useFormat();
  const known = wordIn(DECISION_RULES, rule);
  if (!known) return null;
  return (
    <tr>
      <th scope="row">
        <LinkButton onClick={() => onOpen(known)}>{t(`rules:${known}.name`)}</LinkButton>
      </th>
      <td data-numeric>{format.number(count)}</td>
    </tr>
  );
}

const STEPS = ['sent', 'delivered', 'read', 'replied'] as const;

/** The same steps for each channel. */
export function ChannelResults({ channels }: Pick<MailingResults, 'channels'>) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Card component="section" aria-label={t('mailing_results:channels')}>
      <Title order={2} size="h3" mb="xs">
        {t('mailing_results:channels')}
      </Title>
      <dl className={classes.channels}>
        {channels.map((channel) => (
          <div key={channel.channelId}>
            <dt>{channelName(channel, channels)}</dt>
            <dd>
              {STEPS.map((step) => (
                <span key={step}>
                  {t(`mailings:count.${step}`)} <b>{format.number(channel[step])}</b>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
