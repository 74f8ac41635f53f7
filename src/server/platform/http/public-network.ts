import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { isPublicAddress } from '#server/platform/values/ip-address-rules.ts';

/** The code of the error of a connection to a private address. */
export const REFUSED_ADDRESS = 'ERR_PRIVATE_ADDRESS';

const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte for this long an answer is given up. */
const SILENCE_MS = 20_000;

/** Whether an address of the web may be public: a name is looked up when it is connected to. */
export function mayBePublic({ protocol, hostname, username }: URL): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  return protocol === 'https:' && username === '' && (isIP(host) === 0 || isPublicAddress(host));
}

/** Looks a name up; one that leads to a private address, even beside public ones, is refused. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    const isRefused = !first || addresses.some(({ address }) => !isPublicAddress(address));
    if (isRefused) return callback(Object.assign(new Error('A private address'), { code: REFUSED_ADDRESS }), '');
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

const LIMITS = { connections: 8, pipelining: 0, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS } as const;
const ANYWHERE = new Agent({ ...LIMITS, connect: { timeout: CONNECT_TIMEOUT_MS } });
const PUBLIC_ONLY = new Agent({ ...LIMITS, connect: { timeout: CONNECT_TIMEOUT_MS, lookup: publicLookup } });

/** Connections for addresses that came from outside: to public ones alone, or, trusted, to any. See decision 0208. */
export const networkOf = ({ isTrusted }: { isTrusted: boolean }): Dispatcher => (isTrusted ? ANYWHERE : PUBLIC_ONLY);
