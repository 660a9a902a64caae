/**
 * What counts as one address when login attempts are counted: an IPv4 address, or the /64 of an IPv6
 * address, because a host with one address of a /64 can use all of them.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [left = '', right] = plain.toLowerCase().split('::');
  const head = groups(left);
  const tail = right === undefined ? [] : groups(right);
  const gap = Array.from({ length: Math.max(8 - head.length - tail.length, 0) }, () => '0');
  const four = [...head, ...gap, ...tail].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${four.join(':')}::/64`;
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
