import type { changeEmail, changePassword, changePhone, changeSettings } from '#contract/auth/calls.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { loadSession, updateUser } from '#web/lib/api/session.ts';
import { readTokens } from '#web/lib/api/tokens.ts';

type ChangedEmail = BodyOf<typeof changeEmail>;
type ChangedPhone = BodyOf<typeof changePhone>;
type ChangedPassword = Omit<BodyOf<typeof changePassword>, 'refreshToken'>;
type ChangedSettings = BodyOf<typeof changeSettings>;

/** Mutations of the member's own profile; each updates the session at once. */
export function useProfile() {
  return {
    changeEmail: async (body: ChangedEmail) => {
      await call('PUT /api/v1/Account/Email', { body });
      await loadSession();
    },
    changePhone: async (body: ChangedPhone) => {
      await call('PUT /api/v1/Account/Phone', { body });
      await loadSession();
    },
    /** This session stays; all others end. */
    changePassword: (body: ChangedPassword) =>
      call('PUT /api/v1/Account/Password', { body: { ...body, refreshToken: readTokens()?.refreshToken } }),
    changeSettings: async (body: ChangedSettings) => updateUser(await call('PATCH /api/v1/Account/Settings', { body })),
    requestSetUp: (comment: string) => call('POST /api/v1/Account/RequestSetUp', { body: { comment } }),
  };
}
