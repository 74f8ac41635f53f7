import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { Mailing } from '#contract/mailings/calls.ts';
import { ExportMenu } from '#web/contacts/ExportMenu.tsx';
import { useListExport } from '#web/contacts/use-list-export.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { PeopleGroup } from './MailingResultsPage.tsx';

type Props = { mailing: Mailing; group: PeopleGroup; rule: DecisionRule | undefined };

/** Saves the contacts behind a number of a mailing as a file. */
export function SavePeople({ mailing, group, rule }: Props) {
  const t = useTexts();
  const save = useListExport();
  const download = (format: 'csv' | 'xlsx') =>
    save.mutate({
      path: `/api/v1/distributions/${mailing.id}/people/export`,
      format,
      name: mailing.title,
      titles: [
        t('contacts:client'),
        t('contacts:phone'),
        t('contacts:subscribers.channel'),
        t('mailing_results:at'),
        t('mailing_results:replied_on'),
      ],
      filter: { outcome: group, rule },
    });
  return <ExportMenu isBusy={save.isPending} onExport={download} />;
}
