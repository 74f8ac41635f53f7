/**
 * The folders of a room on the server, lower first. A folder may import only folders that stand before it, and the room's
 * `jobs.ts`; files beside the folders (`routes.ts`, `workers.ts`) bind them and are imported by none.
 */
export const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  flows: [
    'storage',
    'settings',
    'deciding',
    'facts',
    'scheduling',
    'stops',
    'planning',
    'defaults',
    'preview',
    'reach',
    'editing',
    'listing',
    'versions',
  ],
  mailings: ['storage', 'deciding', 'writing', 'recipients', 'sending', 'checking', 'editing', 'listing', 'results'],
  senders: ['listing', 'changes', 'versions', 'transfers'],
  delivery: ['ledger', 'planning', 'log', 'threads', 'statuses', 'dispatch', 'inbound', 'retention'],
  contacts: ['book', 'lists', 'tags', 'crm', 'opt-outs', 'imports'],
  channels: ['warm-up', 'storage', 'connecting', 'health', 'pairing'],
  waitlist: ['slots', 'settings', 'entries', 'offers', 'pages'],
  chatbots: ['storage', 'scripts', 'booking', 'acknowledgements', 'list'],
  connections: ['storage', 'connecting', 'marketplace', 'sync'],
  insights: ['timeline', 'conversion', 'results', 'skips', 'lists'],
  conversations: ['threads', 'files', 'inbound', 'answering', 'work', 'quick-replies'],
  visits: ['storage', 'catalogue', 'clients', 'recording', 'changes', 'appointments'],
  texts: ['content', 'replacing', 'attachments'],
  assistants: ['storage', 'knowledge', 'plugins', 'follow-ups', 'turns', 'suggestions', 'editing', 'trials', 'reports'],
  reviews: ['storage', 'widgets', 'lists', 'answers', 'page'],
  booking: ['links', 'tables', 'visit-page'],
  auth: ['members', 'sessions', 'mails', 'second-factor', 'sign-in', 'team', 'phone'],
};
