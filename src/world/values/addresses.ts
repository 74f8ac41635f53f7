/** Whether a host is this machine; such addresses are exempt from the vendors' demands and can be fetched. */
export function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}

/** Why a vendor would refuse a webhook address, or null when it is good. */
export function webhookAddressProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'invalid URL';
  const url = new URL(address);
  if (isLoopback(url.hostname)) return null;
  if (url.protocol !== 'https:') return 'an HTTPS URL must be provided';
  if (url.port !== '') return 'the URL must not contain a port';
  if (url.hostname.includes('_')) return 'the host must not contain an underscore';
  return null;
}

/** Whether a file can be had there; what is not on this machine is taken to exist. */
export async function isReachable(link: string): Promise<boolean> {
  return (await fetchFile(link)) !== null;
}

/** The file of an address; empty where it is not on this machine, and is taken to exist. Null where it cannot be had. */
export async function fetchFile(link: string): Promise<Buffer | null> {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (!isLoopback(url.hostname)) return Buffer.alloc(0);
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
}
