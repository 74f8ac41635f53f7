import { Anchor } from '@mantine/core';
import { useState } from 'react';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import type { MailingCheck } from '#contract/mailings/check.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/mailings/mailings.module.css';
import type { Exclusion } from './use-checked-people.ts';
import { CheckedPeople } from './CheckedPeople.tsx';
import { NoRecipients } from './NoRecipients.tsx';

type Props = {
  mailingId: MailingId;
  settings: MailingSettings;
  check: MailingCheck;
  /** Newer figures are on their way. */
  isStale: boolean;
};

/** Audience − left out − control group = recipients; each number opens its people. */
export function CheckSums({ mailingId, settings, check, isStale }: Props) {
  const t = useTexts();
  const format = useFormat();
  const [opened, setOpened] = useState<Exclusion | undefined>();
  const [isOpen, setOpen] = useState(false);
  const show = (exclusion: Exclusion) => {
    setOpened(exclusion);
    setOpen(true);
  };
  const { audience, excluded, control, recipients, capped } = check;
  const out = excluded.filter(({ contacts }) => contacts > 0);
  return (
    <>
      <table className={classes.sums} data-stale={isStale || undefined}>
        <tbody>
          <tr>
            <th scope="row">{t('mailings:check.audience')}</th>
            <td>{format.number(audience)}</td>
          </tr>
          {out.map(({ rule, contacts }) => (
            <tr key={rule}>
              <th scope="row">
                <Anchor component="button" type="button" inherit onClick={() => show(rule)}>
                  {t(`rules:${rule}.name`)}
                </Anchor>
              </th>
              <td>−{format.number(contacts)}</td>
            </tr>
          ))}
          {control > 0 && (
            <tr>
              <th scope="row">
                <Anchor component="button" type="button" inherit onClick={() => show('control_group')}>
                  {t('rules:control_group.name')}
                </Anchor>
              </th>
              <td>−{format.number(control)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {recipients > 0 ? (
                <Anchor component="button" type="button" inherit onClick={() => show(null)}>
                  {t('mailings:check.recipients')}
                </Anchor>
              ) : (
                t('mailings:check.recipients')
              )}
            </th>
            <td>{format.number(recipients)}</td>
          </tr>
          {capped > 0 && (
            <tr>
              <th scope="row">
                <Anchor component="button" type="button" inherit fw={400} onClick={() => show('marketing_budget')}>
                  {t('mailings:check.capped')}
                </Anchor>
              </th>
              <td>{format.number(capped)}</td>
            </tr>
          )}
        </tfoot>
      </table>
      {recipients === 0 && <NoRecipients mailingId={mailingId} check={check} />}
      {opened !== undefined && (
        <CheckedPeople
          mailingId={mailingId}
          settings={settings}
          exclusion={opened}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
