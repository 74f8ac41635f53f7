/** The number or the bot of the business that a branch belongs to: its title begins with the business's name. */
export function ofBusiness<Sender extends { name: string }>(senders: Sender[], branch: string): Sender | undefined {
  return senders.find(({ name }) => branch.startsWith(name)) ?? senders[0];
}
