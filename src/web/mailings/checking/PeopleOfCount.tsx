import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { ContactId } from '#contract/contacts/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import classes from '#web/mailings/mailings.module.css';

type Person = { contactId: ContactId; name: string; phone: string | null };

type Props = {
  title: string;
  /** Why they are here. */
  note: string | null;
  people: ComponentProps<typeof PagedRows<Person>>['list'];
  isOpen: boolean;
  onClose: () => void;
};

/** The contacts behind a number. */
export function PeopleOfCount({ title, note, people, isOpen, onClose }: Props) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  return (
    <SideDrawer isOpen={isOpen} title={title} closeLabel={t('mailings:check.close_people')} onClose={onClose}>
      {note !== null && (
        <Text size="sm" c="dimmed" mb="sm">
          {note}
        </Text>
      )}
      <PagedRows list={people} empty={<EmptyState text={t('mailings:check.no_people')} />}>
        {(rows) => (
          <ul className={classes.people}>
            {rows.map(({ contactId, name, phone }) => (
              <li key={contactId}>
                <Link to="/contacts/$contactId" params={{ contactId }}>
                  {name || (phone ? formatPhone(phone) : t('mailings:who.nameless'))}
                </Link>
                {name && phone && (
                  <Text span size="sm" c="dimmed">
                    {formatPhone(phone)}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
    </SideDrawer>
  );
}
