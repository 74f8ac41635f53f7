/** Download link of the remote-support app for the member's computer; null on a phone, which it is not for. */
export function anydeskUrl(userAgent: string): string | null {
  if (/Android|iPhone|iPad|Mobile/.test(userAgent)) return null;
  return `https://anydesk.com/downloads/${userAgent.includes('Mac') ? 'mac-os' : 'windows'}`;
}
