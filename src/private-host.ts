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

/** This machine, or an address of a private network; a name may lead anywhere. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 0) return address === 'localhost';
  return houseNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
