import { defineRoom } from '#server/room.ts';
import { serveIgnorePage } from './opt-outs/ignore-page-routes.ts';
import { inheritTags } from './book/merging-queries.ts';
import { serveContacts } from './routes.ts';
import { workContacts } from './workers.ts';

export const contacts = defineRoom({
  name: 'contacts',
  serve: serveContacts,
  pages: serveIgnorePage,
  work: (_work, repeat) => workContacts(repeat),
  contactTables: ['contact_addresses', 'contact_links', 'contact_consents', 'opt_outs'],
  mergeContacts: inheritTags,
});
