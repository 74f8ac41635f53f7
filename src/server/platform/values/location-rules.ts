const WITH_HOST = /^([a-z]+:\/\/)([^/?#]*)(.*)$/i;

/**
 * An address as the header `Location` takes it: a host of other letters as IDNA writes it, other characters outside ASCII percent-encoded as
 * browsers do. All else stays as it is, byte for byte.
 */
export function asLocation(address: string): string {
  const [, scheme = '', authority = '', rest = address] = WITH_HOST.exec(address) ?? [];
  const host = isAscii(authority) ? authority : (URL.parse(address)?.host ?? authority);
  return scheme + inAscii(host) + inAscii(rest);
}

function isAscii(text: string): boolean {
  return /^[\x21-\x7E]*$/.test(text);
}

function inAscii(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21-\x7E]/gu, encodeURIComponent);
}
