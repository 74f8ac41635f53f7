import type { OwnSession, SessionId } from '#contract/auth/sessions.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { describeDevice } from './device-rules.ts';
import { hasSession, listSessionsOf, revokeSession, revokeSessionsOf } from './session-queries.ts';

const SESSIONS_SHOWN = 50;

/** Lists the caller's sessions, the last used first. */
export async function listOwnSessions(scope: MemberScope): Promise<OwnSession[]> {
  const sessions = await listSessionsOf(scope, scope.memberId, SESSIONS_SHOWN);
  return sessions.map(({ id, userAgent, network, startedAt, lastUsedAt }) => ({
    id,
    ...describeDevice(userAgent),
    network,
    startedAt: startedAt.toString(),
    lastUsedAt: lastUsedAt.toString(),
    isThis: id === scope.sessionId,
  }));
}

/** Ends a session of the caller. @throws {Problem} `session.not_found` */
export async function endOwnSession(scope: MemberScope, id: SessionId): Promise<void> {
  if (!(await hasSession(scope, scope.memberId, id))) throw new Problem('session.not_found');
  await revokeSession(scope, id, 'device');
  await recordAudit(scope, { action: 'session.ended', object: { kind: 'session', id } });
}

/** Ends all sessions of the caller but this one. */
export async function endOtherSessions(scope: MemberScope): Promise<void> {
  await revokeSessionsOf(scope, scope.memberId, 'device', scope.sessionId);
  await recordAudit(scope, { action: 'session.others_ended', object: { kind: 'member', id: scope.memberId } });
}
