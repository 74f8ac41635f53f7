import * as audit from '#contract/auth/audit.ts';
import * as support from '#contract/auth/support.ts';
import * as contract from '#contract/auth/calls.ts';
import * as factor from '#contract/auth/second-factor.ts';
import * as phone from '#contract/auth/phone.ts';
import * as sessions from '#contract/auth/sessions.ts';
import * as members from '#contract/auth/members.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { listAllAudit, listAudit, listUserAudit } from './audit/audit-actions.ts';
import * as supporting from './support/support-actions.ts';
import * as account from './sign-in/account-actions.ts';
import * as secondFactor from './sign-in/second-factor-actions.ts';
import { demoLogin, login, loginByLink, refresh, register, revoke, signInWithGoogle } from './sign-in/actions.ts';
import { requestLink } from './mails/mail-actions.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions/own-session-actions.ts';
import type { Cabinet, TextPhone } from './port.ts';
import * as invitations from './team/invitation-actions.ts';
import { confirmPhone, sendPhoneCode } from './phone/phone-code-actions.ts';
import * as team from './team/team-actions.ts';

export function serveAuth(serve: Serve, cabinet: Cabinet, textPhone: TextPhone | null): void {
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
  serve.inTenant(sessions.listSessions, async (scope) => ({ sessions: await listOwnSessions(scope) }));
  serve.inTenant(sessions.endSession, (scope, { params }) => done(endOwnSession(scope, params.sessionId)));
  serve.inTenant(sessions.endOtherSessions, (scope) => done(endOtherSessions(scope)));
  serve(phone.sendPhoneCode, (ctx) => sendPhoneCode(ctx, textPhone));
  serve(phone.confirmPhone, (ctx, { body }) => done(confirmPhone(ctx, body.code)));
  serveSecondFactor(serve);
  serveTeam(serve);
  serveSupport(serve);
}

function serveSupport(serve: Serve): void {
  serve(support.enterSupport, (ctx, { params, body }) => supporting.enterSupport(ctx, params.userId, body));
  serve(support.listSupportSessions, (ctx, { query }) => supporting.listSupportSessions(ctx, query));
  serve(support.stopSupportSession, (ctx, { params }) =>
    done(supporting.stopSupportSession(ctx, params.supportSessionId)),
  );
  serve.inTenant(support.currentSupport, async (scope) => ({ support: await supporting.getCurrentSupport(scope) }));
  serve.inTenant(support.allowSupportChanges, async (scope, { body }) => ({
    support: await supporting.allowSupportChanges(scope, body.reason),
  }));
  serve.inTenant(support.prolongSupport, async (scope) => ({ support: await supporting.prolongSupport(scope) }));
  serve.inTenant(support.endSupport, (scope) => done(supporting.endSupport(scope)));
  serve.inTenant(support.getSupportRule, (scope) => supporting.getSupportRule(scope));
  serve.inTenant(support.setSupportRule, (scope, { body }) => supporting.setSupportRule(scope, body.isAllowed));
  serve(audit.listAudit, (ctx, { query }) => listAudit(ctx, query));
  serve(audit.listUserAudit, (ctx, { params, query }) => listUserAudit(ctx, params.userId, query));
  serve(audit.listAllAudit, (ctx, { query }) => listAllAudit(ctx, query));
}

function serveSecondFactor(serve: Serve): void {
  serve(factor.passSecondFactor, (ctx, { body }) => secondFactor.passSecondFactor(ctx, body));
  serve.inTenant(factor.secondFactor, (scope) => secondFactor.getSecondFactor(scope));
  serve(factor.setUpSecondFactor, (ctx, { body }) => secondFactor.setUpSecondFactor(ctx, body.password));
  serve(factor.confirmSecondFactor, (ctx, { body }) => secondFactor.confirmSecondFactor(ctx, body.code));
  serve(factor.renewRecoveryCodes, (ctx, { body }) => secondFactor.renewRecoveryCodes(ctx, body));
  serve(factor.turnOffSecondFactor, (ctx, { body }) => done(secondFactor.turnOffSecondFactor(ctx, body)));
  serve.inTenant(factor.requireSecondFactor, (scope, { body }) =>
    done(secondFactor.requireSecondFactor(scope, body.isRequired)),
  );
  serve(factor.resetMemberFactor, (ctx, { params, body }) =>
    done(secondFactor.resetMemberFactor(ctx, params.memberId, body.password)),
  );
}

function serveTeam(serve: Serve): void {
  serve.inTenant(members.listMembers, (scope) => team.getTeam(scope));
  serve(members.inviteMember, (ctx, { body }) => invitations.invite(ctx, body));
  serve.inTenant(members.resendInvitation, (scope, { params }) => invitations.resend(scope, params.invitationId));
  serve.inTenant(members.withdrawInvitation, (scope, { params }) =>
    done(invitations.withdraw(scope, params.invitationId)),
  );
  serve(members.openInvitation, (ctx, { body }) => invitations.readInvitation(ctx, body.code));
  serve(members.acceptInvitation, (ctx, { body }) => invitations.accept(ctx, body));
  serve(members.changeMemberRole, (ctx, { params, body }) => done(team.changeRole(ctx, params.memberId, body)));
  serve(members.handOverCabinet, (ctx, { params, body }) => done(team.handOver(ctx, params.memberId, body.password)));
  serve.inTenant(members.removeMember, (scope, { params }) => done(team.removeMember(scope, params.memberId)));
}

/** The empty answer of a call that only does something. */
async function done(work: Promise<void>): Promise<Record<string, never>> {
  await work;
  return {};
}
