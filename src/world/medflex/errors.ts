/** A refusal in MedFlex's words: it has no codes beside the status. */
export class MedflexError extends Error {
  override name = 'MedflexError';
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

export const medflexRefusal = (_status: number, detail: string) => ({ detail });
