/** The roles of a process: HTTP, jobs, and the queueing of repeated jobs. */
export const ROLES = ['web', 'worker', 'cron'] as const;
export type Role = (typeof ROLES)[number];

export function isRole(name: string): name is Role {
  return ROLES.some((role) => role === name);
}
