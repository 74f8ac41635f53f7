/** Rules of the contact policy. */
export const POLICY_RULES = ['quiet_hours', 'opted_out', 'refuses_mailings', 'marketing_budget', 'gave_way'] as const;
