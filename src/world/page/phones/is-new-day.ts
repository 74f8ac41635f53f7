/** Whether a message is the first of its day. */
export function isNewDay(message: { at: string }, before: { at: string } | undefined): boolean {
  return new Date(message.at).toDateString() !== (before && new Date(before.at).toDateString());
}
