/** The reason on the second of two password fields. */
export function reasonOfRepeat(password: string, repeat: string): string | undefined {
  if (repeat === '') return 'required';
  return repeat === password ? undefined : 'password_mismatch';
}
