import { skipToken, useQuery } from '@tanstack/react-query';
import type { ContactId } from '#contract/contacts/calls.ts';
import { call } from '#web/lib/api/api.ts';

/** The contact of the open thread; the key is that of the contact's own page, which shows the same. */
export const useContactFacts = (contactId: ContactId | undefined) =>
  useQuery({
    queryKey: ['insights', 'contact', contactId],
    meta: { alsoShows: ['contacts', 'visits', 'orders', 'channels'] },
    queryFn: contactId ? () => call('GET /api/v1/contacts/:contactId', { params: { contactId } }) : skipToken,
  });
