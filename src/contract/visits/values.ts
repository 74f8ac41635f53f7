export const VISIT_STATUSES = ['waiting', 'confirmed', 'arrived', 'no_show', 'cancelled', 'unknown'] as const;

/** Changes of a visit that the contact would notice. */
export const VISIT_CHANGES = ['time', 'master', 'services', 'branch'] as const;
