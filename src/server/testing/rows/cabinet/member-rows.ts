type Filling = { memberId: string; invitationId: string; supportSessionId: string; mark: string; at: Temporal.Instant };

/** A row in each table of members that is empty after a registration. */
export function memberRows({
  memberId,
  invitationId,
  supportSessionId,
  mark,
  at,
}: Filling): Record<string, Record<string, unknown>> {
  return {
    member_second_factors: { member_id: memberId, secret: Buffer.from(mark), created_at: at.toString() },
    member_recovery_codes: { member_id: memberId, hash: Buffer.from(mark), used_at: at.toString() },
    phone_codes: { member_id: memberId, day: at.toString().slice(0, 10), sent: 1 },
    sign_in_rules: { requires_second_factor: false, changed_at: at.toString() },
    support_rules: { is_allowed: true, changed_at: at.toString() },
    support_sessions: {
      id: supportSessionId,
      user_id: memberId,
      admin_tenant_id: memberId,
      admin_id: memberId,
      admin_session_id: memberId,
      reason: mark,
      is_emergency: false,
      started_at: at.toString(),
      expires_at: at.toString(),
    },
    member_invitations: {
      id: invitationId,
      email: `${mark}@salon.example`,
      role: 'staff',
      language: 'ru',
      invited_by: memberId,
      created_at: at.toString(),
      sent_at: at.toString(),
      expires_at: at.add({ hours: 1000 }).toString(),
    },
  };
}
