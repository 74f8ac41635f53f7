/** Refusals of the cases of assistants and their runs, and their HTTP statuses. */
export const CASES_PROBLEMS = {
  'assistant_case.not_found': 404,
  'assistant_case.limit_reached': 409,
  'assistant_case.no_client_lines': 409,
  'assistant_run.not_found': 404,
  'assistant_run.already_running': 409,
  'assistant_run.no_cases': 409,
  'assistant_run.no_model': 409,
  'assistant_run.balance': 409,
  'assistant.cases_fail': 409,
} as const;
