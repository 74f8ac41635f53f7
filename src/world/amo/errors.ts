/** A refusal in amoCRM's words. */
export class AmoError extends Error {
  override name = 'AmoError';
  readonly status: number;
  readonly hint: string | undefined;

  constructor(status: number, detail: string, hint?: string) {
    super(detail);
    this.status = status;
    this.hint = hint;
  }
}

export const amoRefusal = (status: number, detail: string, hint?: string) => ({
  title: status === 401 ? 'Unauthorized' : 'Error',
  type: 'https://httpstatus.es/',
  status,
  detail,
  ...(hint && { hint }),
});
