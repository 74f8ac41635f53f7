import type { Uploads } from '#web/quality/upload/use-uploads.ts';

/** Recordings on their way, and the employee who speaks in those that follow. */
export type Sending = { uploads: Uploads; employeeName: string; onEmployeeName: (name: string) => void };
