/** Refusals of the calls to the owner's systems, and their HTTP statuses. */
export const REST_PROBLEMS = { 'rest_secret.limit_reached': 409 } as const;
