import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PeopleOfCount } from './PeopleOfCount.tsx';
import { type Exclusion, useCheckedPeople } from './use-checked-people.ts';

type Props = {
  mailingId: MailingId;
  settings: MailingSettings;
  exclusion: Exclusion;
  isOpen: boolean;
  onClose: () => void;
};

/** The contacts behind a number of the check. */
export function CheckedPeople({ mailingId, settings, exclusion, isOpen, onClose }: Props) {
  const t = useTexts();
  const people = useCheckedPeople(mailingId, settings, exclusion);
  return (
    <PeopleOfCount
      title={exclusion === null ? t('mailings:check.recipients') : t(`rules:${exclusion}.name`)}
      note={exclusion === null ? null : t(`rules:${exclusion}.why`)}
      people={people}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}
