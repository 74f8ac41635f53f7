import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MailingRehearsal, RehearsedGroup } from '#contract/mailings/check.ts';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import classes from '#web/mailings/mailings.module.css';
import { PeopleOfCount } from './PeopleOfCount.tsx';
import { useRehearsal, useRehearsedPeople } from './use-rehearsal.ts';

type Props = { mailingId: MailingId; settings: MailingSettings };

/** Recipients who would be reached at each hour, who would wait, and who would be left out; each number opens its contacts. */
export function Rehearsal({ mailingId, settings }: Props) {
  const t = useTexts();
  const format = useFormat();
  const rehearsal = useRehearsal(mailingId, settings);
  const [opened, setOpened] = useState<RehearsedGroup | undefined>();
  const [isOpen, setOpen] = useState(false);
  const open = (group: RehearsedGroup) => {
    setOpened(group);
    setOpen(true);
  };
  if (rehearsal.isPending) return <Skeleton height={160} />;
  if (!rehearsal.data) return <Failure error={rehearsal.error} onRetry={rehearsal.refetch} />;
  const { reached, recipients, sampled, missed, waited } = rehearsal.data;
  if (reached === 0 && missed.length === 0) return <Text>{t('mailings:rehearsal.nobody')}</Text>;
  return (
    <Stack gap="md">
      <Text>
        {t('mailings:rehearsal.reached', { reached: format.number(reached), recipients: format.number(recipients) })}
      </Text>
      {sampled < recipients && (
        <Text size="sm" c="dimmed">
          {t('mailings:rehearsal.sampled', { sampled: format.number(sampled) })}
        </Text>
      )}
      <Hours rehearsal={rehearsal.data} onOpen={open} />
      <Reasons title={t('mailings:rehearsal.missed')} reasons={missed} onOpen={(rule) => open({ missed: rule })} />
      <Reasons title={t('mailings:rehearsal.waited')} reasons={waited} onOpen={(rule) => open({ waited: rule })} />
      {opened && (
        <Opened
          mailingId={mailingId}
          settings={settings}
          group={opened}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  );
}

type HoursProps = { rehearsal: MailingRehearsal; onOpen: (group: RehearsedGroup) => void };

/** Days with their hours; the first is open. */
function Hours({ rehearsal: { hours }, onOpen }: HoursProps) {
  const t = useTexts();
  const format = useFormat();
  const days = [...Map.groupBy(hours, ({ at }) => format.dayKey(at))];
  return (
    <div>
      {days.map(([key, list], index) => (
        <details key={key} open={index === 0} className={classes.day}>
          <summary>
            {t('mailings:rehearsal.day', {
              day: format.date(list[0]?.at ?? key),
              number: format.number(list.reduce((sum, { messages }) => sum + messages, 0)),
            })}
          </summary>
          <table className={classes.sums}>
            <tbody>
              {list.map(({ at, messages }) => (
                <tr key={at}>
                  <th scope="row">{format.time(at)}</th>
                  <td>
                    <Anchor component="button" type="button" inherit onClick={() => onOpen({ hour: at })}>
                      {format.number(messages)}
                    </Anchor>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
}

type ReasonsProps = {
  title: string;
  reasons: MailingRehearsal['missed'];
  onOpen: (rule: MailingRehearsal['missed'][number]['rule']) => void;
};

function Reasons({ title, reasons, onOpen }: ReasonsProps) {
  const t = useTexts();
  const format = useFormat();
  if (reasons.length === 0) return null;
  return (
    <table className={classes.sums}>
      <caption>{title}</caption>
      <tbody>
        {reasons.map(({ rule, contacts }) => (
          <tr key={rule}>
            <th scope="row">
              <Anchor component="button" type="button" inherit onClick={() => onOpen(rule)}>
                {t(`rules:${rule}.name`)}
              </Anchor>
            </th>
            <td>{format.number(contacts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type OpenedProps = Props & { group: RehearsedGroup; isOpen: boolean; onClose: () => void };

function Opened({ mailingId, settings, group, isOpen, onClose }: OpenedProps) {
  const t = useTexts();
  const format = useFormat();
  const people = useRehearsedPeople(mailingId, settings, group);
  const rule = ruleOf(group);
  const title =
    'hour' in group
      ? t('mailings:rehearsal.at', { when: format.dateTime(group.hour) })
      : t(`rules:${rule ?? 'due'}.name`);
  return (
    <PeopleOfCount
      title={title}
      note={rule === null ? null : t(`rules:${rule}.why`)}
      people={people}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}

function ruleOf(group: RehearsedGroup) {
  if ('hour' in group) return null;
  return 'missed' in group ? group.missed : group.waited;
}
