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
  mailings: [
    'storage',
    'deciding',
    'writing',
    'recipients',
    'sending',
    'checking',
    'editing',
    'listing',
    'versions',
    'bulk',
    'results',
  ],
};
