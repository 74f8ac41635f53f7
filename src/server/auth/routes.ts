import * as contract from '#contract/auth/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import * as account from './sign-in/account-actions.ts';
import { demoLogin, login, loginByLink, refresh, register, revoke, signInWithGoogle } from './sign-in/actions.ts';
import { requestLink } from './mails/mail-actions.ts';
import type { Cabinet } from './port.ts';

export function serveAuth(serve: Serve, cabinet: Cabinet): void {
  serve(contract.register, (ctx, { body }) => register(ctx, cabinet, body));
  serve(contract.login, (ctx, { body }) => login(ctx, body));
  serve(contract.demoLogin, (ctx, { body }) => demoLogin(ctx, body));
  serve(contract.externalLoginCallback, (ctx, { body }) => signInWithGoogle(ctx, cabinet, body));
  serve(contract.refreshToken, (ctx, { body }) => refresh(ctx, body.refreshToken));
  serve(contract.revokeToken, (ctx, { body }) => done(revoke(ctx, body.refreshToken)));
  serve.inTenant(contract.currentUser, (scope) => account.getCurrentUser(scope, cabinet));
  serve.inTenant(contract.nearestPaymentEndDate, (scope) => account.getNearestPaymentEnd(scope, cabinet));
  serve(contract.forgotPassword, (ctx, { body }) => done(requestLink(ctx, 'reset', body)));
  serve(contract.sendLoginLink, (ctx, { body }) => done(requestLink(ctx, 'login', body)));
  serve(contract.loginByLink, (ctx, { body }) => loginByLink(ctx, body.code));
  serve(contract.resetPassword, (ctx, { body }) => done(account.resetPassword(ctx, body)));
  serve(contract.confirmEmail, (ctx, { body }) => done(account.confirmEmail(ctx, body)));
  serve.inTenant(contract.sendEmailConfirmation, (scope) => done(account.sendEmailConfirmation(scope)));
  serve(contract.requestSetUp, (ctx, { body }) => done(account.requestSetUp(ctx, body.comment ?? '')));
  serve(contract.changeEmail, (ctx, { body }) => done(account.changeEmail(ctx, body)));
  serve.inTenant(contract.changePhone, (scope, { body }) => done(account.changePhone(scope, body.phone)));
  serve(contract.changePassword, (ctx, { body }) => done(account.changePassword(ctx, body)));
  serve.inTenant(contract.changeSettings, (scope, { body }) => account.changeSettings(scope, cabinet, body));
}

/** The empty answer of a call that only does something. */
async function done(work: Promise<void>): Promise<Record<string, never>> {
  await work;
  return {};
}
