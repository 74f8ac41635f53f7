/** What one process of the program does: HTTP, jobs, or queueing what repeats. */
export const ROLES = ['web', 'worker', 'cron'] as const;
export type Role = (typeof ROLES)[number];

export function isRole(name: string): name is Role {
  return ROLES.some((role) => role === name);
}
