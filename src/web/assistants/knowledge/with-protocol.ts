/** People paste addresses without their beginning. */
export const withProtocol = (written: string): string => {
  const url = written.trim();
  return url === '' || /^[a-z]+:/i.test(url) ? url : `https://${url}`;
};
