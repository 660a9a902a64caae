import { BlockList, isIP } from 'node:net';

const houseNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  houseNetworks.addSubnet(network, bits, 'ipv4');
}
houseNetworks.addAddress('::1', 'ipv6');
houseNetworks.addSubnet('fc00::', 7, 'ipv6');

const insideNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  // Where clouds tell machines their secrets.
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  insideNetworks.addSubnet(network, bits, 'ipv4');
}
insideNetworks.addSubnet('::', 96, 'ipv6');
insideNetworks.addSubnet('fe80::', 10, 'ipv6');
insideNetworks.addSubnet('ff00::', 8, 'ipv6');

/** This machine, or an address of a private network; a name may lead anywhere. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 0) return address === 'localhost';
  return houseNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** An address that is none of the public Internet: private, or of a machine or link alone. */
export function isInsideAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
  const version = isIP(mapped);
  if (version === 0) return false;
  return isPrivateHost(mapped) || insideNetworks.check(mapped, version === 4 ? 'ipv4' : 'ipv6');
}
